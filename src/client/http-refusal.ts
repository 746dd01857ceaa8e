import type { Exchange } from "../protocol/exchange.ts";
import { classify, type RequestId } from "../protocol/json-rpc.ts";
import { isObject } from "../protocol/json.ts";
import type { HttpAnswer } from "../wire/http-port.ts";
import { collect, type ReadingContext } from "./answer-reader.ts";
import { headerOf, mediaTypeOf } from "./http-headers.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { invalidMessage, type ClientFailure } from "./outcome.ts";
import { described, quoted } from "./quoted.ts";
import { readBytes, type ReadText } from "./read-message.ts";

/**
 * Reads what came with a status other than 2xx. A JSON-RPC error of the request, or one that names no request, is what the server
 * meant; anything else is no MCP answer, and the message says what it is.
 */
export async function readRefusal(
  answer: HttpAnswer,
  exchange: Exchange,
  reading: ReadingContext,
): Promise<ClientFailure> {
  const { status, headers } = answer;
  const httpStatus = status;
  if (status >= 300 && status < 400) {
    reading.controller.abort();
    const to = headerOf(headers, "location");
    const where = to === undefined ? "" : ` to ${quoted(to)}`;
    return { ...invalidMessage(`HTTP ${status} redirects${where}, and redirects are refused`), httpStatus };
  }
  const body = await collect(answer, reading.controller);
  if (!body.ok) return { ...body.failure, httpStatus };
  const read = readBytes(body.value);
  const of = isObject(read.value) ? read.value : undefined;
  reading.events.saw({ kind: "bytes", bytes: body.value, of }, exchange);
  const meant = jsonRpcError(read, exchange);
  if (typeof meant !== "string") return { ...meant, httpStatus };
  const type = mediaTypeOf(headers);
  const retryAfter = headerOf(headers, "retry-after");
  const details = [
    type === "" ? "no content type" : quoted(type),
    ...(retryAfter === undefined ? [] : [`Retry-After: ${quoted(retryAfter, 40)}`]),
  ].join(", ");
  return { ...invalidMessage(`HTTP ${status} (${details}): ${meant}`), httpStatus };
}

function jsonRpcError(read: ReadText, exchange: Exchange): ClientFailure | string {
  const text = quoted(read.excerpt);
  if (!isObject(read.value)) return text === "" ? "an empty body" : `no JSON-RPC error, but ${JSON.stringify(text)}`;
  const { error, id } = read.value;
  if (!isObject(error)) return `no JSON-RPC error, but ${JSON.stringify(text)}`;
  const classified = classify(read.value);
  if (classified.kind !== "response")
    return `a broken JSON-RPC error${classified.kind === "invalid" ? `: ${classified.reason}` : ""}`;
  const asked: RequestId | undefined = exchange.request?.id;
  if (id !== undefined && id !== null && asked !== undefined && id !== asked)
    return `a JSON-RPC error whose "id" is ${described(id)}, not ${described(asked)}`;
  const judged = judgeAnswer(classified.message, exchange.era);
  return judged.ok ? "a result" : judged.failure;
}
