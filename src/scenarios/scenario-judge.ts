import type { Clock } from "../base/clock.ts";
import { MAX_JUDGED_BYTES, MAX_JUDGED_FRAMES } from "../base/limits.ts";
import { createRedactor } from "../base/redact.ts";
import type { Finding } from "../checks/finding.ts";
import { judgeHistory, type JudgeOptions } from "../checks/judge.ts";
import { createHistoryCollector } from "../history/history.ts";
import { createRecorder, type RecorderOptions } from "../history/record.ts";
import { recorderListener, type ScenarioListener } from "./scenario-listener.ts";

export interface ScenarioJudgeOptions extends Pick<RecorderOptions["about"], "seed" | "transport"> {
  readonly clock: Clock;
  /** What findings must not quote. */
  readonly secrets: readonly string[];
}

/** Records one run in memory, bounded, and says what the specification says about it. */
export interface ScenarioJudge {
  readonly listener: ScenarioListener;
  findings(options: Pick<JudgeOptions, "subject" | "isOneClient">): Finding[];
}

export function openScenarioJudge({ clock, seed, transport, secrets }: ScenarioJudgeOptions): ScenarioJudge {
  const collector = createHistoryCollector();
  const recorder = createRecorder({
    clock,
    redactor: createRedactor(secrets),
    about: { seed, transport, era: "both", toolVersion: __VERSION__ },
    write: collector.write,
    limits: { entries: MAX_JUDGED_FRAMES, bytes: MAX_JUDGED_BYTES },
  });
  return {
    listener: recorderListener(recorder),
    findings(options) {
      recorder.close();
      const history = collector.history();
      return history === undefined ? [] : judgeHistory(history, options);
    },
  };
}
