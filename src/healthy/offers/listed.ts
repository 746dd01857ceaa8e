import type { JsonObject } from "../../protocol/json.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Registry } from "../registry.ts";
import { asOf, ENTRY_SINCE } from "../since.ts";

/** Something that a list shows, with all that the newest revision knows. */
export interface Describable {
  describe(): JsonObject;
}

/** A registry as its list shows it; the entries of each revision are made once, until something changes. */
export class Listed<T extends Describable> {
  readonly registry: Registry<T>;
  readonly #entries = new Map<Revision, readonly JsonObject[]>();
  #version = -1;

  constructor(registry: Registry<T>) {
    this.registry = registry;
  }

  entries(revision: Revision): readonly JsonObject[] {
    if (this.#version !== this.registry.version) {
      this.#entries.clear();
      this.#version = this.registry.version;
    }
    let entries = this.#entries.get(revision);
    if (entries === undefined) {
      entries = this.registry.items().map((item) => asOf(item.describe(), revision, ENTRY_SINCE));
      this.#entries.set(revision, entries);
    }
    return entries;
  }
}
