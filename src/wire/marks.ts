import type { Frame, Frames } from "./frame.ts";

/**
 * Knows which fault wrote a frame. A frame that a transform was given comes out of it unmarked, once; whatever else comes out is the
 * fault's own. Frames are told apart by identity, so a fault changes a frame by making a new one.
 */
export class Marks {
  readonly #authors = new WeakMap<Frame, string>();

  /** The fault that wrote or changed `frame` last; undefined for what the healthy side sent. */
  author(frame: Frame): string | undefined {
    return this.#authors.get(frame);
  }

  /** `to` stands for `from` from here on: it was only encoded. */
  derive(from: Frame, to: Frame): void {
    const author = this.#authors.get(from);
    if (author !== undefined) this.#authors.set(to, author);
  }

  /** Frames through a fault's transform, marked as they come out. */
  around(fault: string, frames: Frames, transform: (frames: Frames) => Frames): AsyncIterableIterator<Frame, unknown> {
    // Weak, since a fault may swallow what it was given: an endless stream must not be remembered.
    const given = new WeakSet<Frame>();
    const source = frames[Symbol.asyncIterator]();
    const give = (step: IteratorResult<Frame, unknown>): IteratorResult<Frame, unknown> => {
      if (step.done !== true) given.add(step.value);
      return step;
    };
    const input: AsyncIterableIterator<Frame, unknown> = {
      next: async () => give(await source.next()),
      // `yield* frames` hands on what is thrown at it: the fault further in may be the one that waits for it.
      throw: async (error: unknown) => {
        if (source.throw === undefined) throw error;
        return give(await source.throw(error));
      },
      return: async () => (await source.return?.()) ?? END,
      [Symbol.asyncIterator]: () => input,
    };
    const output: AsyncIterator<Frame, unknown> = transform(input)[Symbol.asyncIterator]();
    const mark = (step: IteratorResult<Frame, unknown>): IteratorResult<Frame, unknown> => {
      if (step.done === true || given.delete(step.value)) return step;
      // A copy: the same frame may come out twice, and only once was it given.
      const own = { ...step.value };
      this.#authors.set(own, fault);
      return { done: false, value: own };
    };
    const marked: AsyncIterableIterator<Frame, unknown> = {
      next: async () => mark(await output.next()),
      throw: async (error: unknown) => {
        if (output.throw === undefined) throw error;
        return mark(await output.throw(error));
      },
      return: async () => (await output.return?.()) ?? END,
      [Symbol.asyncIterator]: () => marked,
    };
    return marked;
  }
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };
