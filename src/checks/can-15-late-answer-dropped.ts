import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { lateAnswers, reactionTo } from "./view/late-answers.ts";
import { sayCall } from "./view/say.ts";

export const lateAnswerDropped = defineCheck({
  id: "CAN-15",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed:
      "An answer came after the cancel of its request, and the next request on the connection was made and answered.",
    violated: "The late answer was answered with an error or a result.",
    inconclusive: "Nothing was asked on the connection after the late answer.",
  },
  *judge(conversation, subject) {
    for (const { call, cancel, answer } of lateAnswers(conversation, subject)) {
      const { complaint, next } = reactionTo(conversation, answer, subject);
      if (complaint !== undefined)
        yield violated(`the late answer to ${sayCall(call)} was answered`, cancel, answer, complaint);
      else if (next !== undefined)
        yield obeyed(
          `after the late answer to ${sayCall(call)} the next request went well`,
          cancel,
          answer,
          next.request,
          next.answer,
        );
      else yield inconclusive(`nothing was asked after the late answer to ${sayCall(call)}`, cancel, answer);
    }
  },
});
