import { describe, expect, test } from "vitest";
import { PING, reportOf, WAYS } from "./run-own.ts";

describe.each(WAYS)("over $transport at $protocolVersion", ({ transport, protocolVersion }) => {
  const report = (scenario: object) => reportOf({ protocolVersion, ...scenario }, { transport });

  test("each step does its own, and is judged by its own", async () => {
    const seen = await report({
      steps: [
        { call: { tool: "ping" } },
        { list: "tools", expect: { list: { contains: ["ping", "witness"] } } },
        { list: "resources", expect: { list: { contains: ["lab://about", "lab://ledger"] } } },
        { list: "templates", expect: { list: { names: ["lab://squares/{n}"], count: 1 } } },
        { read: "lab://greetings", expect: { result: { textContains: "你好" } } },
        { read: "lab://nowhere", expect: { outcome: "error", error: { kind: "protocol_error" } } },
        {
          prompt: { name: "translate", args: { language: "dutch", text: "hello" } },
          expect: { result: { textContains: "hello" } },
        },
        { cancel: { call: { tool: "hang" }, afterMs: 30 } },
        { reconnect: true },
        { name: "the last", call: { tool: "ping" } },
      ],
    });
    expect(seen.failures).toEqual([]);
    expect(seen.passed).toBe(true);
    expect(seen.steps?.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["step 1 (call ping)", "success"],
      ["step 2 (list tools)", "success"],
      ["step 3 (list resources)", "success"],
      ["step 4 (list templates)", "success"],
      ["step 5 (read lab://greetings)", "success"],
      ["step 6 (read lab://nowhere)", "error"],
      ["step 7 (prompt translate)", "success"],
      ["step 8 (cancel hang)", "error"],
      ["step 9 (reconnect)", "success"],
      ["step 10 (the last)", "success"],
    ]);
    expect(seen.lifecycle.problems).toEqual([]);
  });

  test("any request can be made, and any member of its result expected", async () => {
    const seen = await report({
      steps: [
        {
          request: { method: "resources/read", params: { uri: "lab://greetings" } },
          expect: { result: { contains: { contents: [{ uri: "lab://greetings" }] } } },
        },
        { request: { method: "tools/call", params: { name: "ping" } }, expect: { result: { textContains: '"ok"' } } },
        { request: { method: "lab/unknown" }, expect: { outcome: "error", error: { code: -32_601 } } },
        { call: { tool: "ping" }, expect: { result: { contains: { content: [{ type: "image" }] } } } },
      ],
    });
    expect(seen.failures).toEqual([
      'step 4 (call ping): result.contains.content[0].type: expected "image", actual "text"',
    ]);
    expect(seen.steps?.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["step 1 (request resources/read)", "success"],
      ["step 2 (request tools/call)", "success"],
      ["step 3 (request lab/unknown)", "error"],
      ["step 4 (call ping)", "success"],
    ]);
  });

  test("a step that fails is named, and the next ones are done all the same", async () => {
    const seen = await report({
      steps: [
        { list: "templates", expect: { list: { count: 2, names: ["x"], contains: ["lab://squares/{n}", "y"] } } },
        { read: "lab://nowhere", expect: { list: undefined } },
        { cancel: { call: { tool: "ping" }, afterMs: 5_000 } },
        { call: { tool: "ping" } },
      ],
      observe: PING,
    });
    expect(seen).toMatchObject({ passed: false, outcome: "success", observer: { passed: true } });
    expect(seen.failures.map((line) => line.slice(0, 80))).toEqual(
      [
        "step 1 (list templates): list.count: expected 2, actual 1",
        'step 1 (list templates): list.names: expected ["x"], actual ["lab://squares/{n}"]',
        'step 1 (list templates): list.contains: expected ["y"], actual ["lab://squares/{',
        "step 2 (read lab://nowhere): outcome: expected success, actual error (protocol_er",
        "step 3 (cancel ping): outcome: expected error, actual success",
        "step 3 (cancel ping): error: expected an error, actual none: success",
      ].map((line) => line.slice(0, 80)),
    );
    expect(seen.steps?.at(-1)?.passed).toBe(true);
  });

  test("several at one time", async () => {
    const delay = { call: { tool: "delay", args: { delayMs: 150 } }, expect: { minDurationMs: 150 } };
    const seen = await report({ steps: [{ parallel: [delay, delay, delay, { call: { tool: "ping" } }] }] });
    expect(seen.failures).toEqual([]);
    expect(seen.steps?.map(({ name }) => name)).toEqual([
      "step 1.1 (call delay)",
      "step 1.2 (call delay)",
      "step 1.3 (call delay)",
      "step 1.4 (call ping)",
    ]);
    expect(seen.durationMs).toBeLessThan(450);
  });

  test("a notification is waited for, also one that came before", async () => {
    const method = "notifications/tools/list_changed";
    const seen = await report({
      inject: [{ when: { method: "tools/call" }, inject: [{ fault: "tool_removed", with: { name: "ping" } }] }],
      steps: [
        { call: { tool: "witness", args: { marker: "a" } } },
        { waitFor: { method }, timeoutMs: 2_000 },
        { waitFor: { method }, timeoutMs: 40, expect: { received: false } },
        { waitFor: { method }, timeoutMs: 40 },
      ],
    });
    expect(seen.failures).toEqual([
      `step 4 (wait for ${method}): received: expected ${method}, actual no ${method} within 40 ms`,
    ]);
  });

  test("a notification is waited for on the connection that is in use", async () => {
    const seen = await report({
      inject: [{ when: { method: "tools/call" }, inject: [{ fault: "tool_removed", with: { name: "delay" } }] }],
      steps: [
        { reconnect: true },
        { call: { tool: "ping" } },
        { waitFor: { method: "notifications/tools/list_changed" }, timeoutMs: 2_000 },
      ],
    });
    expect(seen.failures).toEqual([]);
  });

  test("an observer on a second connection, while the first stays open", async () => {
    const seen = await report({
      inject: ["$open"].map((method) => ({
        when: { method, connection: 2 },
        inject: [{ fault: "pass_through_bytes" }],
        optional: true,
      })),
      steps: [{ call: { tool: "ping" } }],
      observe: { ...PING, connection: "new" },
    });
    expect(seen.failures).toEqual([]);
    expect(seen.operations.map(({ name }) => name)).toEqual(["set-up", "execute", "connect", "observe", "clean-up"]);
  });
});

