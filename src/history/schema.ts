import * as v from "valibot";
import { REVISIONS } from "../protocol/revision.ts";
import { HISTORY_SCHEMA_VERSION } from "./schema-version.ts";

const describe = v.description;
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const ordinal = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const optional = v.optional;

const requestId = v.union([v.string(), v.number(), v.null()]);
const headers = v.pipe(
  v.array(v.strictTuple([v.string(), v.string()])),
  v.metadata({ allowed: "an array of pairs of texts" }),
  describe("Names and values as they travelled: order and repeats kept, values of credential headers redacted."),
);

const placed = {
  sequence: v.pipe(ordinal, describe("1, 2, 3, … in the order in which it was seen at the lab's socket or pipe.")),
  atMs: v.pipe(v.number(), v.minValue(0), describe("Monotonic milliseconds since the recording began.")),
  time: v.pipe(v.string(), describe("Wall time, ISO 8601.")),
};

const client = {
  client: optional(v.pipe(ordinal, describe("1 = the first client; absent where it is not known whose it is."))),
};

const content = {
  length: v.pipe(whole, describe("How many bytes travelled.")),
  text: optional(v.pipe(v.string(), describe("The bytes, where they are UTF-8 text."))),
  base64: optional(v.pipe(v.string(), describe("The bytes, where they are not."))),
  sha256: optional(v.pipe(v.string(), describe("In place of bytes that are too many to be kept."))),
  redacted: optional(v.pipe(v.literal(true), describe("A secret was taken out; `length` is that of what travelled."))),
  withheld: optional(v.pipe(v.literal(true), describe("Not kept at all: a part of a secret may stand in them."))),
};

const travelled = {
  ...placed,
  ...client,
  direction: v.picklist(["to-client", "to-server"]),
  transport: v.picklist(["stdio", "http"]),
  connection: v.pipe(ordinal, describe("1 = the first connection or socket that was opened.")),
  session: optional(v.pipe(ordinal, describe("1 = the first legacy HTTP session."))),
  exchange: v.pipe(whole, describe("The sequence number of the exchange: a request with all that belongs to it.")),
  stream: optional(
    v.pipe(
      v.strictObject({
        kind: v.picklist(["request", "listen", "get", "resume", "unsolicited"]),
        id: optional(requestId),
      }),
      describe("The stream that carries it: opened by a request (its id), by subscriptions/listen, or by GET."),
    ),
  ),
  method: v.pipe(v.string(), describe("The method of the exchange's request, or a pseudo-exchange such as $stream.")),
  name: optional(v.pipe(v.string(), describe("Tool or prompt name, or resource URI."))),
  era: v.picklist(["legacy", "modern"]),
  revision: v.picklist(REVISIONS),
  shape: optional(v.picklist(["stdio", "http-json", "http-sse"])),
  fault: optional(
    v.pipe(v.string(), describe("The fault that wrote or changed it; absent for what the healthy side sent.")),
  ),
  armed: optional(v.pipe(v.array(v.string()), describe("The faults that act on the exchange."))),
};

const eventField = v.pipe(
  v.strictTuple([v.string(), v.string()]),
  v.metadata({ allowed: "a pair of texts" }),
  describe("A field line of an event stream that is no data: name and value. The name of a comment is empty."),
);

const header = v.strictObject({
  kind: v.literal("header"),
  schemaVersion: v.literal(HISTORY_SCHEMA_VERSION),
  tool: v.strictObject({ name: v.literal("mcp-failure-lab"), version: v.string() }),
  seed: v.pipe(whole, v.maxValue(4_294_967_295), describe("The seed of all chance.")),
  era: v.pipe(v.picklist(["legacy", "modern", "both"]), describe("The eras that could be spoken.")),
  transport: v.picklist(["stdio", "http", "in-process"]),
  startedAt: v.pipe(v.string(), describe("Wall time, ISO 8601.")),
});

