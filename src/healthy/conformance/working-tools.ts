import type { Changes } from "../offers/changes.ts";
import type { Tool } from "../tools/tool.ts";
import { fixtureTool, textResult } from "./fixture-tool.ts";
import { CHANGING_PROMPT } from "./prompts.ts";

const STEP_MS = 50;
/** Longer than the client needs to see that the stream was closed. */
const RECONNECTION_MS = 100;

const changingTool = fixtureTool("test_changing_tool", "Comes and goes", () => textResult("still there"));

/** Tools that log, report progress, close their stream or change what is offered. */
export function workingTools(changes: Changes): readonly Tool[] {
  return [
    fixtureTool("test_tool_with_logging", "Logs three times", async (call) => {
      call.log("info", "Tool execution started");
      await call.clock.sleep(STEP_MS, call.exchange.cancelled);
      call.log("info", "Tool processing data");
      await call.clock.sleep(STEP_MS, call.exchange.cancelled);
      call.log("info", "Tool execution completed");
      return textResult("Logged three times.");
    }),
    fixtureTool("test_logging_tool", "Logs once", (call) => {
      call.log("info", "Logged by test_logging_tool");
      return textResult("Logged once, if the client wanted it.");
    }),
    fixtureTool("test_tool_with_progress", "Reports progress three times", async (call) => {
      call.progress(0, 100, "started");
      await call.clock.sleep(STEP_MS, call.exchange.cancelled);
      call.progress(50, 100, "half way");
      await call.clock.sleep(STEP_MS, call.exchange.cancelled);
      call.progress(100, 100, "done");
      // The SDK's clients lose a notification that arrives in one chunk with the answer.
      await call.clock.sleep(STEP_MS, call.exchange.cancelled);
      return textResult("Reported progress three times.");
    }),
    fixtureTool("test_reconnection", "Closes its stream and answers to whoever comes back", async (call) => {
      call.detach();
      await call.clock.sleep(RECONNECTION_MS, call.exchange.cancelled);
      return textResult("Reconnection test completed successfully.");
    }),
    fixtureTool("test_trigger_tool_change", "Adds or removes a tool", () => {
      if (!changes.tools.delete(changingTool.name)) changes.tools.set(changingTool.name, changingTool);
      return textResult("The list of tools has changed.");
    }),
    fixtureTool("test_trigger_prompt_change", "Adds or removes a prompt", () => {
      if (!changes.prompts.delete(CHANGING_PROMPT.name)) changes.prompts.set(CHANGING_PROMPT.name, CHANGING_PROMPT);
      return textResult("The list of prompts has changed.");
    }),
  ];
}
