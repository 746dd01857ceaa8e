/** Text of a peer as it may stand in a message: on one line, without control characters, at most `limit` characters. */
export function quoted(text: string, limit = 120): string {
  // Cut first: the text may be as long as the longest message.
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  // oxlint-disable-next-line no-control-regex -- control characters are just what must not reach a terminal
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}

/** What a JSON value is, in words; values themselves are not repeated, save short ones. */
export function described(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return `the string ${JSON.stringify(quoted(value, 60))}`;
  return typeof value === "number" || typeof value === "boolean" ? `the ${typeof value} ${value}` : `a ${typeof value}`;
}
