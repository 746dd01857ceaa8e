import { defineCheck, obeyed, violated } from "./check.ts";
import { resultOf } from "./view/message.ts";
import { sayCall } from "./view/say.ts";

export const resultTypePresent = defineCheck({
  id: "RPC-11",
  subjects: ["server"],
  eras: ["modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "A result states its resultType.",
    violated: "A result has no resultType, or one that is no text.",
  },
  *judge({ calls }) {
    for (const call of calls) {
      if (call.from !== "client" || call.request.exchange.era !== "modern") continue;
      for (const answer of call.answers) {
        const result = resultOf(answer);
        if (result === undefined || answer.isTouched || answer.isOutlined) continue;
        const { resultType } = result;
        if (typeof resultType === "string")
          yield obeyed(`the result of ${sayCall(call)} is ${JSON.stringify(resultType)}`, call.request, answer);
        else yield violated(`the result of ${sayCall(call)} does not say what it is`, call.request, answer);
      }
    }
  },
});
