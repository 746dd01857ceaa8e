import { expect, test } from "vitest";
import { oddSchema } from "./odd-schema.ts";
import { ODD_SCHEMAS } from "./odd-schemas.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault, type FaultRunOptions } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddSchema.apply>[0]["form"];
type Tool = { name: string; inputSchema?: unknown; outputSchema?: unknown };

async function tools(form: Form, tool?: string, options: FaultRunOptions = {}): Promise<Tool[]> {
  const params = tool === undefined ? { form } : { form, tool };
  return sentResult(await runFault(oddSchema, params, { method: "tools/list", ...options })).tools as unknown as Tool[];
}

// The keys of the table are its forms.
test.each(Object.keys(ODD_SCHEMAS) as (keyof typeof ODD_SCHEMAS)[])(
  "%s: the last tool has it, the others stay",
  async (form) => {
    const [echo, add, time] = await tools(form);
    expect(time).toEqual({ name: "time", description: "Tells the time.", inputSchema: ODD_SCHEMAS[form] });
    for (const tool of [echo, add]) expect(tool?.inputSchema).toEqual({ type: "object" });
  },
);

test("missing and output-without-type", async () => {
  expect((await tools("missing")).at(-1)).not.toHaveProperty("inputSchema");
  expect((await tools("output-without-type")).at(-1)).toMatchObject({
    inputSchema: { type: "object" },
    outputSchema: { properties: { value: { type: "string" } } },
  });
});

test("a remote reference leads to the server itself where it has an address", async () => {
  const ref = (address: string) => ({ properties: { value: { $ref: `${address}/schema.json` } } });
  expect((await tools("remote-ref")).at(-1)).toMatchObject({ inputSchema: ref("http://127.0.0.1:9") });
  expect((await tools("remote-ref", undefined, { shape: "http-json" })).at(-1)).toMatchObject({
    inputSchema: ref("http://127.0.0.1:3000"),
  });
});

test("a tool may be named; an unknown name changes nothing", async () => {
  expect((await tools("null", "add")).map(({ inputSchema }) => inputSchema)).toEqual([
    { type: "object" },
    null,
    { type: "object" },
  ]);
  expect((await tools("null", "other")).every(({ inputSchema }) => inputSchema !== null)).toBe(true);
});

test("the large one is large", async () => {
  expect(JSON.stringify((await tools("large")).at(-1)).length).toBeGreaterThan(200_000);
});
