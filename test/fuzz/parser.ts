import type fc from "fast-check";

/** A parser of the product under random input. */
export interface Parser<I = unknown> {
  readonly name: string;
  readonly input: fc.Arbitrary<I>;
  /** Parses one input. Throws where the parser threw anything but its own error, or did not keep what it promises. */
  read(input: I): void;
  /** Inputs of a size that could take more than linear time, each made so that parsing it takes some milliseconds at size 1. */
  readonly growing: Readonly<Record<string, (size: number) => I>>;
}

/** Only gives the parser its types. */
export function defineParser<I>(parser: Parser<I>): Parser {
  // Each parser is only ever given what its own `input` and `growing` make.
  return parser as unknown as Parser;
}
