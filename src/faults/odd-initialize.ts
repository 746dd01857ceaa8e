import * as v from "valibot";
import { objectAt, type JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const info = (result: JsonObject) => objectAt(result, "serverInfo") ?? {};
const capabilities = (result: JsonObject) => objectAt(result, "capabilities") ?? {};

const FORMS = {
  "no-server-info": (result: JsonObject) => without(result, "serverInfo"),
  "no-server-version": (result: JsonObject) => ({ ...result, serverInfo: without(info(result), "version") }),
  "long-server-name": (result: JsonObject) => ({ ...result, serverInfo: { ...info(result), name: "lab-".repeat(64) } }),
  "no-capabilities": (result: JsonObject) => without(result, "capabilities"),
  "null-capabilities": (result: JsonObject) => ({ ...result, capabilities: null }),
  "tools-only": (result: JsonObject) => ({ ...result, capabilities: { tools: {} } }),
  "prompts-only": (result: JsonObject) => ({ ...result, capabilities: { prompts: {} } }),
  "resources-only": (result: JsonObject) => ({ ...result, capabilities: { resources: {} } }),
  "true-for-an-object": (result: JsonObject) => ({ ...result, capabilities: { ...capabilities(result), tools: true } }),
  "list-for-an-object": (result: JsonObject) => ({ ...result, capabilities: { ...capabilities(result), tools: [] } }),
  "capabilities-list": (result: JsonObject) => ({ ...result, capabilities: [] }),
  "unknown-capability": (result: JsonObject) => ({
    ...result,
    capabilities: { ...capabilities(result), tools: { listChanged: true, lab: true }, lab: {} },
  }),
  "no-instructions": (result: JsonObject) => without(result, "instructions"),
  "null-instructions": (result: JsonObject) => ({ ...result, instructions: null }),
} as const;

/** Met in google-gemini/gemini-cli#2015, anomalyco/opencode#31271, asciimoo/hister#363, CircleCI-Public/mcp-server-circleci#142 and ian-cowley/MCPSqlServer#3. */
export const oddInitialize = defineFault({
  name: "odd_initialize",
  title: "Odd answer to the handshake",
  summary:
    "The answer to initialize, or to server/discover, lacks what it has to have or holds what clients do not expect.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["initialize", "server/discover"],
  params: v.strictObject({
    form: choice(
      [
        "no-server-info",
        "no-server-version",
        "long-server-name",
        "no-capabilities",
        "null-capabilities",
        "tools-only",
        "prompts-only",
        "resources-only",
        "true-for-an-object",
        "list-for-an-object",
        "capabilities-list",
        "unknown-capability",
        "no-instructions",
        "null-instructions",
      ],
      "What is odd: no server info or no version in it, a name of 256 characters (which is good), no capabilities or null, only those of tools, prompts or resources (good), true or an empty list in place of a capability's object, or a list of all, members that nobody knows (good), no instructions (good), or null.",
    ),
  }),
  examples: [{ form: "no-server-version" }, { form: "unknown-capability" }, { form: "null-capabilities" }],
  shownWith: { method: "initialize", era: "legacy" },
  breaks: [],
  exercises: [{ check: "LIF-12" }, { check: "LIF-14" }],
  tolerates: ["success", "invalid_message"],
  robust:
    "Ignores members that it does not know, asks for nothing that the server has not declared, and refuses an answer that it cannot use with a message that names the member.",
  apply: ({ form }) => changeResult(FORMS[form]),
});
