/** What the server offers of one kind, in the order in which it was added; the order is the one of the lists. */
export class Registry<T> {
  readonly #items = new Map<string, T>();
  readonly #onChange: () => void;
  #version = 0;

  /** `onChange` hears of every later change. */
  constructor(items: Iterable<readonly [string, T]> = [], onChange: () => void = () => {}) {
    for (const [name, item] of items) this.#items.set(name, item);
    this.#onChange = onChange;
  }

  /** Grows with each change: what was made of the items is stale when it differs. */
  get version(): number {
    return this.#version;
  }

  get(name: string): T | undefined {
    return this.#items.get(name);
  }

  items(): readonly T[] {
    return [...this.#items.values()];
  }

  /** Adds an item, or puts it in the place of the one of that name. */
  set(name: string, item: T): void {
    this.#items.set(name, item);
    this.#changed();
  }

  /** Removes an item; whether there was one. */
  delete(name: string): boolean {
    const removed = this.#items.delete(name);
    if (removed) this.#changed();
    return removed;
  }

  #changed(): void {
    this.#version++;
    this.#onChange();
  }
}
