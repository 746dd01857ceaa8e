import { MAX_KEPT_NOTIFICATIONS, MAX_LIST_PAGES, MAX_PROGRESS_VALUES } from "../base/limits.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type { Operation, OperationResult, TargetIdentity, TargetSession } from "../targets/adapter.ts";
import { anyResult, callOutcome, promptTexts, readTexts, requestOutcome, type CallOutcome } from "./call-outcome.ts";
import type { ScenarioCall } from "./expectation-schema.ts";
import { operate, type Operated } from "./operate.ts";
import type { OperationReport } from "./report.ts";
import type { ScenarioContext } from "./scenario-context.ts";
import type { ScenarioListener } from "./scenario-listener.ts";
import type { SingleStep } from "./step-schema.ts";

/** What gives a call up before its time. */
export type CancelWhen = Pick<NonNullable<SingleStep["cancel"]>, "afterMs" | "afterProgress">;

/** Where the entries of each list stand, and what each is known by. */
const LISTS = {
  tools: { method: "tools/list", member: "tools", name: "name" },
  resources: { method: "resources/list", member: "resources", name: "uri" },
  prompts: { method: "prompts/list", member: "prompts", name: "name" },
  templates: { method: "resources/templates/list", member: "resourceTemplates", name: "uriTemplate" },
} as const;

const NO_CONNECTIONS: OperationResult<never> = {
  outcome: "error",
  failure: { kind: "protocol_error", message: "this target has one connection and opens no other" },
};

/** Does with one session what a scenario asks for, each thing an operation under a budget of its own. Never rejects. */
export class Performer {
  /** Every operation so far, in order. */
  readonly operations: OperationReport[] = [];
  /** What went wrong around them and changes no verdict. */
  readonly problems: string[] = [];
  readonly #session: TargetSession;
  readonly #context: ScenarioContext;
  readonly #listener: ScenarioListener | undefined;
  readonly #arrived: JsonObject[] = [];
  readonly #waiting = new Set<() => void>();
  #listens = false;

  constructor(session: TargetSession, context: ScenarioContext, listener?: ScenarioListener) {
    this.#session = session;
    this.#context = context;
    this.#listener = listener;
  }

  setUp(): Promise<OperationResult<TargetIdentity>> {
    return this.#operate("set-up", this.#context.target.setupTimeoutMs, (operation) => this.#session.setUp(operation));
  }

  /** From here on notifications are kept for `waitFor`, on every connection. Says why the server will not tell any. */
  async listen(): Promise<string | undefined> {
    this.#session.watch?.((notification) => {
      if (this.#arrived.length < MAX_KEPT_NOTIFICATIONS) this.#arrived.push(notification);
      for (const wake of [...this.#waiting]) wake();
    });
    this.#listens = true;
    return this.#begin();
  }

  async connect(how: "beside" | "instead", budgetMs?: number): Promise<CallOutcome> {
    const budget = budgetMs ?? this.#context.target.setupTimeoutMs;
    const { result, durationMs } = await this.#timed("connect", budget, async (operation) =>
      this.#session.connect === undefined ? NO_CONNECTIONS : this.#session.connect(how, operation),
    );
    const deaf = result.outcome === "success" && this.#listens ? await this.#begin() : undefined;
    if (deaf !== undefined) this.problems.push(`listening on the new connection: ${deaf}`);
    return requestOutcome(result, durationMs, [], () => ({}));
  }

  async call(
    name: "execute" | "observe",
    call: ScenarioCall,
    timeoutMs: number,
    cancel?: CancelWhen,
  ): Promise<CallOutcome> {
    const params: JsonObject = { name: call.tool, arguments: call.args ?? {} };
    const { result, durationMs, progressValues } = await this.#request(name, "tools/call", params, timeoutMs, cancel);
    return callOutcome(result, durationMs, progressValues);
  }

  async read(uri: string, timeoutMs: number): Promise<CallOutcome> {
    const { result, durationMs, progressValues } = await this.#request("execute", "resources/read", { uri }, timeoutMs);
    return requestOutcome(result, durationMs, progressValues, readTexts);
  }

  async prompt({ name, args }: NonNullable<SingleStep["prompt"]>, timeoutMs: number): Promise<CallOutcome> {
    const params: JsonObject = args === undefined ? { name } : { name, arguments: args };
    const { result, durationMs, progressValues } = await this.#request("execute", "prompts/get", params, timeoutMs);
    return requestOutcome(result, durationMs, progressValues, promptTexts);
  }

  async request({ method, params = {} }: NonNullable<SingleStep["request"]>, timeoutMs: number): Promise<CallOutcome> {
    const { result, durationMs, progressValues } = await this.#request("execute", method, params, timeoutMs);
    return requestOutcome(result, durationMs, progressValues, anyResult);
  }

  /** The names of a whole list, page after page; bounded, since a cursor may lead on for ever. */
  async list(which: NonNullable<SingleStep["list"]>, timeoutMs: number): Promise<CallOutcome> {
    const timed = await this.#timed("execute", timeoutMs, (operation) => this.#pages(which, operation));
    this.#listener?.caller({ method: LISTS[which].method }, timed.result.outcome);
    return requestOutcome(timed.result, timed.durationMs, [], (listed) => ({ listed }));
  }