describe("side effects", () => {
  const marker = { marker: "order 7" };
  const witness = { call: { tool: "witness", args: marker }, timeoutMs: 300 };

  test.each(WAYS)(
    "are told apart from requests, over $transport at $protocolVersion",
    async ({ transport, protocolVersion }) => {
      const seen = await reportOf(
        {
          protocolVersion,
          inject: [
            { id: "lost answer", when: { method: "tools/call", name: "witness" }, inject: [{ fault: "hang" }] },
            {
              id: "lost request",
              when: { method: "tools/call", name: "witness" },
              inject: [{ fault: "hang" }],
              effect: "skipped",
              skip: 1,
            },
          ],
          steps: [
            { ...witness, expect: { outcome: "timeout" } },
            { ...witness, expect: { outcome: "timeout" } },
            { ...witness, expect: { outcome: "success" } },
          ],
          ledger: [
            { args: marker, asked: 3, executed: 2 },
            { args: { marker: "other" }, asked: 0, executed: 0 },
          ],
        },
        { transport },
      );
      expect(seen.failures).toEqual([]);
      expect(seen.ledger).toEqual([{ tool: "witness", args: marker, asked: 3, executed: 2 }]);
    },
  );

  test("that are others than expected fail the scenario", async () => {
    const seen = await reportOf({ ...PING, call: witness.call, ledger: [{ args: marker, asked: 2, executed: 0 }] });
    expect(seen).toMatchObject({
      passed: false,
      failures: [
        'ledger: witness {"marker":"order 7"}: asked: expected 2, actual 1',
        'ledger: witness {"marker":"order 7"}: executed: expected 0, actual 1',
      ],
    });
    expect(seen.error).toBeUndefined();
  });
});

describe("a control", () => {
  const inject = ["tools/call:ping duplicate_response", "tools/list malformed_message variant=missing-jsonrpc"];

  test("runs with nothing injected, and the difference is shown", async () => {
    const broken = { outcome: "error", error: { kind: "invalid_message" } };
    const seen = await reportOf({
      inject,
      control: true,
      steps: [{ call: { tool: "ping" } }, { list: "prompts" }, { list: "tools", expect: broken }],
    });
    expect(seen.failures).toEqual([]);
    expect(seen.control).toMatchObject({ passed: true, outcome: "success", failures: [] });
    expect(seen.control?.differences).toEqual([
      "step 3 (list tools): outcome: success, with the faults error (invalid_message)",
      expect.stringMatching(/^step 3 \(list tools\): entries: \d+, with the faults none$/),
    ]);
  });

  test("that fails makes the scenario inconclusive", async () => {
    const seen = await reportOf({
      inject: ["tools/call hang"],
      control: true,
      call: { tool: "no_such_tool" },
      timeoutMs: 100,
      expect: { outcome: "timeout" },
    });
    expect(seen).toMatchObject({
      outcome: "timeout",
      passed: false,
      failures: ["inconclusive: the control with nothing injected failed: call: error (protocol_error -32602)"],
      error: { code: "scenario_inconclusive" },
      control: {
        passed: false,
        differences: ["call: outcome: error (protocol_error -32602), with the faults timeout (timeout)"],
      },
    });
  });
});
