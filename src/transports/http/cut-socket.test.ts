import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { cutSocket } from "./cut-socket.ts";

/** What a client reads of a connection that is cut right after a write, and how it learns of the end. */
async function cutAfter(bytes: string, how: "fin" | "reset") {
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {});
    if (bytes.length > 0) socket.write(bytes);
    void cutSocket(socket, how);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const seen = { read: "", error: "" };
  client.setEncoding("utf8").on("data", (text: string) => void (seen.read += text));
  client.on("error", (error: NodeJS.ErrnoException) => void (seen.error = error.code ?? ""));
  await new Promise<void>((resolve) => client.once("close", () => resolve()));
  return seen;
}

describe("a connection cut right after a write", () => {
  test("by a reset: the client gets the bytes, then the reset", async () => {
    expect(await cutAfter("a".repeat(1_000), "reset")).toEqual({ read: "a".repeat(1_000), error: "ECONNRESET" });
  });
  test("by an end: the client gets the bytes, then the end", async () => {
    expect(await cutAfter("a".repeat(1_000), "fin")).toEqual({ read: "a".repeat(1_000), error: "" });
  });
  test("by a reset with nothing written", async () => {
    expect(await cutAfter("", "reset")).toEqual({ read: "", error: "ECONNRESET" });
  });
});
