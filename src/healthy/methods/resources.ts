import { errorText } from "../../base/errors.ts";
import { MAX_SUBSCRIPTIONS } from "../../base/limits.ts";
import { ERROR_CODES } from "../../protocol/json-rpc.ts";
import type { Era } from "../../protocol/revision.ts";
import { perform } from "../interaction.ts";
import type { Method } from "../method.ts";
import { pageOf } from "../paging.ts";
import { textParam } from "../params.ts";
import { Refusal } from "../refusal.ts";
import type { ServedCall } from "../served-call.ts";

/** The modern era retired the code of its own that a missing resource had. */
const NOT_FOUND: Readonly<Record<Era, number>> = {
  legacy: ERROR_CODES.resourceNotFound,
  modern: ERROR_CODES.invalidParams,
};

export const listResources: Method = {
  cacheable: true,
  run({ core, exchange, params }) {
    const entries = core.shelf.resources.entries(exchange.revision);
    const page = pageOf("resources/list", entries, params.cursor, core.pageSize);
    return page instanceof Refusal ? page : { resources: page.items, nextCursor: page.nextCursor };
  },
};

export const listTemplates: Method = {
  cacheable: true,
  run({ core, exchange, params }) {
    const entries = core.shelf.templates.entries(exchange.revision);
    const page = pageOf("resources/templates/list", entries, params.cursor, core.pageSize);
    return page instanceof Refusal ? page : { resourceTemplates: page.items, nextCursor: page.nextCursor };
  },
};

export const readResource: Method = {
  cacheable: true,
  run(call) {
    const uri = textParam(call.params, "uri");
    if (uri instanceof Refusal) return uri;
    const found = call.core.shelf.find(uri);
    if (found === undefined) return notFound(call, uri);
    return perform(call, found.resource, found.reading, readFailed);
  },
};

export const subscribe: Method = {
  run(call) {
    const { core, params, peer, request } = call;
    const uri = textParam(params, "uri");
    if (uri instanceof Refusal) return uri;
    // Without a session an update could not reach the client, and the capability is not declared.
    if (peer.kind === "stateless")
      return new Refusal(ERROR_CODES.methodNotFound, `Method not found without a session: ${request.method}`);
    if (core.shelf.find(uri) === undefined) return notFound(call, uri);
    if (peer.subscriptions.size >= MAX_SUBSCRIPTIONS && !peer.subscriptions.has(uri))
      return new Refusal(ERROR_CODES.internalError, `At most ${MAX_SUBSCRIPTIONS} resources can be subscribed to`);
    peer.subscriptions.add(uri);
    return {};
  },
};

export const unsubscribe: Method = {
  run({ params, peer }) {
    const uri = textParam(params, "uri");
    if (uri instanceof Refusal) return uri;
    peer.subscriptions.delete(uri);
    return {};
  },
};

function notFound(call: ServedCall, uri: string): Refusal {
  return new Refusal(NOT_FOUND[call.exchange.era], `Resource not found: ${uri}`, { data: { uri } });
}

function readFailed(error: unknown): Refusal {
  return new Refusal(ERROR_CODES.internalError, `The resource could not be read: ${errorText(error)}`);
}
