import { isPlainWord } from "./plain-words.ts";
import { Buffer } from "node:buffer";
import { secretPatterns, type SecretPattern } from "./secret-patterns.ts";

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";
/** Shorter values cannot be told from ordinary text (SPEC 12). */
export const MIN_SECRET_CHARACTERS = 4;
/** A credential that was only seen is looked for elsewhere from this length on: what was not named may be an ordinary word. */
const MIN_LEARNED_CHARACTERS = 8;
const MAX_LEARNED = 256;

type HeaderList = readonly (readonly [name: string, value: string])[];

/** Takes secrets out of whatever leaves the process: recordings, reports, error texts, logs. */
export interface Redactor {
  /** From now on `secret` is taken out, in every usual encoding. False where it is too short (under 4 characters), which deserves a warning. */
  add(secret: string): boolean;
  /** `text` without secrets: the added ones, and without being named credentials in queries of URLs, in URLs before `@`, and in lines or members named like a credential header. */
  text(text: string): string;
  /** Bytes without secrets; the same object where there is none. */
  bytes(bytes: Uint8Array): Uint8Array;
  /** A JSON value without secrets, in strings, numbers and names of members; the same object where there is none. */
  json(value: unknown): unknown;
  /** Headers without secrets. The value of a credential header is remembered, so that an echo of it is found. */
  headers(headers: HeaderList): HeaderList;
  /** Arguments of a command without secrets, those of options named like a credential included. */
  argv(argv: readonly string[]): string[];
}

/** SPEC 8: secret without being named. */
const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];
const CREDENTIAL_NAME = /token|key|secret|password|code/i;

