import { isRequestId, type RequestId } from "../../protocol/json-rpc.ts";
import {
  idOf,
  isAnswer,
  isErrorForNobody,
  isNotification,
  isRequest,
  methodOf,
  otherSide,
  paramsOf,
} from "./message.ts";
import type { EntryOf, SeenCall, SeenExchange, SeenMessage, Side } from "./seen.ts";

interface OpenCall extends SeenCall {
  readonly answers: SeenMessage[];
  readonly cancels: SeenMessage[];
  caller: EntryOf<"caller"> | undefined;
}

/**
 * The requests of a conversation, each with its answers and cancels. Ids are compared with their type. Where the messages may be of
 * several clients, only what stands in the exchange of a request belongs to it.
 */
export function readCalls(messages: readonly SeenMessage[], isOneClient: boolean): OpenCall[] {
  const calls: OpenCall[] = [];
  const latest = { client: new Map<RequestId, OpenCall>(), server: new Map<RequestId, OpenCall>() };
  const find = (from: Side, id: unknown): OpenCall | undefined =>
    isOneClient && isRequestId(id) ? latest[from].get(id) : undefined;
  const own = new Map<unknown, OpenCall>();

  for (const message of messages) {
    const { from, exchange } = message;
    if (isRequest(message)) {
      const call = callOf(message);
      calls.push(call);
      latest[from].set(call.id, call);
      if (from === "client") own.set(exchange, call);
    } else if (isAnswer(message)) {
      const here = from === "server" && exchange.transport === "http" ? own.get(exchange) : undefined;
      const answered = isErrorForNobody(message) || here?.id === message.value.id ? here : undefined;
      (answered ?? find(otherSide(from), message.value.id))?.answers.push(message);
    } else if (isNotification(message, "notifications/cancelled") && isCancel(exchange)) {
      find(from, paramsOf(message).requestId)?.cancels.push(message);
    }
  }
  return calls;
}

/** Over HTTP the modern era has no cancel by message: the closed request is the cancel (CAN-19). */
function isCancel({ transport, era }: SeenExchange): boolean {
  return transport === "stdio" || era === "legacy";
}

/** Tells each call of the clients what its caller saw, where the recording leaves no doubt which call is meant. */
export function matchCallers(callers: readonly EntryOf<"caller">[], calls: readonly OpenCall[]): void {
  for (const caller of callers) {
    const meant = calls.filter((call) => call.from === "client" && call.caller === undefined && fits(caller, call));
    const [call] = meant;
    if (meant.length === 1 && call !== undefined) call.caller = caller;
  }
}

function fits({ sequence, method, name, saw }: EntryOf<"caller">, call: SeenCall): boolean {
  const { request, answers } = call;
  if (request.sequence > sequence || call.method !== method) return false;
  const params = paramsOf(request);
  if (name !== undefined && !request.isOutlined && params.name !== name && params.uri !== name) return false;
  const isAnswered = answers.some((answer) => answer.sequence < sequence);
  if (saw === "success") return isAnswered;
  return saw === "error" || saw === "transport_loss" || !isAnswered;
}

function callOf(request: SeenMessage): OpenCall {
  const [id, method] = [idOf(request), methodOf(request)];
  if (id === undefined || method === undefined) throw new Error("only a request is a call");
  return { from: request.from, id, method, request, answers: [], cancels: [], caller: undefined };
}
