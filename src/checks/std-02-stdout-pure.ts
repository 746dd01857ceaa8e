import { defineCheck, obeyed, violated } from "./check.ts";
import { excerptOf, linesOf } from "./view/lines.ts";

export const stdoutPure = defineCheck({
  id: "STD-02",
  subjects: ["server"],
  eras: ["legacy", "modern"],
  transports: ["stdio"],
  proofs: {
    obeyed: "Every line on the server's stdout is a message.",
    violated: "A line is none.",
  },
  *judge(conversation) {
    const { messages, others } = linesOf(conversation, "server");
    for (const line of others) yield violated(`a line on stdout is no message: ${excerptOf(line)}`, line);
    if (others.length === 0 && messages.length > 0)
      yield obeyed(`${messages.length} lines on stdout are messages`, messages[0], messages.at(-1));
  },
});
