import * as v from "valibot";
import type { HttpFacts } from "../protocol/exchange.ts";
import { defineFault } from "./define-fault.ts";
import { inPlaceOfAnswer } from "./in-place-of-answer.ts";
import { choice } from "./parameter.ts";

/** A port that nothing listens on (RFC 863 gives it to a service that nobody runs). */
const OTHER_PORT = "9";

export const redirect = defineFault({
  name: "redirect",
  title: "Redirect of the endpoint",
  summary: "Sends the client to another address, after the request was carried out.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  at: ["$stream", "$resume", "$notification", "$delete", "$refused"],
  params: v.strictObject({
    status: v.pipe(
      v.picklist([301, 302, 303, 307, 308]),
      v.description("307 and 308 keep method and body; the others let clients turn a POST into a GET."),
    ),
    to: choice(
      ["same", "slash", "other-port", "other-host", "nowhere"],
      "Where to: the same address with a query, the address with a slash at its end, another port of this machine, another name of this machine, or no Location at all.",
    ),
  }),
  examples: [
    { status: 307, to: "same" },
    { status: 308, to: "slash" },
    { status: 301, to: "other-port" },
    { status: 302, to: "nowhere" },
  ],
  breaks: [],
  exercises: [{ check: "SES-03" }, { check: "SES-10" }],
  seenIn: ["L2"],
  tolerates: ["success", "protocol_error", "transport_loss", "invalid_message"],
  robust:
    "Follows 307 and 308 to the same origin with method, body and all headers, or refuses with an error that names the address. It sends no credentials to another origin, and never turns the POST into a GET.",
  apply: ({ status, to }) =>
    async function* (frames, { exchange }) {
      const location = exchange.http === undefined ? undefined : LOCATIONS[to](exchange.http);
      yield* inPlaceOfAnswer(frames, { status, headers: location === undefined ? [] : [["Location", location]] });
    },
});

const LOCATIONS: Readonly<
  Record<"same" | "slash" | "other-port" | "other-host" | "nowhere", (http: HttpFacts) => string | undefined>
> = {
  same: ({ target }) => `${target}${target.includes("?") ? "&" : "?"}redirected=1`,
  slash: ({ target }) => `${pathOf(target)}/`,
  "other-port": ({ target }) => `http://127.0.0.1:${OTHER_PORT}${pathOf(target)}`,
  "other-host": (http) => {
    const [name, port] = hostOf(http).split(/:(?=\d+$)/);
    const other = name === "localhost" ? "127.0.0.1" : "localhost";
    return `http://${other}${port === undefined ? "" : `:${port}`}${pathOf(http.target)}`;
  },
  nowhere: () => undefined,
};

function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? target;
}

function hostOf({ headers }: HttpFacts): string {
  return headers.find(([name]) => name.toLowerCase() === "host")?.[1] ?? "127.0.0.1";
}
