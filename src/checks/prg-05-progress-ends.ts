import { defineCheck, obeyed, violated } from "./check.ts";
import { progressFrom } from "./view/progress.ts";
import { sayCall } from "./view/say.ts";

export const progressEnds = defineCheck({
  id: "PRG-05",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "A request with progress was answered, and no progress followed the answer on its stream.",
    violated: "Progress for a request followed its answer on the same stream.",
  },
  *judge(conversation, subject) {
    const all = progressFrom(conversation, subject).filter(({ message }) => !message.isTouched);
    for (const call of conversation.calls) {
      const answer = call.answers.find((each) => !each.isTouched);
      const own = all.filter((progress) => progress.call === call).map(({ message }) => message);
      // HTTP has an order within one stream only.
      const onStream = own.filter(({ exchange }) => exchange.transport === "stdio" || exchange === answer?.exchange);
      if (answer === undefined || onStream.length === 0) continue;
      const late = onStream.find(({ sequence }) => sequence > answer.sequence);
      if (late === undefined)
        yield obeyed(`the progress of ${sayCall(call)} ended with its answer`, onStream.at(-1), answer);
      else yield violated(`progress for ${sayCall(call)} came after its answer`, call.request, answer, late);
    }
  },
});
