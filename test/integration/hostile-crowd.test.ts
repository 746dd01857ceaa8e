import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { MAX_SOCKETS } from "../../src/base/limits.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { onlyMessage, openHttp, startHttp } from "../fixtures/raw-peer/serve.ts";

// A crowd of connections on which nothing happens: as many as the server holds, and some more.

/** What a connection may cost the server, in bytes. Measured: about 9,000. */
const BYTES_EACH = 20_000;
/** Descriptors that both processes need beside those connections. */
const RESERVE = 300;

const sockets: Socket[] = [];

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await endAllRaw();
});

test("10,000 idle connections: bounded, and the server still answers", async () => {
  const crowd = Math.min(MAX_SOCKETS, openFileLimit() - RESERVE);
  const server = await startHttp();
  const client = await openHttp(server, "modern");
  const ask = async () => expect(await onlyMessage(await client.call(1, "ping"))).toHaveProperty("result");
  await ask();
  const before = residentBytes(server.process.pid);

  await open(server.port, crowd);
  await ask();
  expect(residentBytes(server.process.pid) - before).toBeLessThan(crowd * BYTES_EACH);

  // One too many takes the place of the one that has been idle for longest; the last one stays.
  await open(server.port, 10);
  if (crowd === MAX_SOCKETS) await closed(sockets[0]);
  await ask();
  expect(sockets.at(-1)?.destroyed).toBe(false);

  for (const socket of sockets) socket.destroy();
  await ask();
  server.process.kill("SIGTERM");
  expect(await server.process.exit()).toEqual({ code: 0, signal: null });
}, 60_000);

async function closed(socket: Socket | undefined): Promise<void> {
  if (socket?.destroyed === false) await new Promise((resolve) => socket.once("close", resolve));
}

/** Opens connections, some at a time: a listener takes only so many at once. */
async function open(port: number, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, left) }, async () => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => undefined).resume();
        sockets.push(socket);
        await new Promise((resolve) => socket.once("connect", resolve));
      }),
    );
  }
}

/** How many files a process may have open here: what `ulimit -n` says. */
function openFileLimit(): number {
  const limits = process.platform === "linux" ? readFileSync("/proc/self/limits", "utf8") : "";
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 1_000);
}

/** What a process holds in memory. */
function residentBytes(pid: number): number {
  const status = process.platform === "linux" ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
