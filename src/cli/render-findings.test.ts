import { expect, test } from "vitest";
import { judgeHistory } from "../checks/judge.ts";
import { startTalk } from "../checks/testing/build-history.ts";
import { renderFindings } from "./render-findings.ts";

function render(width = 120): string[] {
  const talk = startTalk({ transport: "stdio", revision: "2026-07-28" });
  talk.client.asks(1, "tools/call", { name: "slow" });
  talk.client.cancels(1);
  talk.client.asks(2, "server/discover");
  talk.server.answers(2);
  talk.server.answers(1);
  talk.server.writes("\u001b[31mready\n");
  const history = talk.history();
  const checks = ["CAN-10", "STD-02", "CAN-14", "STD-11"];
  const findings = judgeHistory(history, { subject: "server" }).filter(({ check }) => checks.includes(check));
  return renderFindings(findings, history, width);
}

test("violations come first, each with its clause and its frames, then the rest, and how many there are", () => {
  expect(render().map((line) => line.replace(/ +\d+ B$/, ""))).toEqual([
    "violated  CAN-10  MUST, server, 2026-07-28",
    "  something came for tools/call 1 although the server had read its cancel (a server may ignore one that it cannot obey,",
    "  see CAN-13)",
    "  https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#cancellation",
    "  1  1.0  c1 x1  → tools/call 1",
    "  2  2.0  c1 x2  → notifications/cancelled",
    "  3  3.0  c1 x3  → server/discover 2",
    "  4  4.0  c1 x3  ← result 2",
    "  5  5.0  c1 x1  ← result 1",
    "",
    "violated  STD-02  MUST, server, 2026-07-28",
    '  a line on stdout is no message: "\\u001b[31mready"',
    "  https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#top",
    '  6  6.0  c1 x4  ← not a message: "\\u001b[31mready\\n"',
    "",
    "obeyed  STD-11  MUST, server, 2026-07-28",
    "  the server made no request",
    "",
    "not exercised: CAN-14 (server)",
    "",
    "4 findings: 2 violated, 0 inconclusive, 1 obeyed, 1 not exercised",
  ]);
});

test("what is said keeps within the terminal; an address is never broken", () => {
  const long = render(50).filter((line) => line.length > 50);
  expect(long.every((line) => line.startsWith("  https://"))).toBe(true);
});
