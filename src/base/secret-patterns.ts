import { Buffer } from "node:buffer";

/** Longest secret of which every single character is looked for in all its spellings; of longer ones only the special characters are. */
const MAX_TOLERANT_CHARACTERS = 128;
/** A longer secret is looked for piece by piece: a pattern has no room for more. */
const MAX_PATTERN_CHARACTERS = 1_024;
/** Base64 digits, in both alphabets. */
const BASE64_DIGIT = "[A-Za-z0-9+/_-]";

/** One way in which a secret may stand in a text. */
export interface SecretPattern {
  /** Stands in every text in which `pattern` is found, save those that escape even letters and digits; may be empty. */
  readonly anchor: string;
  /** Never matches an empty text. */
  readonly pattern: RegExp;
}

/**
 * What finds one secret: as it is, with any of its characters percent-encoded or escaped as in JSON (also JSON within JSON), and
 * inside Base64 or Base64url text at any alignment.
 */
export function secretPatterns(secret: string): SecretPattern[] {
  if (secret.length <= MAX_PATTERN_CHARACTERS)
    return [plainPattern(secret), ...base64Patterns(secret, `${BASE64_DIGIT}?`)];
  // Between two pieces nothing may be taken that belongs to the next.
  return piecesOf(secret).flatMap((piece) => [plainPattern(piece), ...base64Patterns(piece, "")]);
}

function plainPattern(secret: string): SecretPattern {
  return { anchor: longestRun(secret), pattern: new RegExp(spellings(secret), "g") };
}

/** Cut between characters into equal pieces: none is short enough to be an ordinary word. */
function piecesOf(secret: string): string[] {
  const characters = Array.from(secret);
  const most = MAX_PATTERN_CHARACTERS / 2; // a character has at most two units
  const size = Math.ceil(characters.length / Math.ceil(characters.length / most));
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size).join(""));
}

/** The longest piece that no usual encoding alters. */
function longestRun(text: string): string {
  const runs = text.match(/[A-Za-z0-9]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

function spellings(secret: string): string {
  const tolerant = secret.length <= MAX_TOLERANT_CHARACTERS;
  return Array.from(secret)
    .map((character) => (tolerant || !/[A-Za-z0-9]/.test(character) ? spellingsOf(character) : character))
    .join("");
}

function spellingsOf(character: string): string {
  const percent = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`).join("");
  const escaped = character
    .split("") // UTF-16 code units, as JSON escapes them
    .map((unit) => `\\\\{1,8}u${anyCase(unit.charCodeAt(0).toString(16).padStart(4, "0"))}`)
    .join("");
  return `(?:${[...literals(character), percent, escaped].join("|")})`;
}

/** How JSON, HTML and forms may write a character otherwise than by its number. */
function literals(character: string): string[] {
  switch (character) {
    case "\\":
      return ["\\\\{1,8}"];
    case '"':
      return ['\\\\{0,8}"', "&quot;"];
    case "/":
      return ["\\\\{0,8}/"];
    case "\n":
      return ["\n", "\\\\{1,8}n"];
    case "\r":
      return ["\r", "\\\\{1,8}r"];
    case "\t":
      return ["\t", "\\\\{1,8}t"];
    case "\b":
      return ["[\\b]", "\\\\{1,8}b"];
    case "\f":
      return ["\f", "\\\\{1,8}f"];
    case " ":
      return [" ", "\\+"];
    case "&":
      return ["&", "&amp;"];
    case "<":
      return ["<", "&lt;"];
    case ">":
      return [">", "&gt;"];
    case "'":
      return ["'", "&#0?39;"];
    default:
      return [literal(character)];
  }
}

/**
 * A secret inside a longer Base64 text begins at one of three places in a group; the digits that it alone decides are looked for.
 * `edge` matches the digits at both edges, which hold some bits of the secret, too.
 */
function base64Patterns(secret: string, edge: string): SecretPattern[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const digits = bytes.toString("base64").replace(/=+$/, "");
    const own = digits.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    const text = Array.from(own, base64Digit).join("");
    const source = `${offset === 0 ? "" : edge}${text}${edge}={0,2}`;
    return { anchor: longestRun(own), pattern: new RegExp(source, "g") };
  });
}

function base64Digit(digit: string): string {
  if (digit === "+") return "(?:[+-]|%2[Bb])";
  if (digit === "/") return "(?:\\\\{0,8}/|_|%2[Ff])";
  return digit;
}

function literal(character: string): string {
  return /[$()*+.?[\]^{|}\\/-]/.test(character) ? `\\${character}` : character;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
