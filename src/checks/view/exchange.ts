import type { FrameEntry } from "../../history/schema.ts";
import { envelopeRevision } from "../../protocol/envelope.ts";
import { isObject } from "../../protocol/json.ts";
import { MODERN_REVISION, type Era } from "../../protocol/revision.ts";
import { isRequest, methodOf } from "./message.ts";
import type { EntryOf, SeenExchange, SeenMessage } from "./seen.ts";

/** Reads all frames of one exchange. */
export function readExchange(frames: readonly [FrameEntry, ...FrameEntry[]]): SeenExchange {
  return new Exchange(frames);
}

/** A fault wrote or changed the frame, or acted on what its sender sends in the exchange. */
export function isTouchedFrame({ fault, armed }: Pick<FrameEntry, "fault" | "armed">): boolean {
  return fault !== undefined || (armed !== undefined && armed.length > 0);
}

class Exchange implements SeenExchange {
  readonly frames: SeenExchange["frames"];
  readonly messages: SeenExchange["messages"];
  readonly transport: SeenExchange["transport"];
  readonly connection: SeenExchange["connection"];
  readonly era: SeenExchange["era"];
  readonly revision: SeenExchange["revision"];
  readonly method: SeenExchange["method"];
  readonly asked: SeenExchange["asked"];
  readonly request: SeenExchange["request"];
  readonly head: SeenExchange["head"];
  readonly leftAt: SeenExchange["leftAt"];
  readonly ended: SeenExchange["ended"];

  constructor(frames: readonly [FrameEntry, ...FrameEntry[]]) {
    const [first] = frames;
    const closes = frames.filter((frame) => frame.kind === "close");
    this.frames = frames;
    this.transport = first.transport;
    this.connection = first.connection;
    this.revision = first.revision;
    this.request = frames.find((frame) => frame.kind === "request");
    this.head = frames.find((frame) => frame.kind === "head");
    this.leftAt = closes.find(({ direction }) => direction === "to-server")?.sequence;
    this.ended = closes.find(({ direction }) => direction === "to-client");
    this.messages = this.#read();
    this.asked = this.messages.find((message) => message.from === "client" && isRequest(message));
    this.method = (this.asked === undefined ? undefined : methodOf(this.asked)) ?? first.method;
    this.era = this.#eraAfter(first);
  }

  get isStream(): boolean {
    return this.answerHeader("content-type")?.toLowerCase().startsWith("text/event-stream") ?? false;
  }

  requestHeader(name: string): string | undefined {
    return headerOf(this.request, name);
  }

  answerHeader(name: string): string | undefined {
    return headerOf(this.head, name);
  }

  /** The era of a request is what it carries; who refuses one before reading it may not know. */
  #eraAfter({ method, era }: FrameEntry): Era {
    if (this.requestHeader("mcp-protocol-version") === MODERN_REVISION) return "modern";
    if (this.messages.some(({ from, value }) => from === "client" && envelopeRevision(value) !== undefined))
      return "modern";
    return method === "$refused" ? "legacy" : era;
  }

  #read(): SeenMessage[] {
    const underWay = { "to-client": false, "to-server": false };
    return this.frames.flatMap((frame) => {
      if (frame.kind !== "bytes") return [];
      // A message that travels in pieces is the fault's where one of them is.
      const isTouched = isTouchedFrame(frame) || underWay[frame.direction];
      underWay[frame.direction] = frame.more === true && isTouched;
      return (frame.messages ?? []).filter(isObject).map((value) => ({
        sequence: frame.sequence,
        from: frame.direction === "to-server" ? ("client" as const) : ("server" as const),
        value,
        exchange: this,
        isTouched,
        isOutlined: frame.outlined === true,
      }));
    });
  }
}

function headerOf(entry: EntryOf<"request" | "head"> | undefined, wanted: string): string | undefined {
  const values = (entry?.headers ?? []).filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}
