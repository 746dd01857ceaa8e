import type { Finding } from "./finding.ts";

/** A finding in one line. What it says may hold any character that a peer has sent. */
export function sayFinding({ verdict, level, check, subject, revision, says, evidence }: Finding): string {
  const frames = evidence.length === 0 ? "" : ` (${evidence.length === 1 ? "frame" : "frames"} ${evidence.join(", ")})`;
  return `${verdict} ${level} ${check} by the ${subject} at ${revision}: ${says}${frames}`;
}
