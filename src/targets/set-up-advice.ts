import type { ClientFailure } from "../client/outcome.ts";
import { eraOf, type Revision } from "../protocol/revision.ts";

/** What a user can do about a failure of the system or of TLS, by what Node.js calls it. */
const BY_REASON: Readonly<Record<string, string>> = {
  ENOENT: "is it installed, and is it on PATH?",
  EACCES: "is it a program, and may it be executed?",
  ENOTDIR: "cwd has to name a folder",
  ECONNREFUSED: "nothing listens there: is the server running, and is this its port?",
  ENOTFOUND: "no such host: is the URL right?",
  EAI_AGAIN: "the host's name could not be looked up: is there a network?",
  ETIMEDOUT: "nobody answers there: does a firewall or a proxy stand between?",
  EPROTO: "that is no TLS: should the URL begin with http?",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

/** A certificate that leads to nobody who is trusted: one's own authority, or a proxy that opens TLS. */
const UNKNOWN_AUTHORITY =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/;

const BY_STATUS: Readonly<Record<number, string>> = {
  401: "it wants credentials: headerEnv takes them from a variable",
  403: "it refuses these credentials, or whoever comes from here",
  404: "is the path of the URL right?",
  405: "is the path of the URL right?",
  407: "a proxy stands between and wants credentials",
  502: "a proxy stands between and does not reach the server",
  503: "the server is not ready, or a proxy does not reach it",
  504: "a proxy stands between and does not reach the server",
};

/** The failure of a set-up with what its reader can do about it; as it is where nothing is known. */
export function withAdvice(failure: ClientFailure, asked: Revision | "auto"): ClientFailure {
  const advice = adviceFor(failure, asked);
  return advice === undefined ? failure : { ...failure, message: `${failure.message}; ${advice}` };
}

function adviceFor(failure: ClientFailure, asked: Revision | "auto"): string | undefined {
  const { kind, message, reason = "", httpStatus } = failure;
  if (UNKNOWN_AUTHORITY.test(reason))
    return "Node.js does not know who signed its certificate: NODE_EXTRA_CA_CERTS names a file with that authority";
  if (reason.startsWith("HPE_")) return "is this the port of an HTTP server, and should the URL begin with https?";
  if (reason.startsWith("ERR_SSL_")) return BY_REASON["EPROTO"];
  const byReason = BY_REASON[reason];
  if (byReason !== undefined) return byReason;
  const byStatus = httpStatus === undefined ? undefined : BY_STATUS[httpStatus];
  if (byStatus !== undefined) return byStatus;
  if (/\btext\/html\b/.test(message)) return "a web page or a proxy answers in place of an MCP server";
  if (kind !== "protocol_error" || asked === "auto") return undefined;
  const other = eraOf(asked) === "modern" ? "2025-11-25" : "2026-07-28";
  return `a named revision never falls back: leave protocolVersion out, or try ${other}`;
}
