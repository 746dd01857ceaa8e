import { defineCheck, obeyed, violated } from "./check.ts";
import { otherSide, paramsOf } from "./view/message.ts";
import { progressFrom } from "./view/progress.ts";

export const progressTokensKnown = defineCheck({
  id: "PRG-04",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "Progress bears the token of a request that was made before it.",
    violated: "Progress bears a token that no request before it has given.",
  },
  *judge(conversation, subject) {
    // Of a request that was too large to be kept the token is not known.
    const { calls, isOneClient } = conversation;
    if (calls.some(({ from, request }) => from === otherSide(subject) && request.isOutlined)) return;
    for (const { message, call } of progressFrom(conversation, subject)) {
      if (message.isTouched) continue;
      const token = JSON.stringify(paramsOf(message).progressToken);
      if (call !== undefined)
        yield obeyed(`progress came under the token ${token} of a request`, call.request, message);
      else if (isOneClient || message.exchange.asked !== undefined)
        yield violated(
          `progress came under the token ${token}, which no request has given`,
          message.exchange.asked,
          message,
        );
    }
  },
});
