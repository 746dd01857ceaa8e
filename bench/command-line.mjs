import { parseArgs } from "node:util";

export const HELP = `npm run bench -- [OPTIONS]

Measures the built command beside its references and prints one table. Exit code 1 when a gate is missed.

  --quick             about a minute instead of some
  --only GROUP        starts, runs, stdio, http, faults, rules or memory; may be given several times
  --command FILE      measure this bin.cjs instead of a fresh build
  --trial             everything once, to see that it works; its figures mean nothing
  --profile WHAT      where the time goes, instead of how much it is: start, start-http, or calls by stdio, http, fault-stdio, fault-http
  --write-docs        make docs/performance.md from the last full run
`;

export const GROUP_NAMES = ["starts", "runs", "stdio", "http", "faults", "rules", "memory"];
export const PROFILES = /** @type {const} */ (["start", "start-http", "stdio", "http", "fault-stdio", "fault-http"]);

/**
 * @typedef {object} Options
 * @property {boolean} help
 * @property {"full" | "quick" | "trial"} effort
 * @property {readonly string[]} only
 * @property {string | undefined} command
 * @property {typeof PROFILES[number] | undefined} profile
 * @property {boolean} writeDocs
 */

/**
 * @param {readonly string[]} args
 * @returns {Options}
 */
export function readCommandLine(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h", default: false },
      quick: { type: "boolean", default: false },
      trial: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      command: { type: "string" },
      profile: { type: "string" },
      "write-docs": { type: "boolean", default: false },
    },
  });
  const unknown = values.only.find((name) => !GROUP_NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`--only: found ${unknown}, allowed is ${GROUP_NAMES.join(", ")}`);
  const profile = PROFILES.find((name) => name === values.profile);
  if (values.profile !== undefined && profile === undefined)
    throw new Error(`--profile: found ${values.profile}, allowed is ${PROFILES.join(", ")}`);
  return {
    help: values.help,
    effort: values.trial ? "trial" : values.quick ? "quick" : "full",
    only: values.only,
    command: values.command,
    profile,
    writeDocs: values["write-docs"],
  };
}
