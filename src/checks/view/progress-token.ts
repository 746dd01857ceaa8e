import { isRequestId, type RequestId } from "../../protocol/json-rpc.ts";
import { objectAt } from "../../protocol/json.ts";
import { paramsOf } from "./message.ts";
import type { SeenMessage } from "./seen.ts";

/** The token under which the sender of a request wants to hear of progress. `0` and `""` are tokens. */
export function progressTokenOf(request: SeenMessage): RequestId | undefined {
  const token = objectAt(paramsOf(request), "_meta")?.progressToken;
  return isRequestId(token) ? token : undefined;
}
