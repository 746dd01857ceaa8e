// npm run bench: measures every row of the table beside its reference, prints one table, and fails when a gate is missed.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { bundleCommand, root } from "../scripts/bundle.mjs";
import { compileCommand } from "../scripts/code-cache.mjs";
import { killAll } from "./child.mjs";
import { HELP, readCommandLine } from "./command-line.mjs";
import { FULL, QUICK, TRIAL } from "./effort.mjs";
import { describeMachine } from "./environment.mjs";
import { faults } from "./groups/faults.mjs";
import { http } from "./groups/http.mjs";
import { lines } from "./groups/lines.mjs";
import { memory } from "./groups/memory.mjs";
import { rules } from "./groups/rules.mjs";
import { runs } from "./groups/runs.mjs";
import { starts } from "./groups/starts.mjs";
import { writePage } from "./write-page.mjs";
import { profile } from "./profile/profile.mjs";
import { Recorder } from "./recorder.mjs";
import { makeReport, missedRows } from "./report.mjs";
import { renderSummary, renderTable } from "./table.mjs";

const GROUPS = [starts, runs, lines, http, faults, rules, memory];
const EFFORTS = { full: FULL, quick: QUICK, trial: TRIAL };

const latest = join(root, "bench/results/latest.json");

/** @param {import("./command-line.mjs").Options} options */
async function bench(options) {
  const groups = GROUPS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const cache = join(root, ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "bench-"));
  try {
    // A build of its own: a test run that builds meanwhile must not take the files away.
    const command = options.command === undefined ? join(folder, "bin.cjs") : resolve(options.command);
    if (options.command === undefined) {
      await bundleCommand(folder);
      await compileCommand(folder);
    }
    if (options.profile !== undefined) return await profile(options.profile, folder, command);
    const recorder = new Recorder();
    const say = progress();
    for (const group of groups) {
      await group.measure({ command, effort: EFFORTS[options.effort], recorder, folder, say });
    }
    say("");
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const report = makeReport(recorder, {
      toolVersion: version,
      date: new Date().toISOString().slice(0, 10),
      machine: describeMachine(),
      effort: groups.length === GROUPS.length ? options.effort : `${options.effort}, only ${options.only.join(", ")}`,
    });
    await mkdir(dirname(latest), { recursive: true });
    await writeFile(latest, `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(`${renderTable(report)}\n${renderSummary(report)}`);
    process.stderr.write(`Written to ${relative(root, latest)}\n`);
    return missedRows(report).length === 0 ? 0 : 1;
  } finally {
    killAll();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Progress on a terminal's stderr, in one line. */
function progress() {
  const { stderr } = process;
  return (/** @type {string} */ text) => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`);
  };
}

const options = readCommandLine(process.argv.slice(2));
process.once("SIGINT", () => {
  killAll();
  process.exit(130);
});
if (options.help) process.stdout.write(HELP);
else if (options.writeDocs) await writePage(latest);
else process.exitCode = await bench(options);