const frames = [
  v.strictObject({ kind: v.literal("request"), ...travelled, verb: v.string(), target: v.string(), headers }),
  v.strictObject({ kind: v.literal("head"), ...travelled, status: whole, headers }),
  v.strictObject({
    kind: v.literal("bytes"),
    ...travelled,
    ...content,
    messages: optional(
      v.pipe(v.array(v.unknown()), describe("The JSON values that the bytes carry, or complete; mostly one.")),
    ),
    outlined: optional(
      v.pipe(v.literal(true), describe("Too large: of params, result and error only their presence is kept.")),
    ),
    fields: optional(v.array(eventField)),
    more: optional(v.pipe(v.literal(true), describe("The message goes on in the next bytes of this exchange."))),
  }),
  v.strictObject({ kind: v.literal("raw"), ...travelled, ...content }),
  v.strictObject({ kind: v.literal("stderr"), ...travelled, ...content }),
  v.strictObject({
    kind: v.literal("session"),
    ...travelled,
    act: v.picklist(["forget", "become"]),
    becomes: optional(v.picklist(REVISIONS)),
  }),
  v.strictObject({
    kind: v.literal("outage"),
    ...travelled,
    downMs: v.pipe(whole, describe("How long the server takes no connection, in milliseconds; all it had are cut.")),
    sessions: v.picklist(["lost", "kept"]),
  }),
  v.strictObject({
    kind: v.literal("close"),
    ...travelled,
    how: v.picklist(["end", "cut", "reset", "exit"]),
    code: optional(v.number()),
    signal: optional(v.string()),
  }),
] as const;

const role = v.pipe(v.picklist(["server", "client"]), describe("Whose process it is."));
const ofProcess = { ...placed, ...client, role };
const processStart = v.strictObject({ kind: v.literal("process-start"), ...ofProcess, argv: v.array(v.string()) });
const processStderr = v.strictObject({ kind: v.literal("process-stderr"), ...ofProcess, ...content });
const processEof = v.strictObject({ kind: v.literal("process-stdin-eof"), ...ofProcess });
const processSignal = v.strictObject({
  kind: v.literal("process-signal"),
  ...ofProcess,
  signal: v.pipe(v.string(), describe("What the lab sent to a process that did not leave.")),
  waitedMs: v.pipe(v.number(), v.minValue(0), describe("How long the lab had waited for that.")),
});
const processExit = v.strictObject({
  kind: v.literal("process-exit"),
  ...ofProcess,
  code: optional(v.number()),
  signal: optional(v.string()),
});
const caller = v.strictObject({
  kind: v.literal("caller"),
  ...placed,
  ...client,
  method: v.pipe(v.string(), describe("Of the request that the caller of a client has made.")),
  name: optional(v.pipe(v.string(), describe("Tool or prompt name, or resource URI."))),
  saw: v.pipe(
    v.picklist(["success", "error", "timeout", "cancelled", "transport_loss"]),
    describe("What the caller saw come of it; cancelled: gave it up."),
  ),
});
const fired = v.strictObject({
  kind: v.literal("fired"),
  ...placed,
  exchange: v.pipe(whole, describe("The exchange that it acts on, from now on.")),
  rule: v.string(),
  faults: v.pipe(v.array(v.string()), describe("The faults and changes of the rule.")),
});
const effect = v.strictObject({
  kind: v.literal("effect"),
  ...placed,
  exchange: v.pipe(whole, describe("The exchange that caused it.")),
  tool: v.string(),
  arguments: v.unknown(),
  execution: v.pipe(ordinal, describe("The how-manieth execution with these arguments it is.")),
});

const footer = v.strictObject({
  kind: v.literal("footer"),
  entries: v.pipe(whole, describe("How many lines stand between header and footer.")),
  leftOut: v.strictObject({
    entries: v.pipe(whole, describe("How many lines more there would have been.")),
    contents: v.pipe(whole, describe("Of how many lines the bytes are not kept.")),
  }),
});

const entries = [
  ...frames,
  processStart,
  processStderr,
  processEof,
  processSignal,
  processExit,
  caller,
  fired,
  effect,
] as const;

export const frameEntrySchema = v.variant("kind", frames);
export const entrySchema = v.variant("kind", entries);
/** One line of a recording. */
export const historyLineSchema = v.variant("kind", [header, ...entries, footer]);

export type HistoryHeader = v.InferOutput<typeof header>;
export type HistoryFooter = v.InferOutput<typeof footer>;
/** One thing that travelled. */
export type FrameEntry = v.InferOutput<typeof frameEntrySchema>;
/** One thing that happened: a frame, or a fact about a process or an effect. */
export type HistoryEntry = v.InferOutput<typeof entrySchema>;
export type HistoryLine = v.InferOutput<typeof historyLineSchema>;
