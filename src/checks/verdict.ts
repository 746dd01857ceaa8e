/** `inconclusive`: it came to it, and what was recorded proves neither. */
export type Verdict = "obeyed" | "violated" | "not-exercised" | "inconclusive";

/** How binding a finding is. `robustness`: the specification is silent. `note`: it has no keyword, or only MAY. */
export type Level = "MUST" | "SHOULD" | "robustness" | "note";

/** Who has sent something, or is judged. */
export type Side = "client" | "server";