  /** Takes the oldest notification of this method that no step has taken, or waits for it. */
  async waitFor(method: string, timeoutMs: number): Promise<CallOutcome> {
    const { clock, signal } = this.#context;
    const startedAt = clock.now();
    let taken = this.#take(method);
    if (!taken && !signal.aborted) {
      const done = new AbortController();
      const wake = (): void => {
        taken ||= this.#take(method);
        if (taken) done.abort();
      };
      this.#waiting.add(wake);
      await clock.sleep(timeoutMs, AbortSignal.any([signal, done.signal]));
      this.#waiting.delete(wake);
    }
    const measured = { durationMs: clock.now() - startedAt, progressValues: [] };
    if (taken) return { ...measured, outcome: "success" };
    const message = signal.aborted ? "given up: the run was ended" : `no ${method} within ${timeoutMs} ms`;
    return { ...measured, outcome: "timeout", failure: { kind: "timeout", message } };
  }

  async cleanUp(): Promise<void> {
    // Clean-up is asked for on every path, also when the run was ended.
    const unbroken = new AbortController().signal;
    const budgetMs = this.#context.target.cleanupTimeoutMs;
    const result = await this.#operate("clean-up", budgetMs, (operation) => this.#session.cleanUp(operation), unbroken);
    if (result.outcome !== "success") this.problems.push(`clean-up: ${result.outcome}: ${result.failure.message}`);
  }

  async #begin(): Promise<string | undefined> {
    const { listen } = this.#session;
    if (listen === undefined) return undefined;
    const budgetMs = this.#context.target.setupTimeoutMs;
    const result = await this.#operate("connect", budgetMs, (operation) => listen.call(this.#session, operation));
    return result.outcome === "success" ? undefined : `${result.failure.kind}: ${result.failure.message}`;
  }

  #take(method: string): boolean {
    const index = this.#arrived.findIndex((each) => each.method === method);
    if (index >= 0) this.#arrived.splice(index, 1);
    return index >= 0;
  }

  async #pages(which: NonNullable<SingleStep["list"]>, operation: Operation): Promise<OperationResult<string[]>> {
    const { method, member, name } = LISTS[which];
    const names: string[] = [];
    const cursors = new Set<string>();
    let cursor: string | undefined;
    for (let page = 1; page <= MAX_LIST_PAGES; page++) {
      const result = await this.#session.call({ method, params: cursor === undefined ? {} : { cursor } }, operation);
      if (result.outcome !== "success") return result;
      const entries: unknown = result.value[member];
      if (!Array.isArray(entries)) return unbelievable(`${method}: the result has no list ${JSON.stringify(member)}`);
      names.push(...entries.map((entry: unknown) => String(isObject(entry) ? entry[name] : entry)));
      const { nextCursor } = result.value;
      if (typeof nextCursor !== "string") return { outcome: "success", value: names };
      if (cursors.has(nextCursor)) return unbelievable(`${method}: the cursor of page ${page} came before`);
      cursors.add(nextCursor);
      cursor = nextCursor;
    }
    return unbelievable(`${method}: more than ${MAX_LIST_PAGES} pages`);
  }

  async #request(
    name: "execute" | "observe",
    method: string,
    params: JsonObject,
    timeoutMs: number,
    cancel?: CancelWhen,
  ) {
    const progressValues: number[] = [];
    const giveUp = new AbortController();
    let isOver = false;
    const onProgress = (progress: number): void => {
      if (isOver) return;
      if (progressValues.length < MAX_PROGRESS_VALUES) progressValues.push(progress);
      if (cancel?.afterProgress === true) giveUp.abort();
    };
    const afterMs = cancel?.afterMs ?? (cancel?.afterProgress === true ? undefined : 0);
    const release =
      cancel === undefined || afterMs === undefined
        ? undefined
        : this.#context.clock.after(afterMs, () => giveUp.abort());
    const timed = await this.#timed(
      name,
      timeoutMs,
      (operation) => this.#session.call({ method, params, onProgress }, operation),
      cancel === undefined ? undefined : giveUp.signal,
    );
    isOver = true;
    release?.();
    const named = params.name ?? params.uri;
    this.#listener?.caller({ method, name: typeof named === "string" ? named : undefined }, timed.result.outcome);
    return { ...timed, progressValues };
  }

  async #timed<T>(
    name: OperationReport["name"],
    budgetMs: number,
    work: Parameters<typeof operate<T>>[2],
    cancelled?: AbortSignal,
  ): Promise<{ readonly result: Operated<T>["result"]; readonly durationMs: number }> {
    const operated = await operate({ name, budgetMs, cancelled }, this.#context, work);
    this.#keep(operated);
    return { result: operated.result, durationMs: operated.reports[0]?.durationMs ?? 0 };
  }

  async #operate<T>(
    name: OperationReport["name"],
    budgetMs: number,
    work: Parameters<typeof operate<T>>[2],
    signal: AbortSignal = this.#context.signal,
  ): Promise<Operated<T>["result"]> {
    const operated = await operate({ name, budgetMs }, { ...this.#context, signal }, work);
    this.#keep(operated);
    return operated.result;
  }

  #keep({ reports, problem }: Operated<unknown>): void {
    this.operations.push(...reports);
    if (problem !== undefined) this.problems.push(problem);
  }
}

function unbelievable(message: string): OperationResult<never> {
  return { outcome: "error", failure: { kind: "invalid_message", message } };
}
