import { MAX_SAID_CHARACTERS } from "./limits.ts";

/** A text that repeats what a peer has sent, cut to a bounded length; says how much is missing. */
export function clip(text: string): string {
  const more = text.length - MAX_SAID_CHARACTERS;
  return more > 0 ? `${text.slice(0, MAX_SAID_CHARACTERS)}… (${more} characters more)` : text;
}
