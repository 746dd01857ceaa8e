import { clip } from "../base/clip.ts";
import { ERROR_CODES, error, type JsonRpcError, type RequestId } from "../protocol/json-rpc.ts";
import type { Json } from "../protocol/json.ts";

/** Why a request is answered by a JSON-RPC error. A value and not an exception: what a peer does wrong is data. */
export class Refusal {
  readonly code: number;
  readonly message: string;
  readonly data: Json | undefined;
  /** HTTP status, where it is not 200. */
  readonly status: number | undefined;

  constructor(code: number, message: string, details: { data?: Json; status?: number } = {}) {
    this.code = code;
    this.message = clip(message);
    this.data = details.data;
    this.status = details.status;
  }

  answer(id: RequestId): JsonRpcError {
    return error(id, this.code, this.message, this.data);
  }
}

export function invalidParams(message: string, data?: Json): Refusal {
  return new Refusal(ERROR_CODES.invalidParams, message, data === undefined ? {} : { data });
}
