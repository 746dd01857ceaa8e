import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createMailbox } from "./mailbox.ts";

const never = new AbortController().signal;

describe("a mailbox", () => {
  test("hands over what was put, oldest first, each once", async () => {
    const mailbox = createMailbox();
    mailbox.put("a", 1);
    mailbox.put("b", "other");
    mailbox.put("a", 2);
    expect(await mailbox.take("a", never)).toBe(1);
    expect(await mailbox.take("a", never)).toBe(2);
    expect(await mailbox.take("b", never)).toBe("other");
  });

  test("waits for what is put later, and serves those who wait in order", async () => {
    const mailbox = createMailbox();
    const waiting = [mailbox.take("a", never), mailbox.take("a", never)];
    mailbox.put("b", 0);
    mailbox.put("a", 1);
    mailbox.put("a", 2);
    expect(await Promise.all(waiting)).toEqual([1, 2]);
  });

  test("hands over what is there even when the signal has aborted, else nothing", async () => {
    const mailbox = createMailbox();
    mailbox.put("a", 1);
    expect(await mailbox.take("a", AbortSignal.abort())).toBe(1);
    expect(await mailbox.take("a", AbortSignal.abort())).toBeUndefined();
  });

  test("forgets who has given up: what is put then stays for the next", async () => {
    const mailbox = createMailbox();
    const giveUp = new AbortController();
    const [lost, kept] = [mailbox.take("a", giveUp.signal), mailbox.take("a", never)];
    giveUp.abort();
    mailbox.put("a", 1);
    expect(await lost).toBeUndefined();
    expect(await kept).toBe(1);
  });

  test("lets go of the signal once it has handed over", async () => {
    const mailbox = createMailbox();
    const { signal } = new AbortController();
    const taken = mailbox.take("a", signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    mailbox.put("a", 1);
    await taken;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("holds no more than its limit", async () => {
    const mailbox = createMailbox(1);
    mailbox.put("a", 1);
    mailbox.put("a", 2);
    expect(await mailbox.take("a", never)).toBe(1);
    expect(await mailbox.take("a", AbortSignal.abort())).toBeUndefined();
  });
});