/** Without any of these nothing below can be found; most texts have none. */
const MAY_HOLD_CREDENTIAL = /[=@]|authorization|cookie/i;
const QUERY_PAIR = /(^|[?&#]|\\{1,8}u0026|&amp;)([^=&?#;\s"'<>\\]{1,256})=([^&#\s"'<>\\]+)/g;
/** No usual encoder writes a letter or digit like this. */
const ESCAPED_ALPHANUMERIC = /%[3-7][0-9A-Fa-f]|\\u00[3-7][0-9A-Fa-f]/;
const USER_INFO = /(:\/\/)[^\s/?#@"'<>\\]{1,1024}@/g;
const HEADER_NAMES = "\\b(?:proxy-)?authorization|\\bset-cookie|\\bcookie";
/** `"cookie":"…"`, `"cookie", "…"`, and the same as JSON within JSON. */
const QUOTED_HEADER = new RegExp(
  `((?:${HEADER_NAMES})(\\\\{0,8})"\\s{0,4}[:,]\\s{0,4}\\2")([^\\r\\n]{0,16384}?)(?=(?<!\\\\)\\2")`,
  "gi",
);
/** `Cookie: …` up to the end of the line; quotes only as in `realm="…"`. */
const HEADER_LINE = new RegExp(
  `((?:${HEADER_NAMES})\\s{0,4}[:=]\\s{0,4})((?:[^\\r\\n"\\\\]|(?<=[a-z]=)"[^\\r\\n"\\\\]*"){1,16384})`,
  "gi",
);

/** Creates a redactor for `secrets`. */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  return new SecretRedactor(secrets);
}

class SecretRedactor implements Redactor {
  readonly #named = new Set<string>();
  readonly #learned = new Set<string>();
  /** Of all secrets, the longest first: what holds another secret goes as a whole. */
  #patterns: SecretPattern[] = [];
  readonly #compiled = new Map<string, SecretPattern[]>();
  #stale = false;

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): boolean {
    if (secret.length < MIN_SECRET_CHARACTERS) return false;
    // Whoever prints a secret of several lines prints them one by one.
    const lines = secret.split(/[\r\n]+/).filter((line) => line.length >= MIN_LEARNED_CHARACTERS);
    for (const each of [secret, ...lines]) this.#named.add(each);
    this.#stale = true;
    return true;
  }

  text(text: string): string {
    if (isPlainWord(text)) return text;
    return this.#withoutSecrets(MAY_HOLD_CREDENTIAL.test(text) ? this.#withoutCredentials(text) : text);
  }

  #withoutCredentials(text: string): string {
    return text
      .replace(QUERY_PAIR, (pair, before: string, name: string, value: string) => {
        if (!CREDENTIAL_NAME.test(decoded(name))) return pair;
        this.#learn(value);
        this.#learn(decoded(value));
        return `${before}${name}=${REDACTED}`;
      })
      .replace(USER_INFO, `$1${REDACTED}@`)
      .replace(QUOTED_HEADER, `$1${REDACTED}`)
      .replace(HEADER_LINE, `$1${REDACTED}`);
  }

  bytes(bytes: Uint8Array): Uint8Array {
    // Every byte becomes one character and back, whatever the bytes are.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    const redacted = this.text(text);
    return redacted === text ? bytes : Buffer.from(redacted, "latin1");
  }

  json(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.text(String(value)) === String(value) ? value : REDACTED;
    if (Array.isArray(value)) return this.#list(value);
    if (typeof value !== "object" || value === null) return value;
    let changed = false;
    const entries = Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => {
      const entry: [string, unknown] = [this.text(name), this.#member(name, member)];
      changed ||= entry[0] !== name || entry[1] !== member;
      return entry;
    });
    return changed ? Object.fromEntries(entries) : value;
  }

  headers(headers: HeaderList): HeaderList {
    return headers.map(([name, value]) => {
      if (!isCredentialHeader(name)) return [this.text(name), this.text(value)];
      this.#learnHeader(value);
      return [name, REDACTED];
    });
  }

  argv(argv: readonly string[]): string[] {
    return argv.map((argument, index) => {
      const previous = argv[index - 1];
      if (previous !== undefined && isCredentialOption(previous) && !argument.startsWith("-")) return REDACTED;
      const equals = argument.indexOf("=");
      if (equals > 0 && isCredentialOption(argument.slice(0, equals))) return argument.slice(0, equals + 1) + REDACTED;
      return this.text(argument);
    });
  }

  #list(list: readonly unknown[]): unknown {
    const redacted = list.map((item, index): unknown => {
      const before: unknown = list[index - 1]; // headers as a flat list, or as pairs
      return this.#member(typeof before === "string" ? before : "", item);
    });
    return redacted.some((item, index) => item !== list[index]) ? redacted : list;
  }

  #member(name: string, value: unknown): unknown {
    if (!isCredentialHeader(name)) return this.json(value);
    if (typeof value === "string") {
      this.#learnHeader(value);
      return REDACTED;
    }
    return Array.isArray(value) && value.every((item) => typeof item === "string")
      ? value.map(() => REDACTED)
      : this.json(value);
  }

  /** `Bearer TOKEN`, `a=1; b=2`: the parts are what an echo would hold. */
  #learnHeader(value: string): void {
    this.#learn(value);
    for (const part of value.split(/[;,\s]+/)) {
      this.#learn(part);
      const equals = part.indexOf("=");
      if (equals > 0) this.#learn(part.slice(equals + 1).replace(/^"|"$/g, ""));
    }
    const basic = /^basic\s+([A-Za-z0-9+/=]+)$/i.exec(value.trim())?.[1];
    if (basic !== undefined)
      this.#learn(
        Buffer.from(basic, "base64")
          .toString("utf8")
          .replace(/^[^:]*:/, ""),
      );
  }

  #learn(value: string): void {
    if (value.length < MIN_LEARNED_CHARACTERS || value === REDACTED) return;
    if (this.#named.has(value) || this.#learned.has(value)) return;
    this.#learned.add(value);
    this.#stale = true;
    if (this.#learned.size <= MAX_LEARNED) return;
    for (const oldest of this.#learned) {
      this.#learned.delete(oldest);
      this.#compiled.delete(oldest);
      return;
    }
  }

  #withoutSecrets(text: string): string {
    if (this.#stale) this.#compile();
    if (this.#patterns.length === 0) return text;
    const exotic = ESCAPED_ALPHANUMERIC.test(text);
    let left = text;
    for (const { anchor, pattern } of this.#patterns) {
      // Most texts hold no secret, and looking for the anchor costs a hundredth of looking for the pattern.
      if (exotic || text.includes(anchor)) left = left.replace(pattern, REDACTED);
    }
    return left;
  }

  #compile(): void {
    this.#stale = false;
    const secrets = [...this.#named, ...this.#learned].sort((a, b) => b.length - a.length);
    this.#patterns = secrets.flatMap((secret) => {
      let patterns = this.#compiled.get(secret);
      if (patterns === undefined) {
        const bytes = asLatin1(secret);
        patterns = [...secretPatterns(secret), ...(bytes === undefined ? [] : secretPatterns(bytes))];
        this.#compiled.set(secret, patterns);
      }
      return patterns;
    });
  }
}

function isCredentialHeader(name: string): boolean {
  return CREDENTIAL_HEADERS.includes(name.toLowerCase());
}

function isCredentialOption(argument: string): boolean {
  return argument.startsWith("-") && !argument.includes("=") && CREDENTIAL_NAME.test(argument);
}

/** How the UTF-8 bytes of a secret look when each is read as one character. */
function asLatin1(secret: string): string | undefined {
  const text = Buffer.from(secret).toString("latin1");
  return text === secret ? undefined : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
