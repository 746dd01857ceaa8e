import { defineCheck, obeyed, violated } from "./check.ts";
import { progressFrom, progressValue } from "./view/progress.ts";
import { sayCall } from "./view/say.ts";

export const progressRises = defineCheck({
  id: "PRG-03",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "Each progress notification for a request has a higher value than the one before it.",
    violated: "One has the same value as the one before it, or a lower one.",
  },
  *judge(conversation, subject) {
    const all = progressFrom(conversation, subject).filter(({ message }) => !message.isTouched);
    for (const call of conversation.calls) {
      const steps = all.flatMap(({ message, call: of }) => {
        const value = progressValue(message);
        return of !== call || value === undefined ? [] : [{ message, value }];
      });
      const [first, ...others] = steps;
      let before = first;
      for (const step of others) {
        if (before !== undefined && step.value <= before.value) {
          const says = `the progress of ${sayCall(call)} went from ${before.value} to ${step.value}`;
          yield violated(says, call.request, before.message, step.message);
        }
        before = step;
      }
      const rises = steps.every((step, index) => index === 0 || step.value > (steps[index - 1]?.value ?? -Infinity));
      if (others.length > 0 && rises)
        yield obeyed(`the progress of ${sayCall(call)} rose with every notification`, first?.message, before?.message);
    }
  },
});
