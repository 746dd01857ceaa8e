import { errorText } from "../base/errors.ts";
import type { RuleInput } from "../plan/rule.ts";
import { parseRuleText } from "../plan/rule-text.ts";
import type { TransportKind } from "../protocol/exchange.ts";
import { eraOf } from "../protocol/revision.ts";
import { checkRules } from "../server/check-rules.ts";
import type { RuleSource } from "../server/rule-house.ts";
import type { TargetRules } from "../targets/adapter.ts";
import type { ScenarioTarget } from "./run-scenario.ts";
import type { Scenario } from "./schema.ts";

/** Where a scenario's rules would act. */
export type InjectPlace = Pick<ScenarioTarget, "transport" | "external" | "defaultProtocolVersion" | "client">;

export type ReadRules =
  | { readonly rules: Omit<TargetRules, "seed">; readonly problems?: undefined }
  | { readonly rules?: undefined; readonly problems: readonly string[] };

/**
 * Reads the rules of a scenario and checks them against the catalogue: one that could never act is a problem, with its JSON path. A
 * rule without a direction acts on what the lab's own server sends; with somebody else's server, on what the lab's client sends.
 */
export function readRules(
  inject: NonNullable<Scenario["inject"]>,
  requested: Scenario["protocolVersion"],
  place: InjectPlace,
): ReadRules {
  const problems: string[] = [];
  const sources = inject.flatMap((each, index): RuleSource[] => {
    const where = `$.inject[${index}]`;
    try {
      return [{ rule: typeof each === "string" ? parseRuleText(each) : each, where }];
    } catch (error) {
      problems.push(`${where}: ${errorText(error)}`);
      return [];
    }
  });
  const revision = requested ?? place.defaultProtocolVersion;
  const direction = place.external ? "to-server" : "to-client";
  const checked = checkRules(sources, { direction, transport: transportOf(place.transport, revision) });
  // The JSON path of a rule and that of what is wrong in it are one path.
  const inProcess = place.transport === "in-process" ? `; ${IN_PROCESS}` : "";
  problems.push(
    ...checked.problems.map((problem) =>
      problem.replace("]: $", "]").replace(/, not on (stdio|http)$/, `$&${inProcess}`),
    ),
  );
  const armed = checked.rules.map((rule) => ({ ...rule, where: sources[rule.index]?.where ?? "$.inject" }));
  for (const { direction: own, where, changes, declarations, names } of armed) {
    if (place.external && own === "to-client") {
      const hint = 'allowed with a target is "to-server": what a target sends is never changed';
      problems.push(`${where}.when.direction: found "to-client", ${hint}`);
    }
    if (own === "to-server" && place.client !== undefined)
      problems.push(
        `${where}.when.direction: found "to-server": it acts on what the lab's own client sends: leave --client out`,
      );
    if (own === "to-server" && changes.length > 0)
      problems.push(
        `${where}.inject: ${names.join(", ")}: a change alters the lab's own server, not what a client sends`,
      );
    for (const { name, eras, needs = [] } of declarations) {
      if (revision !== "auto" && eras !== undefined && !eras.includes(eraOf(revision)))
        problems.push(`${where}.inject: ${name} works in the ${eras.join(", ")} era only, not at ${revision}`);
      const transport = NEEDED_TRANSPORTS.get(needs.find((need) => NEEDED_TRANSPORTS.has(need)) ?? "");
      if (transport !== undefined && transport !== place.transport)
        problems.push(`${where}.inject: ${name} works with --transport ${transport} only, not ${place.transport}`);
    }
  }
  if (problems.length > 0) return { problems };
  const side = (own: string) =>
    armed
      .filter((rule) => rule.direction === own)
      .map(({ id, rule, where }): RuleSource => ({ rule: { ...rule, id } satisfies RuleInput, where }));
  return { rules: { toClient: side("to-client"), toServer: side("to-server") } };
}

const IN_PROCESS =
  "in process 2026-07-28 runs as over HTTP and older revisions as on stdio; --transport stdio or http runs both the same way";

/** What only a process or a socket of its own has. */
const NEEDED_TRANSPORTS: ReadonlyMap<string, string> = new Map([
  ["child-process", "stdio"],
  ["socket", "http"],
]);

/** In process the modern era runs as HTTP exchanges, the legacy era as a linked pair (SPEC 4). */
function transportOf(
  transport: InjectPlace["transport"],
  revision: InjectPlace["defaultProtocolVersion"],
): TransportKind {
  if (transport !== "in-process") return transport;
  return revision === "auto" || eraOf(revision) === "modern" ? "http" : "stdio";
}
