/** The first thing wrong with a JSON text: where, and what. */
export interface JsonProblem {
  /** Offset in UTF-16 units. */
  readonly offset: number;
  readonly message: string;
}

export interface JsonScan {
  /** Why the text is not JSON (RFC 8259); undefined where it is. */
  readonly syntax: JsonProblem | undefined;
  /** The first names that an object has twice, in order, at most 20: JSON allows them, and parsers silently keep the last. */
  readonly duplicates: readonly JsonProblem[];
}

const MAX_DUPLICATES = 20;

/**
 * Reads a JSON text for its mistakes alone. Node.js 20 does not always say where a text stops being JSON, and no version tells
 * of a name that stands twice. `maxDepth` bounds the nesting; a deeper text counts as broken.
 */
export function scanJson(text: string, maxDepth: number): JsonScan {
  const duplicates: JsonProblem[] = [];
  try {
    new Scanner(text, maxDepth, duplicates).scan();
    return { syntax: undefined, duplicates };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { syntax: { offset: error.offset, message: error.message }, duplicates };
  }
}

/** Line and column, both from 1, of an offset. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

class SyntaxProblem extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;

class Scanner {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #duplicates: JsonProblem[];
  #at = 0;

  constructor(text: string, maxDepth: number, duplicates: JsonProblem[]) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#duplicates = duplicates;
  }

  scan(): void {
    this.#value(0);
    if (this.#peek() !== undefined) this.#fail(`expected the end of the text, found ${this.#found()}`);
  }

  #value(depth: number): void {
    const next = this.#peek();
    if (depth > this.#maxDepth) this.#fail(`nested deeper than ${this.#maxDepth} levels`);
    if (next === "{") this.#object(depth);
    else if (next === "[") this.#array(depth);
    else if (next === '"') this.#string();
    else if (next === "-" || (next !== undefined && next >= "0" && next <= "9")) {
      if (this.#take(NUMBER) === undefined) this.#fail("expected a number");
    } else {
      const start = this.#at;
      const word = this.#take(WORD);
      if (word === "true" || word === "false" || word === "null") return;
      this.#at = start;
      this.#fail(`expected a value, found ${this.#found()}`);
    }
  }

  #object(depth: number): void {
    const names = new Set<string>();
    this.#at++;
    if (this.#skip("}")) return;
    do {
      if (this.#peek() !== '"') this.#fail(`expected a name in double quotes, found ${this.#found()}`);
      const offset = this.#at;
      // What the expression has matched is a JSON string.
      const name = JSON.parse(this.#string()) as string;
      if (names.has(name) && this.#duplicates.length < MAX_DUPLICATES)
        this.#duplicates.push({ offset, message: `the name ${JSON.stringify(name)} stands here a second time` });
      names.add(name);
      if (!this.#skip(":")) this.#fail(`expected ":", found ${this.#found()}`);
      this.#value(depth + 1);
    } while (this.#skip(","));
    if (!this.#skip("}")) this.#fail(`expected "," or "}", found ${this.#found()}`);
  }

  #array(depth: number): void {
    this.#at++;
    if (this.#skip("]")) return;
    do this.#value(depth + 1);
    while (this.#skip(","));
    if (!this.#skip("]")) this.#fail(`expected "," or "]", found ${this.#found()}`);
  }

  #string(): string {
    const start = this.#at++;
    // Not one expression for the whole: it would need a place on a stack for each escape, and there may be a million.
    do this.#take(PLAIN);
    while (this.#take(ESCAPE) !== undefined);
    if (this.#text[this.#at] === '"') return this.#text.slice(start, ++this.#at);
    this.#at = start;
    return this.#fail("a text that does not end, or holds a line end or an escape that JSON does not know");
  }

  /** The next character that is no white space, which is passed over. */
  #peek(): string | undefined {
    this.#take(SPACE);
    return this.#text[this.#at];
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }

  #found(): string {
    const rest = this.#text.slice(this.#at, this.#at + 20);
    if (rest === "") return "the end of the text";
    return JSON.stringify(/^[\w$]+/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0));
  }

  #fail(message: string): never {
    throw new SyntaxProblem(this.#at, message);
  }
}
