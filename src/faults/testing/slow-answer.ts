import type { RunnableFault } from "./runnable-fault.ts";

/** The fault, with a healthy side that takes `ms` milliseconds to answer. */
export function withSlowAnswer<P>(fault: RunnableFault<P>, ms: number): RunnableFault<P> {
  return {
    ...fault,
    tool: {
      description: "Answers late.",
      answer: async (_, call) => {
        await call.clock.sleep(ms, call.exchange.cancelled);
        return { content: [{ type: "text", text: "healthy" }] };
      },
    },
  };
}
