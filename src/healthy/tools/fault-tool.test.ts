import { expect, test } from "vitest";
import type { FaultNeed } from "../../faults/define-fault.ts";
import { hang } from "../../faults/hang.ts";
import { toolInputSchema } from "../../faults/tool-schemas.ts";
import { createFaultTool } from "./fault-tool.ts";
import type { Place } from "./tool.ts";

const STDIO: Place = { transport: "stdio", era: "legacy", session: undefined };
const HTTP: Place = { transport: "http", era: "legacy", session: undefined };

function why(needs: readonly FaultNeed[], place: Place, serve: boolean): string | undefined {
  const tool = { description: "", answer: () => ({ content: [] }) };
  return createFaultTool({ ...hang, needs }, tool, toolInputSchema, serve).unavailable?.(place);
}

test("a fault that needs a socket works over HTTP under serve only", () => {
  expect(why(["socket"], HTTP, true)).toBeUndefined();
  for (const [place, serve] of [
    [HTTP, false],
    [STDIO, true],
  ] as const)
    expect(why(["socket"], place, serve)).toBe("it needs a real socket");
});

test("a fault that needs a process works on stdio under serve only", () => {
  expect(why(["child-process"], STDIO, true)).toBeUndefined();
  for (const [place, serve] of [
    [STDIO, false],
    [HTTP, true],
  ] as const)
    expect(why(["child-process"], place, serve)).toBe("it needs a process of its own");
});

test("a fault that needs a progress token is listed everywhere", () => {
  for (const place of [STDIO, HTTP]) expect(why(["progress-token"], place, false)).toBeUndefined();
});
