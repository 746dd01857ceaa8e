import type { Link } from "./link.ts";

/** Decides whether a link is read from, where several have a say. It is while nobody objects. */
export class InputGate {
  readonly #link: Pick<Link, "pause" | "resume">;
  /** Who wants the input piece by piece. */
  readonly #paced = new Set<object>();
  #mayTakeOne = false;
  #isHeld = false;
  #isOpen = true;

  constructor(link: Pick<Link, "pause" | "resume">) {
    this.#link = link;
  }

  /** Nothing is read until `letGo`. */
  hold(): void {
    this.#isHeld = true;
    this.#update();
  }

  letGo(): void {
    this.#isHeld = false;
    this.#update();
  }

  /** One more piece is read, and then nothing until `owner` asks again or has enough. */
  takeOne(owner: object): void {
    this.#paced.add(owner);
    this.#mayTakeOne = true;
    this.#update();
  }

  /** `owner` does not care any more. */
  leave(owner: object): void {
    if (this.#paced.delete(owner)) this.#update();
  }

  /** A piece has been read. */
  taken(): void {
    if (this.#paced.size === 0) return;
    this.#mayTakeOne = false;
    this.#update();
  }

  #update(): void {
    const isOpen = !this.#isHeld && (this.#paced.size === 0 || this.#mayTakeOne);
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) this.#link.resume();
    else this.#link.pause();
  }
}
