/** Every bound of the product in one place. Sizes in bytes unless the name says otherwise, durations in milliseconds. */

export const KIB = 1024;
export const MIB = 1024 * KIB;

/** Longest line the stdio server reads; a longer one is refused and skipped up to its end. */
export const MAX_LINE_BYTES = 4 * MIB;
/** Largest request body the HTTP server reads (413 beyond). */
export const MAX_BODY_BYTES = 4 * MIB;
/** Deepest nesting of arrays and objects accepted in a message. */
export const MAX_JSON_DEPTH = 512;
/** Most messages of one JSON-RPC batch. */
export const MAX_BATCH_MESSAGES = 100;
/** Longest line, event or body that the lab's own client reads (SPEC 5). */
export const MAX_CLIENT_MESSAGE_BYTES = 10 * MIB;
/** What may be waiting to be written to one peer before reading from it stops. */
export const WRITE_HIGH_WATER_BYTES = MIB;
/** What may be waiting behind another exchange's unfinished message before the connection is cut. */
export const MAX_QUEUED_BYTES = 16 * MIB;
/** What a fault that must hold an event or a body may hold, in characters (SPEC 3.1). */
export const MAX_HELD_CHARACTERS = 1_048_576;

/** Sessions at one time (SPEC 3). */
export const MAX_SESSIONS = 128;
/** A session without a running request is reclaimed after this long. */
export const SESSION_IDLE_MS = 5 * 60_000;
/** `Retry-After`, in seconds, with which one session too many is refused. */
export const SESSION_RETRY_AFTER_SECONDS = 5;
/** Calls of fault tools that have not ended, for each stdio connection or session (SPEC 3.1). */
export const MAX_PENDING_ACTIVATIONS = 128;
/** The same over the whole server for HTTP requests without a session. */
export const MAX_PENDING_ACTIVATIONS_STATELESS = 1024;
/** Sockets that the HTTP server holds open at one time. */
export const MAX_SOCKETS = 10_000;

/** What has not left so long after the server was told to stop is cut (SPEC 3). */
export const SHUTDOWN_GRACE_MS = 1_500;
/** Longest time a fault may outlive its exchange. */
export const MAX_OUTLIVE_MS = 60_000;
/** The sink's pause on stdio between two message frames of one exchange (SPEC 3.1). */
export const DEFAULT_GAP_MS = 20;
/** How often an idle event stream carries a comment. */
export const KEEP_ALIVE_MS = 15_000;

/** Most of a recording (SPEC 8). */
export const MAX_HISTORY_FRAMES = 100_000;
export const MAX_HISTORY_BYTES = 64 * MIB;
export const MAX_HISTORY_FRAME_BYTES = 64 * KIB;

/** Largest scenario, target or plan file. */
export const MAX_DOCUMENT_BYTES = MIB;
/** How much larger aliases may make a YAML file, as its parser counts it. */
export const MAX_YAML_ALIASES = 100;
/** Most values of a YAML file once its aliases are resolved. */
export const MAX_YAML_VALUES = 100_000;
