/** What happened, in order, and a way to wait for what has not happened yet. */
export class Witness {
  readonly all: string[] = [];
  readonly #waiting = new Set<() => void>();

  tell(text: string): void {
    this.all.push(text);
    for (const look of [...this.#waiting]) look();
  }

  /** The first text told after `from` texts that contains `text`; waits for it. */
  until(text: string, from = 0): Promise<string> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.all.slice(from).find((told) => told.includes(text));
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }
}
