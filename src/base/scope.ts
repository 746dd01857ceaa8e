/** What was opened, closed again in reverse order. Whoever opens something adds how to close it. */
export interface Scope {
  /** Adds a closer. After `dispose` has begun it runs at once. */
  add(close: () => void | Promise<void>): void;
  /** Runs every closer, last first, each once, also when an earlier one failed. Asked twice, the same work is awaited. Throws what failed. */
  dispose(): Promise<void>;
}

/** Creates an empty scope. */
export function createScope(): Scope {
  const closers: (() => void | Promise<void>)[] = [];
  let disposing: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, "several things could not be closed");
  };

  return {
    add(close) {
      closers.push(close);
      if (disposing !== undefined) disposing = disposing.then(run, run);
    },
    dispose: () => (disposing ??= run()),
  };
}
