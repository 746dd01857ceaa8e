import { errorText } from "../base/errors.ts";
import { quoted } from "../client/quoted.ts";
import type { FailureKind } from "../protocol/outcome.ts";
import type { OperationResult } from "./adapter.ts";
import type { Sdk } from "./sdk-load.ts";

type Failed = Exclude<OperationResult<never>, { outcome: "success" }>;

/** What the SDK's own codes say. Those that are not here come of an answer that its client would not have: `protocol_error`. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  REQUEST_TIMEOUT: "timeout",
  CONNECTION_CLOSED: "transport_loss",
  NOT_CONNECTED: "transport_loss",
  SEND_FAILED: "transport_loss",
  CLIENT_HTTP_FAILED_TO_OPEN_STREAM: "transport_loss",
  INVALID_RESULT: "invalid_message",
  UNSUPPORTED_RESULT_TYPE: "invalid_message",
  CLIENT_HTTP_UNEXPECTED_CONTENT: "invalid_message",
  // Any HTTP status that is no answer of MCP; as the lab's own client says it.
  CLIENT_HTTP_NOT_IMPLEMENTED: "invalid_message",
};

const MAX_MESSAGE_CHARACTERS = 300;

/** Names of what a body or a message is thrown away with that cannot be read. */
const UNREADABLE = ["SyntaxError", "ZodError", "$ZodError"];

/** What the SDK's client threw at its caller, in the words of this house. Its own name and code stand in the message. */
export function sdkFailure(error: unknown, { ProtocolError }: Pick<Sdk["client"], "ProtocolError">): Failed {
  if (error instanceof ProtocolError) {
    const { code, message, data } = error;
    // What came in an answer is JSON.
    return failed("protocol_error", message, { code, data: data as Failed["failure"]["data"] });
  }
  const kind = kindOf(error);
  return failed(kind, messageOf(error));
}

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof Error)) return "protocol_error";
  const code = codeOf(error);
  // The reason why no era could be agreed on stands behind it.
  if (code === "ERA_NEGOTIATION_FAILED" && error.cause !== undefined) return kindOf(error.cause);
  const known = code === undefined ? undefined : KINDS[code];
  if (known !== undefined) return known;
  if (UNREADABLE.includes(error.name) || UNREADABLE.includes(error.constructor.name)) return "invalid_message";
  // The platform's own `fetch`: no connection, or one that was cut.
  if (error instanceof TypeError && ["fetch failed", "terminated"].includes(error.message)) return "transport_loss";
  return "protocol_error";
}

/** One line: class, code, what it says, and the cause of a failed `fetch`. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return errorText(error);
  const code = codeOf(error);
  const cause = error.cause instanceof Error ? (codeOf(error.cause) ?? error.cause.message) : undefined;
  const title = [error.constructor.name, code].filter((part) => part !== undefined).join(" ");
  // A schema's message is a whole document.
  return `${title}: ${quoted(error.message.replace(/\s+/g, " "), MAX_MESSAGE_CHARACTERS)}${cause === undefined ? "" : ` (${cause})`}`;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function failed(kind: FailureKind, message: string, more: Pick<Failed["failure"], "code" | "data"> = {}): Failed {
  const outcome = kind === "timeout" || kind === "transport_loss" ? kind : "error";
  return { outcome, failure: { kind, message, ...more } };
}
