import type { Firing, RuleTally } from "../plan/ledger.ts";
import type { Stderr } from "./stderr.ts";

/** One line for `serve`'s stderr: what fired, and for whom. */
export function firingLine(firing: Firing): string {
  const { rule, faults, method, name, exchange, connection, session, client } = firing;
  const where = session === undefined ? `connection ${connection}` : `session ${session}`;
  const whom = client === undefined ? where : `${client}, ${where}`;
  return `mcp-failure-lab: ${rule} fired: ${faults.join(" + ")} on ${method}${name === undefined ? "" : ` ${name}`} (exchange ${exchange}, ${whom})\n`;
}

/** At the end, what came of each rule; one that never fired is said loudly. */
export function tellTallies(server: { tallies(): readonly RuleTally[] }, stderr: Stderr): void {
  for (const { rule, faults, fired, matched, optional } of server.tallies()) {
    const what = `${rule} (${faults.join(" + ")})`;
    if (fired > 0) void stderr(`mcp-failure-lab: ${what} fired ${fired} of ${matched} times\n`);
    else if (!optional) void stderr(`mcp-failure-lab: WARNING: ${what} never fired: ${matched} exchanges matched\n`);
  }
}
