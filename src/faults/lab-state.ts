const SHORT = "lab-state";
/** In characters that writers of JSON treat differently: two bytes, three bytes, a slash. */
const UNIT = "lab-state/\u00fc\u20ac";
const UNITS = 80_660;

/** A state without a meaning, for results that ask for input. */
export function labState(size: "short" | "large"): string {
  return size === "short" ? SHORT : UNIT.repeat(UNITS);
}

/**
 * Whether a client has brought such a state back just as it was. Nobody has signed it: whoever brings it is served as one who brings
 * none, and a changed one is refused like every state that is not ours.
 */
export function isLabState(state: string): boolean {
  return state === SHORT || (state.length === UNIT.length * UNITS && state === labState("large"));
}
