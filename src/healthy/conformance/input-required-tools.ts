import { errorResult } from "../../faults/fault-tool.ts";
import { InputRequired } from "../input-required.ts";
import type { Tool } from "../tools/tool.ts";
import { accepted, form, refused, rootUris, ROOTS, sample, sampled } from "./asking.ts";
import { fixtureTool, textResult } from "./fixture-tool.ts";

const TEXT = { type: "string" };
const NAME_FORM = form("What is your name?", { name: TEXT });
const CONFIRM_FORM = form("Please confirm", { ok: { type: "boolean" } });

/** The scenarios of input-required results, each under the name that the suite gives it. */
export const INPUT_REQUIRED_TOOLS: readonly Tool[] = [
  fixtureTool("test_input_required_result_elicitation", "Asks for a name", ({ input }) => {
    if (refused(input, "user_name")) return errorResult("No name was given");
    const name = accepted(input, "user_name", "name");
    return name === undefined ? new InputRequired({ user_name: NAME_FORM }) : textResult(`Hello, ${name}!`);
  }),
  fixtureTool("test_input_required_result_sampling", "Asks the model for a capital", ({ input }) => {
    const capital = sampled(input, "capital_question");
    if (capital !== undefined) return textResult(`The model says: ${capital}`);
    return new InputRequired({ capital_question: sample("What is the capital of France?", 100) });
  }),
  fixtureTool("test_input_required_result_list_roots", "Asks for the roots", ({ input }) => {
    const uris = rootUris(input, "client_roots");
    return uris === undefined ? new InputRequired({ client_roots: ROOTS }) : textResult(`Roots: ${uris.join(", ")}`);
  }),
  fixtureTool("test_input_required_result_request_state", "Sends a state along", ({ input }) => {
    if (input.state?.asked !== true) return new InputRequired({ confirm: CONFIRM_FORM }, { asked: true });
    return textResult("state-ok");
  }),
  fixtureTool(
    "test_input_required_result_tampered_state",
    "Sends a state along that must not be changed",
    ({ input }) => {
      if (input.state?.asked !== true) return new InputRequired({ confirm: CONFIRM_FORM }, { asked: true });
      return textResult("The state came back unchanged.");
    },
  ),
  fixtureTool("test_input_required_result_multiple_inputs", "Asks for three things at once", ({ input }) => {
    const name = accepted(input, "user_name", "name");
    const greeting = sampled(input, "greeting");
    const uris = rootUris(input, "client_roots");
    if (name !== undefined && greeting !== undefined && uris !== undefined)
      return textResult(`${greeting}, ${name}! Roots: ${uris.join(", ")}`);
    const asks = { user_name: NAME_FORM, greeting: sample("Generate a greeting", 50), client_roots: ROOTS };
    return new InputRequired(asks, { asked: true });
  }),
  fixtureTool("test_input_required_result_multi_round", "Asks twice", ({ input }) => {
    const { state } = input;
    const name = accepted(input, "step1", "name") ?? state?.name;
    if (typeof name !== "string")
      return new InputRequired({ step1: form("Step 1: What is your name?", { name: TEXT }) }, { round: 1 });
    const color = accepted(input, "step2", "color");
    if (color !== undefined) return textResult(`${name} likes ${color}.`);
    const step2 = form("Step 2: What is your favorite color?", { color: TEXT });
    return new InputRequired({ step2 }, { round: 2, name });
  }),
  fixtureTool("test_input_required_result_capabilities", "Asks only for what the client offers", (call) => {
    const { clientCapabilities: can, input } = call;
    const said = accepted(input, "user_name", "name") ?? sampled(input, "greeting") ?? rootUris(input, "client_roots");
    if (said !== undefined) return textResult(`The client said: ${String(said)}`);
    const asks = {
      ...(can.sampling === undefined ? {} : { greeting: sample("Generate a greeting", 50) }),
      ...(can.elicitation === undefined ? {} : { user_name: NAME_FORM }),
      ...(can.roots === undefined ? {} : { client_roots: ROOTS }),
    };
    return Object.keys(asks).length === 0 ? textResult("The client offers nothing.") : new InputRequired(asks);
  }),
  fixtureTool("test_missing_capability", "Needs a client that offers its model", ({ input }) => {
    const answer = sampled(input, "answer");
    return answer === undefined ? new InputRequired({ answer: sample("Say something", 10) }) : textResult(answer);
  }),
];
