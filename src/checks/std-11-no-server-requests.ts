import { defineCheck, obeyed, violated } from "./check.ts";
import { isRequest, methodOf } from "./view/message.ts";

export const noServerRequests = defineCheck({
  id: "STD-11",
  subjects: ["server"],
  eras: ["modern"],
  transports: ["stdio"],
  proofs: {
    obeyed: "No message of the server has both a method and an id.",
    violated: "A message of the server has both.",
  },
  *judge({ messages }) {
    const own = messages.filter((message) => message.from === "server" && !message.isTouched);
    const asked = own.filter(isRequest);
    for (const message of asked) yield violated(`the server made the request ${methodOf(message)}`, message);
    if (asked.length === 0 && own.length > 0) yield obeyed("the server made no request", own[0], own.at(-1));
  },
});
