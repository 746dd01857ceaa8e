/** Colours for verdicts, or none. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
}

/** Creates the colours of a terminal; without `colour` every text stays as it is. */
export function createPaint(colour: boolean): Paint {
  const wrap = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  return { good: wrap(32), bad: wrap(31) };
}
