import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openServeFolder } from "./serve-folder.ts";

const rule = (id: string, more: object = {}) => ({ rule: { id, inject: [{ fault: "hang" }], ...more }, where: id });

function open(...rules: Parameters<typeof openServeFolder>[0]) {
  const folder = openServeFolder(rules);
  onTestFinished(() => folder.close());
  const process = () => {
    const args = folder.next();
    const at = (option: string) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
    const [plan, journal = ""] = [at("--plan"), at("--journal")];
    const rulesOf = () =>
      plan === undefined ? [] : (JSON.parse(readFileSync(plan, "utf8")) as { rules: unknown[] }).rules;
    return { plan, journal, rulesOf, write: (text: string) => appendFileSync(journal, text) };
  };
  return { folder, process };
}

const line = (value: object) => `${JSON.stringify(value)}\n`;
const asked = (args: object, asked: number, executed: number) =>
  line({ asked: { tool: "witness", args, asked, executed } });

test("a process gets the rules that are for its connection, as its first", () => {
  const { process } = open(rule("all"), rule("second", { when: { connection: 2 } }));
  expect(process().rulesOf()).toMatchObject([{ id: "all" }]);
  expect(process().rulesOf()).toMatchObject([{ id: "all" }, { id: "second", when: { connection: 1 } }]);
});

test("without rules there is no plan, and a journal all the same", () => {
  const { folder, process } = open();
  const { plan, journal } = process();
  expect([plan, journal === ""]).toEqual([undefined, false]);
  expect([folder.tallies(), folder.ledger()]).toEqual([[], []]);
});

const RECORDED = [
  {
    kind: "header",
    schemaVersion: 1,
    tool: { name: "mcp-failure-lab", version: "1" },
    seed: 1,
    era: "both",
    transport: "stdio",
    startedAt: "2026-01-01T00:00:00.000Z",
  },
  { kind: "fired", sequence: 1, atMs: 2, time: "2026-01-01T00:00:00.002Z", exchange: 1, rule: "a", faults: ["hang"] },
  { kind: "footer", entries: 1, leftOut: { entries: 4, contents: 0 } },
]
  .map(line)
  .join("");

test("what the processes have recorded is handed over with the moment it counts from", async () => {
  const folder = openServeFolder([], true);
  onTestFinished(() => folder.close());
  const next = () => {
    const args = folder.next();
    const at = (option: string) => args[args.indexOf(option) + 1] ?? "";
    return { journal: at("--journal"), record: at("--record") };
  };
  expect(await folder.recordings()).toEqual([]);
  const whole = next();
  appendFileSync(whole.journal, line({ recording: { startMs: 12.5 } }));
  appendFileSync(whole.record, RECORDED);
  const cut = next(); // ended while it wrote
  appendFileSync(cut.journal, line({ recording: { startMs: 99 } }));
  appendFileSync(cut.record, RECORDED.slice(0, RECORDED.indexOf('"footer"')));
  next(); // never got so far
  expect(await folder.recordings()).toMatchObject([
    { startMs: 12.5, entries: [{ kind: "fired", atMs: 2 }], leftOut: 4 },
    { startMs: 99, entries: [{ kind: "fired" }], leftOut: 0 },
  ]);
  const broken = next();
  appendFileSync(broken.journal, line({ recording: { startMs: 1 } }));
  appendFileSync(broken.record, "no recording\n");
  await expect(folder.recordings()).rejects.toThrow(/:1: not one JSON value/);
});

test("nothing is recorded unless it is asked for", async () => {
  const { folder, process } = open(rule("a"));
  process().write(line({ recording: { startMs: 1 } }));
  expect(folder.next()).not.toContain("--record");
  expect(await folder.recordings()).toEqual([]);
});

test("what came of the rules and effects is that of all processes together", () => {
  const { folder, process } = open(rule("a"), rule("b", { chance: 0.5 }));
  const [one, two] = [process(), process()];
  one.write(
    line({ fired: "a", method: "tools/call" }) + line({ fired: "a" }) + line({ tally: { rule: "a", matched: 5 } }),
  );
  one.write(asked({ x: 1, y: 2 }, 1, 1) + asked({ x: 1, y: 2 }, 2, 1));
  two.write(line({ fired: "a" }) + asked({ y: 2, x: 1 }, 1, 1) + asked({ x: 3 }, 1, 0));
  two.write('{"fired":"a'); // killed while it wrote
  const tallies = [
    { rule: "a", faults: ["hang"], matched: 6, fired: 3, optional: false },
    { rule: "b", faults: ["hang"], matched: 0, fired: 0, optional: true },
  ];
  const ledger = [
    { tool: "witness", args: { x: 1, y: 2 }, asked: 3, executed: 2 },
    { tool: "witness", args: { x: 3 }, asked: 1, executed: 0 },
  ];
  expect([folder.tallies(), folder.ledger()]).toMatchObject([tallies, ledger]);
  folder.close();
  expect([folder.tallies(), folder.ledger()]).toMatchObject([tallies, ledger]);
});

test("the folder is this user's alone, and goes", () => {
  const { folder, process } = open(rule("a"));
  const place = dirname(process().journal);
  expect(statSync(place).mode & 0o077).toBe(0);
  folder.close();
  expect(existsSync(place)).toBe(false);
});
