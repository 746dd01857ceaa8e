import type { Witness } from "./witness.ts";

interface Message {
  readonly method?: string;
  readonly result?: unknown;
}

/** A `fetch` that tells of every answer's head. `mute`: the client's own answers never leave. */
export function watchedFetch(
  witness: Witness,
  mute: boolean,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const method = init?.method ?? "GET";
    const message = typeof init?.body === "string" ? (JSON.parse(init.body) as Message) : {};
    if (mute && message.method === undefined && message.result !== undefined)
      return new Response(null, { status: 202 });
    const response = await fetch(url, init);
    witness.tell(`${method} ${message.method ?? "-"} -> ${response.status}`);
    return response;
  };
}
