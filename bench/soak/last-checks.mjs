// After the load: whether the servers are as good as new. Asked from outside, by using up what is limited.
import { HttpClient } from "./http-client.mjs";
import { toolCall } from "./kinds/call.mjs";

/** @typedef {import("./line-client.mjs").LineClient} LineClient */

// The limits of SPEC 3 and 3.1.
const SESSIONS = 128;
const PENDING = 128;
const PENDING_STATELESS = 1_024;

/**
 * No session is left: there is room for as many as there may be, and for not one more.
 * @param {string} url
 */
export async function roomForSessions(url) {
  const clients = Array.from({ length: SESSIONS }, () => new HttpClient(url));
  for (const client of clients) await client.open();
  const surplus = new HttpClient(url);
  const refused = await surplus.open().then(
    () => false,
    (error) => /\b503\b/.test(String(error)),
  );
  for (const client of clients) {
    await client.delete();
    client.rest();
  }
  surplus.rest();
  return refused ? "" : `session ${SESSIONS + 1} was not refused with 503`;
}

/**
 * No fault is pending on a connection: there is room for as many as there may be, and for not one more.
 * @param {LineClient} client
 */
export async function roomOnLine(client) {
  const hanging = Array.from({ length: PENDING }, () => client.request("legacy", "tools/call", toolCall("hang", {})));
  const surplus = client.request("legacy", "tools/call", toolCall("hang", {}));
  await surplus.hasWords(1);
  for (const record of hanging) await client.cancel("legacy", record);
  await client.request("legacy", "tools/call", toolCall("ping", {})).hasWords(1);
  const after = client.request("legacy", "tools/call", toolCall("hang", {}));
  await client.request("legacy", "tools/call", toolCall("ping", {})).hasWords(1);
  await client.cancel("legacy", after);
  const answered = [...hanging, after].filter(({ effect }) => effect !== "");
  if (answered.length > 0) return `${answered.length} of the calls that hang were answered`;
  return surplus.effect === "tool-error" ? "" : `call ${PENDING + 1} got "${surplus.effect}"`;
}

/**
 * The same over HTTP without a session, where all share one limit.
 * @param {string} url
 */
export async function roomWithoutSession(url) {
  const client = new HttpClient(url);
  const hanging = Array.from({ length: PENDING_STATELESS }, () =>
    client.request("modern", "tools/call", toolCall("hang", {})),
  );
  // Each travels on a connection of its own: one more is refused once all of them have arrived.
  let surplus;
  do {
    surplus = client.request("modern", "tools/call", toolCall("delay", { delayMs: 0 }));
    await surplus.isFinished();
  } while (surplus.effect === "delayed end" && hanging.every(({ isOver }) => !isOver));
  for (const record of hanging) await client.abort(record);
  for (const record of hanging) await record.isFinished();
  client.rest();
  const answered = hanging.filter(({ effect }) => effect !== "aborted");
  if (answered.length > 0) return `${answered.length} of the calls that hang got "${answered[0]?.effect}"`;
  return surplus.effect === "tool-error end" ? "" : `call ${PENDING_STATELESS + 1} got "${surplus.effect}"`;
}
