import { defineCheck, obeyed, violated } from "./check.ts";
import { isAnswer } from "./view/message.ts";

export const noAnswerOnGet = defineCheck({
  id: "SSE-17",
  subjects: ["server"],
  eras: ["legacy"],
  transports: ["http"],
  proofs: {
    obeyed: "While a GET stream was open requests were answered, and none of the answers came on it.",
    violated: "A GET stream that resumes nothing carried an answer.",
  },
  *judge({ exchanges, messages }) {
    for (const exchange of exchanges) {
      const { request, head, ended, leftAt } = exchange;
      const isResumed = exchange.requestHeader("last-event-id") !== undefined;
      if (request?.verb !== "GET" || isResumed || head === undefined || !exchange.isStream) continue;
      const answers = messages.filter(
        (message) =>
          message.from === "server" && isAnswer(message) && !message.isTouched && message.sequence > head.sequence,
      );
      const stray = answers.find((message) => message.exchange === exchange);
      const end = ended?.sequence ?? leftAt ?? Infinity;
      const elsewhere = answers.find((message) => message.exchange !== exchange && message.sequence < end);
      if (stray !== undefined) yield violated("an answer came on the GET stream", request, head, stray);
      else if (elsewhere !== undefined) yield obeyed("answers kept off the GET stream", request, head, elsewhere);
    }
  },
});
