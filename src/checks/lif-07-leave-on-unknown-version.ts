import { isRevision } from "../protocol/revision.ts";
import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { isNotification, paramsOf, resultOf } from "./view/message.ts";

export const leaveOnUnknownVersion = defineCheck({
  id: "LIF-07",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["stdio", "http"],
  level: "SHOULD",
  proofs: {
    obeyed:
      "The server offered a revision that does not exist, and the client ended the connection or asked nothing more on it.",
    violated: "The client accepted that revision with notifications/initialized.",
    inconclusive: "The recording ends with the offer.",
  },
  note: "The page on the life cycle says SHOULD, schema.ts says MUST. It is judged as SHOULD.",
  *judge({ calls, messages, scene, leftAt, isOneClient }) {
    if (!isOneClient) return;
    for (const { from, method, request, answers } of calls) {
      const [answer] = answers;
      if (from !== "client" || method !== "initialize" || request.isTouched || answer === undefined) continue;
      const offered = resultOf(answer)?.protocolVersion;
      if (typeof offered !== "string" || isRevision(offered)) continue;
      if (offered === paramsOf(request).protocolVersion) continue;
      const says = `the server offered ${JSON.stringify(offered)}, which does not exist`;
      const later = messages.filter((message) => message.from === "client" && message.sequence > answer.sequence);
      const accepted = later.find((message) => isNotification(message, "notifications/initialized"));
      const left = [leftAt, request.exchange.leftAt].find((at) => at !== undefined);
      const isElsewhere = scene.exchanges.some(({ frames: [first] }) => (first?.sequence ?? 0) > answer.sequence);
      if (accepted !== undefined) {
        if (!accepted.isTouched) yield violated(`${says}, and the client went on with it`, request, answer, accepted);
      } else if (later.length === 0 && (left !== undefined || isElsewhere)) {
        const end = left === undefined ? undefined : { sequence: left };
        yield obeyed(`${says}, and the client did not go on with it`, request, answer, end);
      } else yield inconclusive(`${says}, and it is not clear whether the client left`, request, answer, later[0]);
    }
  },
});
