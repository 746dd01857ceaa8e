import type { History } from "../history/history.ts";
import { clauseOf } from "../protocol/clause-of.ts";
import type { Revision } from "../protocol/revision.ts";
import type { Check, Sighting } from "./check.ts";
import type { Finding } from "./finding.ts";
import { CHECKS } from "./index.ts";
import { standingOf } from "./level.ts";
import { readScenes } from "./view/scene.ts";
import type { Conversation, Side } from "./view/seen.ts";

export interface JudgeOptions {
  /** Whose doing is judged. */
  readonly subject: Side | "both";
  /**
   * The recording holds one client only. Without a session HTTP does not say whose a request is: where the recording does not either,
   * what depends on it is inconclusive.
   */
  readonly isOneClient?: boolean | undefined;
  /** The catalogue unless said otherwise. */
  readonly checks?: readonly Check[] | undefined;
}

/** Sequence numbers that one finding holds at most: more prove no more. */
const MAX_EVIDENCE = 20;
/** The verdict of several sightings is the first of these that was seen. */
const VERDICTS = ["violated", "obeyed", "inconclusive"] as const;

/**
 * Says what the specification says about a recording: a finding for each check that can be about it, each side that is judged and each
 * revision that was spoken. Connections and sessions are judged one by one and joined: one violation is a violation.
 */
export function judgeHistory(history: History, options: JudgeOptions): Finding[] {
  const { subject, isOneClient = false, checks = CHECKS } = options;
  const conversations = readScenes(history, isOneClient).flatMap((scene) => scene.conversations);
  const sides: readonly Side[] = subject === "both" ? ["client", "server"] : [subject];
  return checks.flatMap((check) => {
    const judged = conversations.filter((conversation) => isAbout(check, conversation));
    const revisions = [...new Set(judged.map(({ revision }) => revision))];
    return sides
      .filter((side) => check.subjects.includes(side))
      .flatMap((side) =>
        revisions.map((revision) => {
          const spoken = judged.filter((conversation) => conversation.revision === revision);
          return finding(check, side, revision, [...spoken.flatMap((each) => [...check.judge(each, side)])]);
        }),
      );
  });
}

function isAbout({ eras, transports }: Check, { era, transport }: Conversation): boolean {
  return eras.includes(era) && transports.includes(transport);
}

function finding(check: Check, subject: Side, revision: Revision, sightings: readonly Sighting[]): Finding {
  const { level, clauses } = standingOf(check, clauseOf(check.id), revision);
  const verdict = VERDICTS.find((each) => sightings.some((sighting) => sighting.verdict === each)) ?? "not-exercised";
  const meant = sightings.filter((sighting) => sighting.verdict === verdict);
  const evidence = [...new Set(meant.flatMap((sighting) => sighting.evidence))].slice(0, MAX_EVIDENCE);
  return { check: check.id, subject, revision, verdict, level, clauses, evidence, says: join(meant) };
}

function join([first, ...others]: readonly Sighting[]): string {
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : ` (${others.length} more such ${others.length === 1 ? "case" : "cases"})`;
  return `${first.says}${more}`;
}
