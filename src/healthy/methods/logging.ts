import { describeValue } from "../../base/schema-describe.ts";
import { isLogLevel, LOG_LEVELS } from "../log-level.ts";
import type { Method } from "../method.ts";
import { invalidParams } from "../refusal.ts";

export const setLevel: Method = {
  run({ params, peer }) {
    const { level } = params;
    if (!isLogLevel(level))
      return invalidParams(`params.level must be one of ${LOG_LEVELS.join(", ")}; found ${describeValue(level)}`);
    // Unrelated clients share the stateless peer: nothing is remembered of any.
    if (peer.kind !== "stateless") peer.logLevel = level;
    return {};
  },
};
