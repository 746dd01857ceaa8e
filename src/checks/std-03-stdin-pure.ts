import { defineCheck, obeyed, violated } from "./check.ts";
import { excerptOf, linesOf } from "./view/lines.ts";

export const stdinPure = defineCheck({
  id: "STD-03",
  subjects: ["client"],
  eras: ["legacy", "modern"],
  transports: ["stdio"],
  proofs: {
    obeyed: "Every line that the client writes to the server's stdin is a message.",
    violated: "A line is none.",
  },
  *judge(conversation) {
    const { messages, others } = linesOf(conversation, "client");
    for (const line of others) yield violated(`a line on stdin is no message: ${excerptOf(line)}`, line);
    if (others.length === 0 && messages.length > 0)
      yield obeyed(`${messages.length} lines on stdin are messages`, messages[0], messages.at(-1));
  },
});
