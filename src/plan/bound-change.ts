import type { GenericSchema } from "valibot";

/** A change of what the healthy server offers, bound to one server: what rules can arm beside faults. */
export interface BoundChange {
  readonly name: string;
  readonly params: GenericSchema;
  /** Alters the server; `params` have been checked. */
  apply(params: unknown): void;
}

/** A change with its parameters, ready to happen when its rule fires. */
export interface ReadyChange {
  readonly name: string;
  happen(): void;
}
