import type { Parser } from "./parser.ts";
import * as bytes from "./parsers/byte-parsers.ts";
import * as documents from "./parsers/document-parsers.ts";
import * as http from "./parsers/http-parsers.ts";
import * as texts from "./parsers/text-parsers.ts";

/** Every parser of the product that reads what somebody else wrote. */
export const PARSERS: readonly Parser[] = [bytes, documents, http, texts].flatMap((each) => Object.values(each));
