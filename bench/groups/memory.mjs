// Whether memory grows with the number of calls.
import { httpBlock } from "../http-load.mjs";
import { lineBlock } from "../line-load.mjs";
import { callTexts } from "../messages.mjs";
import { memoryBytes } from "../process-facts.mjs";
import { callRequests, closeLines, openHttp, openLines, subjectsOf } from "../subjects.mjs";

const FEW = 6_000;
const MANY = 60_000;
const WIDTH = 16;
const MEBIBYTE = 2 ** 20;

/** @type {import("../bench.mjs").Group} */
export const memory = {
  name: "memory",
  async measure({ command, effort, recorder, say }) {
    const { lab } = subjectsOf(command);
    /**
     * @param {"stdio" | "http"} transport
     * @param {number} pid
     * @param {(calls: number) => Promise<unknown>} load
     */
    const compare = async (transport, pid, load) => {
      await load(FEW);
      const few = memoryBytes(pid).now;
      await load(MANY - FEW);
      const much = memoryBytes(pid).now;
      recorder.ratio(`memory-${transport}`, much / few);
      recorder.figure(`memory-${transport}-${FEW}`, few / MEBIBYTE);
      recorder.figure(`memory-${transport}-${MANY}`, much / MEBIBYTE);
    };
    for (let run = 0; run < effort.memoryRuns; run++) {
      for (const era of /** @type {const} */ (["legacy", "modern"])) {
        say(`memory ${run + 1}/${effort.memoryRuns}: ${era}`);
        const child = await openLines(lab);
        const text = callTexts(lab.call, era);
        await compare("stdio", child.pid, (calls) => lineBlock(child, { calls, inFlight: WIDTH, text }));
        await closeLines(child, lab);

        const server = await openHttp(lab);
        const { port } = server.place;
        const request = callRequests(lab.call, era, server.place);
        const load = { port, pid: server.child.pid, connections: WIDTH, request };
        await compare("http", server.child.pid, (calls) => httpBlock({ ...load, calls }));
        await server.child.end("SIGTERM");
      }
    }
  },
};
