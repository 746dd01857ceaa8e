import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { judgeHistory } from "../../src/checks/judge.ts";
import type { History } from "../../src/history/history.ts";
import { readHistory } from "../../src/history/read.ts";
import { startHttp } from "../fixtures/raw-peer/serve.ts";
import { LEGS, type Leg } from "./sdk/legs.ts";
import { open } from "./sdk/open.ts";
import type { SdkClient } from "./sdk/sdk-client.ts";

// What the checks say about the clients of the official SDKs, from recordings of the lab's own server.

const folder = mkdtempSync(join(tmpdir(), "judged-sdk-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LEGS_JUDGED = LEGS.filter(([, { revision }]) => revision === "2025-11-25" || revision === "2026-07-28");
const SHORT_MS = 100;
const VARIANTS = {
  malformed_message: ["missing-jsonrpc", "invalid-jsonrpc-version", "result-with-error"],
  invalid_progress: ["unknown-token", "regressing-progress", "after-completion"],
};

/** Meets every fault tool, and pings after each. */
async function meetFaults(client: SdkClient, { transport, era }: Leg): Promise<void> {
  const meet = async (tool: string, args = {}, options: Parameters<SdkClient["call"]>[2] = {}) => {
    await client.call(tool, args, { timeoutMs: SHORT_MS, ...options });
    await client.call("ping");
  };
  await client.list("tools");
  await meet("hang");
  await meet("duplicate_response", {}, { timeoutMs: 10_000 });
  for (const [tool, variants] of Object.entries(VARIANTS))
    for (const variant of variants) await meet(tool, { variant });
  if (transport === "stdio") {
    const giveUp = new AbortController();
    const onProgress = () => giveUp.abort();
    await meet("response_after_cancellation", {}, { timeoutMs: 10_000, signal: giveUp.signal, onProgress });
    await client.call("ping");
  } else {
    await meet("disconnect", {}, { timeoutMs: 10_000 });
    if (era === "legacy") await meet("session_loss", { activation: "after_response" }, { timeoutMs: 10_000 });
    // Sockets are taken as they are free: only after a round trip it is proven that the 404 had been read.
    for (let times = 0; times < 2; times++) await client.call("ping");
  }
}

/** The recording of all that, from the client's first word to its last. */
async function record(name: string, leg: Leg): Promise<History> {
  const file = join(folder, `${name.replaceAll(/\W+/g, "-")}.jsonl`);
  const http = leg.transport === "http" ? await startHttp("--record", file) : undefined;
  const client = await open(leg, `http://127.0.0.1:${http?.port}/mcp`, ["--record", file]);
  await meetFaults(client, leg);
  await client.close().catch(() => undefined); // a lost session cannot be closed any more
  http?.process.kill("SIGTERM");
  await http?.process.exit();
  while (!readFileSync(file, "utf8").includes('{"kind":"footer"')) await systemClock.sleep(5);
  return readHistory(file);
}

/** What each client is known to do against the specification. A change here is news about an SDK, or a defect of a check. */
const violationsOf = ({ transport, era }: Leg) => (transport === "http" && era === "legacy" ? ["SES-06"] : []);

const obeyedOf = ({ transport, era }: Leg) =>
  transport === "stdio"
    ? ["CAN-15", "STD-03", ...(era === "legacy" ? ["RPC-03"] : ["CAN-09", "RPC-04"])]
    : era === "legacy"
      ? ["CAN-05", "LIF-08", "RPC-03", "SES-03"]
      : ["RPC-04"];

test.each(LEGS_JUDGED)("%s", async (name, leg) => {
  const history = await record(name, leg);
  const findings = judgeHistory(history, { subject: "client", isOneClient: true });
  const codes = (verdict: string) => findings.filter((each) => each.verdict === verdict).map(({ check }) => check);
  expect(codes("violated")).toEqual(violationsOf(leg));
  expect(codes("obeyed")).toEqual(expect.arrayContaining(obeyedOf(leg)));

  // The server's own frames are the lab's: it obeys, whatever its faults make of them.
  const own = judgeHistory(history, { subject: "server", isOneClient: true });
  expect(own.filter(({ verdict }) => verdict === "violated")).toEqual([]);
});

test("what a client does against the specification is proven by its frames", async () => {
  const [, leg] = LEGS_JUDGED.find(([, { sdk, transport }]) => sdk === "v1" && transport === "http") ?? [];
  if (leg === undefined) throw new Error("there is no such leg");
  const history = await record("proof", leg);
  const findings = judgeHistory(history, { subject: "client", isOneClient: true });
  const evidence = findings.find(({ check }) => check === "SES-06")?.evidence ?? [];
  const proof = evidence.map((sequence) => history.frames.find((frame) => frame.sequence === sequence));
  const session = (frame: (typeof proof)[number]) =>
    frame?.kind === "request" ? frame.headers.find(([name]) => name === "mcp-session-id")?.[1] : undefined;
  expect(proof).toMatchObject([{ kind: "request", verb: "POST" }, { kind: "head", status: 404 }, { verb: "POST" }]);
  expect(session(proof[0])).toMatch(/^[\x21-\x7e]+$/);
  expect(session(proof[2])).toBe(session(proof[0]));
});
