import type { GenericSchema, InferOutput } from "valibot";
import * as v from "valibot";
import type { BoundChange } from "../../plan/bound-change.ts";
import type { Changes } from "../offers/changes.ts";

/**
 * One way to alter what the server offers while it runs, declared once; the twin of a fault. The server stays correct: it only is
 * another one from then on. Armed by the same rules, it happens before the exchange that fires it is served, and lasts.
 */
export interface ChangeDeclaration<S extends GenericSchema = GenericSchema> {
  /** snake_case. */
  readonly name: string;
  readonly title: string;
  /** One sentence: what is altered. */
  readonly summary: string;
  readonly params: S;
  readonly examples: readonly [InferOutput<S>, ...InferOutput<S>[]];
  /** What a robust client does. */
  readonly robust: string;
  /** Alters what is offered. What is not there to be altered is left alone. */
  apply(params: InferOutput<S>, offers: Changes): void;
}

/** Declares a change; only gives the declaration its types. */
export function defineChange<S extends GenericSchema>(declaration: ChangeDeclaration<S>): ChangeDeclaration<S> {
  return declaration;
}

/** Whether clients that want to hear of the change are told; a member of every change's parameters. */
export const announced = v.optional(
  v.pipe(
    v.boolean(),
    v.description(
      "Whether clients that want to hear of it are told. Late or many announcements are faults on the notification.",
    ),
  ),
  true,
);

/** A change as the rules of one server can arm it. */
export function bindChange(declaration: ChangeDeclaration, offers: Changes): BoundChange {
  const { name, params } = declaration;
  return {
    name,
    params,
    apply(checked) {
      const work = () => declaration.apply(checked, offers);
      if ((checked as { announce?: boolean }).announce === false)
        offers.quietly(work); // every change has `announce`
      else work();
    },
  };
}
