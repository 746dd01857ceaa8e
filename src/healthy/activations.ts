/** Counts the calls of fault tools that have not ended (SPEC 3.1): one counter for each connection or session, one for the rest. */
export class Activations {
  readonly limit: number;
  #pending = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get pending(): number {
    return this.#pending;
  }

  /** Takes a place; the returned function gives it back, once however often it is called. Undefined where all are taken. */
  take(): (() => void) | undefined {
    if (this.#pending >= this.limit) return undefined;
    this.#pending++;
    let held = true;
    return () => {
      if (held) this.#pending--;
      held = false;
    };
  }
}
