import { askLegacyClient } from "./ask-legacy-client.ts";
import { askModernClient, readInput } from "./ask-modern-client.ts";
import type { Answer, Call } from "./call.ts";
import { InputRequired, type Input } from "./input-required.ts";
import type { Outcome } from "./method.ts";
import { Refusal } from "./refusal.ts";
import type { ServedCall } from "./served-call.ts";

/** A tool, prompt or resource at work: run again with what the client gave, until it needs nothing more. */
export interface Work<A> {
  run(args: A, call: Call): Answer | Promise<Answer>;
}

/** Runs `work` and gets it what it asks the client for. `failed` says what comes of an exception. */
export function perform<A>(
  call: ServedCall,
  work: Work<A>,
  args: A,
  failed: (error: unknown) => Outcome,
): Outcome | Promise<Outcome> {
  if (call.exchange.era === "modern") {
    const input = readInput(call);
    if (input instanceof Refusal) return input;
    call.input = input;
  }
  const answer = attempt(call, work, args, failed);
  return answer instanceof Promise
    ? answer.then((settled) => ask(call, work, args, failed, settled))
    : ask(call, work, args, failed, answer);
}

type Attempt = Answer | Outcome;

function attempt<A>(
  call: ServedCall,
  work: Work<A>,
  args: A,
  failed: (error: unknown) => Outcome,
): Attempt | Promise<Attempt> {
  try {
    const answer = work.run(args, call);
    return answer instanceof Promise ? answer.catch(failed) : answer;
  } catch (error) {
    return failed(error);
  }
}

function ask<A>(
  call: ServedCall,
  work: Work<A>,
  args: A,
  failed: (error: unknown) => Outcome,
  answer: Attempt,
): Outcome | Promise<Outcome> {
  if (!(answer instanceof InputRequired)) return answer;
  if (call.exchange.era === "modern") return askModernClient(call, answer);
  const again = async (input: Input): Promise<Attempt> => {
    call.input = input;
    return attempt(call, work, args, failed);
  };
  return askLegacyClient(call, answer, again, failed);
}
