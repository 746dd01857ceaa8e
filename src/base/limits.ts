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
/** What is kept of the end of a target's stderr. */
export const MAX_STDERR_TAIL_BYTES = 16 * KIB;
/** What may be waiting to be written to one peer before reading from it stops. */
export const WRITE_HIGH_WATER_BYTES = 1024 * KIB;
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
/** Between the last bytes of a connection and its reset, so that a client gets to read the bytes. */
export const RESET_GAP_MS = 50;
/** Longest time a fault may outlive its exchange. */
export const MAX_OUTLIVE_MS = 60_000;
/** The sink's pause on stdio between two message frames of one exchange (SPEC 3.1). */
export const DEFAULT_GAP_MS = 20;
/** The same, where a rule asks for another. */
export const MAX_GAP_MS = 1_000;

/** The largest seed of chance. */
export const MAX_SEED = 4_294_967_295;

/** Rules that clients armed and have not disarmed: for each connection or session, and over the whole server. */
export const MAX_ARMED_RULES = 128;
export const MAX_ARMED_RULES_TOTAL = 1_024;
/** The rules that one request brings, as JSON, in characters: they are kept with their counters. */
export const MAX_BROUGHT_RULES_CHARACTERS = 64 * KIB;
/** Side effects with different arguments that the ledger tells apart. */
export const MAX_LEDGER_ENTRIES = 10_000;

/** Rules of one plan, and faults of one rule. */
export const MAX_RULES = 10_000;
export const MAX_RULE_FAULTS = 16;

/** How often an idle event stream carries a comment. */
export const KEEP_ALIVE_MS = 15_000;

/** Most of a recording (SPEC 8). */
export const MAX_HISTORY_FRAMES = 100_000;
export const MAX_HISTORY_BYTES = 64 * MIB;
export const MAX_HISTORY_FRAME_BYTES = 64 * KIB;
/** Of one scenario's run, which is recorded in memory to be judged. */
export const MAX_JUDGED_FRAMES = 20_000;
export const MAX_JUDGED_BYTES = 16 * MIB;

/** Largest scenario, target or plan file. */
export const MAX_DOCUMENT_BYTES = 1024 * KIB;
/** How much larger aliases may make a YAML file, as its parser counts it. */
export const MAX_YAML_ALIASES = 100;
/** Most values of a YAML file once its aliases are resolved. */
export const MAX_YAML_VALUES = 100_000;

/** How long a scenario waits for an answer unless it says otherwise, and at most (SPEC 4). */
export const DEFAULT_CALL_TIMEOUT_MS = 30_000;
export const MAX_CALL_TIMEOUT_MS = 3_600_000;
/** Budgets of set-up and clean-up unless a target says otherwise (SPEC 5). */
export const DEFAULT_SETUP_TIMEOUT_MS = 30_000;
export const DEFAULT_CLEANUP_TIMEOUT_MS = 5_000;
/** How long an operation whose time is up may take to give up before the run goes on without it. */
export const CANCEL_BUDGET_MS = 1_000;
/** Names of scenarios and tools in a scenario file. */
export const MAX_NAME_CHARACTERS = 1_000;
/** A text that a scenario expects to find. */
export const MAX_EXPECTED_TEXT_CHARACTERS = 1_000_000;
/** Progress values that a scenario may expect, and that are kept of one call. */
export const MAX_PROGRESS_VALUES = 10_000;
/** Longest name and version of a server that is shown. */
export const MAX_IDENTITY_CHARACTERS = 200;
/** Longest text of an error that is sent to a peer: it may repeat what the peer has sent. */
export const MAX_SAID_CHARACTERS = 1_000;
/** What a report keeps of the text of one result. */
export const MAX_REPORTED_TEXT_CHARACTERS = 4_096;
/** Rules of one scenario, its steps (those at one time included), and entries of the ledger that it may expect. */
export const MAX_SCENARIO_RULES = 128;
export const MAX_STEPS = 256;
export const MAX_EXPECTED_EFFECTS = 256;
/** Names of a list that a scenario may expect, and pages of a list that are asked for. */
export const MAX_EXPECTED_NAMES = 10_000;
export const MAX_LIST_PAGES = 100;
/** Notifications that are kept for the steps of a scenario to wait for. */
export const MAX_KEPT_NOTIFICATIONS = 10_000;
/** Scenario files of one run. */
export const MAX_SCENARIO_FILES = 10_000;
/** Runs of each scenario (`--repeat`), and scenarios at one time (`--jobs`). */
export const MAX_REPEAT = 10_000;
export const MAX_JOBS = 64;

/** Messages of faults that wait for the standing stream of a session; what comes then is lost. */
export const MAX_STANDING_MESSAGES = 128;
/** How often a legacy client is asked for input within one call. */
export const MAX_INPUT_ROUNDS = 8;
/** How long a client may take to answer what it is asked within a call. */
export const SERVER_REQUEST_TIMEOUT_MS = 60_000;
/** How long the state of an input-required result stays good. */
export const REQUEST_STATE_TTL_MS = 10 * 60_000;
/** Subscriptions at one time: listening streams of a server, and resources that one legacy client watches. */
export const MAX_SUBSCRIPTIONS = 1024;
