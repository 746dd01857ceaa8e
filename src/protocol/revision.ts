/** The revisions of the Model Context Protocol that the lab serves and speaks, newest first. */
export const REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
export type Revision = (typeof REVISIONS)[number];

/** `modern`: each request stands alone (2026-07-28). `legacy`: a connection opens with `initialize`. */
export type Era = "legacy" | "modern";

export const MODERN_REVISION = "2026-07-28" satisfies Revision;
/** What the server offers to a legacy client that asks for something it does not know. */
export const LATEST_LEGACY_REVISION = "2025-11-25" satisfies Revision;
/** What a legacy HTTP request without a version header and without a session counts as. */
export const DEFAULT_LEGACY_REVISION = "2025-03-26" satisfies Revision;

/** The one revision that has JSON-RPC batches. */
export const BATCH_REVISION = "2025-03-26" satisfies Revision;

export const LEGACY_REVISIONS: readonly Revision[] = REVISIONS.filter((revision) => revision !== MODERN_REVISION);

export function isRevision(value: unknown): value is Revision {
  return (REVISIONS as readonly unknown[]).includes(value);
}

export function eraOf(revision: Revision): Era {
  return revision === MODERN_REVISION ? "modern" : "legacy";
}
