import { Buffer } from "node:buffer";
import fc from "fast-check";
import { LabError, type LabErrorCode } from "../../src/base/errors.ts";

/** Pieces that mean something to one parser or another. */
const PIECES = [
  ..."\n|\r|\r\n|\t| |\0|:|::|#|#1|=|==|==?|=?base64?|?=|;|,|.|..|/|//|\\|?|&|%|%00|%zz|*|**|-|--|-x|{|}|[|]|[[|]]|(|)|<|>|\"|'|`|$|@|!|~|^|0|-0|1e999|0x7f".split(
    "|",
  ),
  ..."null|true|false|NaN|__proto__|constructor|toString|id|data|data:|event|retry|localhost|127.0.0.1|[::1]|http://|\ud800|\udc00|\ufeff|\u2028|\u{1f600}".split(
    "|",
  ),
];

const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 4 }));

/** Any text. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")),
);

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(6),
  insert: fc.oneof(fc.constant(""), piece),
});

/** Good texts, a few of them changed in a few places, and any text now and then. */
export function textNear(...samples: string[]): fc.Arbitrary<string> {
  const changed = fc.tuple(fc.constantFrom(...samples), fc.array(edit, { maxLength: 4 })).map(([sample, edits]) =>
    edits.reduce((text, { at, remove, insert }) => {
      const start = Math.floor(at * text.length);
      return text.slice(0, start) + insert + text.slice(start + remove);
    }, sample),
  );
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: anyText });
}

/** Any JSON value, objects with odd names among them. */
export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(fc.oneof(fc.constantFrom(...PIECES), fc.string()), fc.jsonValue({ maxDepth: 2 }), {
    noNullPrototype: true,
  }),
);

/** A good value, one of whose members is replaced, left out or added, at any depth. */
export function valueNear(...samples: unknown[]): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(
      fc.constantFrom(...samples),
      fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
      fc.option(anyJson),
      fc.constantFrom(...PIECES),
    )
    .map(([sample, path, value, name]) => change(sample, path, value, name));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: anyJson });
}

function change(sample: unknown, [step = 0, ...rest]: readonly number[], value: unknown, name: string): unknown {
  if (typeof sample !== "object" || sample === null || (rest.length === 0 && step % 7 === 0)) return value;
  const entries = Object.entries(sample);
  const chosen = entries[step % (entries.length + 1)];
  const altered =
    chosen === undefined
      ? [...entries, [name, value]]
      : entries.flatMap(([key, member]) => {
          if (key !== chosen[0]) return [[key, member]];
          return rest.length === 0 && value === null ? [] : [[key, change(member, rest, value, name)]];
        });
  return Array.isArray(sample)
    ? altered.map(([, member]) => member as unknown)
    : Object.fromEntries(altered as [string, unknown][]);
}

/** Bytes, and where they are cut. */
export interface Cut {
  readonly bytes: Buffer;
  readonly sizes: readonly number[];
}

export function cutBytes(...samples: string[]): fc.Arbitrary<Cut> {
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...samples), piece), { maxLength: 30 })
    .map((all) => Buffer.from(all.join("")));
  const bytes = fc.oneof(
    { weight: 4, arbitrary: texts },
    fc.uint8Array({ maxLength: 100 }).map((all) => Buffer.from(all)),
  );
  return fc.record({ bytes, sizes: fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }) });
}

/** The pieces of `bytes`, empty ones among them. */
export function* pieces({ bytes, sizes }: Cut): Generator<Buffer> {
  for (let start = 0, n = 0; start < bytes.length; n++) {
    const size = Math.max(sizes[n % sizes.length] ?? 1, n % 2);
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

/** What `work` gives, or its own error; anything else that it throws is a defect. */
export function orOwnError<T>(code: LabErrorCode, work: () => T): T | LabError {
  try {
    return work();
  } catch (error) {
    if (error instanceof LabError && error.code === code && error.message !== "") return error;
    throw error;
  }
}

export function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}
