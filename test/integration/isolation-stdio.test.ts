import { afterEach, expect, test } from "vitest";
import { call, rpc } from "../fixtures/raw-peer/messages.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import { ERAS, openStdio } from "../fixtures/raw-peer/serve.ts";

afterEach(endAllRaw);

const CALLS = 64;

/** What goes wrong for one call, and how its answers look. */
interface Effect {
  readonly fault: string;
  readonly with: Message;
  readonly looks: readonly string[];
}

const EFFECTS: readonly ((id: number) => Effect)[] = [
  (id) => ({
    fault: "error_response",
    with: { code: -1000 - id, message: `for ${id}` },
    looks: [`error ${-1000 - id} for ${id}`],
  }),
  (id) => ({ fault: "oversized_response", with: { sizeBytes: 100 + id }, looks: [`${100 + id} x`] }),
  (id) => ({ fault: "truncated_text", with: { characters: 1 + (id % 20) }, looks: [`text of ${1 + (id % 20)}`] }),
  () => ({ fault: "duplicate_response", with: {}, looks: ["delayed", "delayed"] }),
];

function look({ error, result }: Message): string {
  if (error !== undefined) return `error ${error.code} ${error.message}`;
  const text = result.content?.[0].text as string;
  if (/^x+$/.test(text)) return `${text.length} x`;
  const [, status] = /^\{"status":"(\w+)".*\}$/.exec(text) ?? [];
  return status ?? `text of ${text.length}`;
}

test.each(ERAS)(
  "%s: 64 calls under way on one connection, each with a fault of its own, and as many without",
  async (era) => {
    const { server, send } = await openStdio(era);
    const opened = server.lines.length;
    const armed = Array.from({ length: CALLS }, (_, index) => {
      const id = index + 1;
      const effect = EFFECTS[index % EFFECTS.length]?.(id);
      if (effect === undefined) throw new Error("no such effect");
      const rule = {
        id: `of-${id}`,
        when: { method: "tools/call" },
        inject: [{ fault: effect.fault, with: effect.with }],
      };
      const message = call(id, "delay", { delayMs: 200 });
      message["params"]["_meta"] = { "mcp-failure-lab/rules": [rule] };
      return { id, effect, message };
    });
    const plain = armed.map(({ id }) => call(`plain-${id}`, "ping"));
    // All of them in one go: every call is under way before the first is answered.
    send(...armed.flatMap(({ message }, index) => [message, plain[index] ?? rpc("none", "ping")]));
    const expected = armed.flatMap(({ effect }) => effect.looks).length + plain.length;
    for (let come = -opened; come < expected; come++) await server.line();
    // Nothing may stand between the last of them and the answer to what is asked then.
    send(call("last", "ping"));
    await server.answer("last");
    const answers = server.messages.slice(opened);
    expect(answers).toHaveLength(expected + 1);
    for (const { id, effect } of armed)
      expect([id, answers.filter((answer) => answer["id"] === id).map(look)]).toEqual([id, effect.looks]);
    for (const { id } of plain as { id: string }[])
      expect([id, answers.filter((answer) => answer["id"] === id).map(look)]).toEqual([id, ["ok"]]);
  },
);
