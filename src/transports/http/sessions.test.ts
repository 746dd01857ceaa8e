import { expect, it } from "vitest";
import { createFakeClock } from "../../base/fake-clock.ts";
import { MAX_SESSIONS, SESSION_IDLE_MS } from "../../base/limits.ts";
import { Sessions, type SessionEntry } from "./sessions.ts";

function setUp() {
  const clock = createFakeClock();
  const sessions = new Sessions<SessionEntry>(clock);
  const ended: string[] = [];
  const open = (id: string): SessionEntry => {
    const session = {
      id,
      // A session that looks itself up while it ends must not be found: it is struck from the registry first.
      end: () => void ended.push(`${id} ${sessions.find(id) === undefined ? "struck" : "found"}`),
    };
    sessions.add(session);
    return session;
  };
  return { clock, sessions, ended, open };
}

it("reclaims a session in which nothing has run for five minutes", async () => {
  const { clock, sessions, ended, open } = setUp();
  open("a");
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(sessions.size).toBe(1);
  await clock.advance(1);
  expect(sessions.find("a")).toBeUndefined();
  expect(ended).toEqual(["a struck"]);
  expect(clock.pending).toBe(0);
});

it("counts five minutes from the last request, also where each was answered at once", async () => {
  const { clock, sessions, ended, open } = setUp();
  open("a");
  for (let request = 0; request < 100; request++) {
    await clock.advance(SESSION_IDLE_MS / 7);
    expect(sessions.find("a")).toBeDefined();
    expect(clock.pending).toBe(1);
  }
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(ended).toEqual([]);
  await clock.advance(1);
  expect(ended).toEqual(["a struck"]);
  expect(clock.pending).toBe(0);
});

it("keeps a session while something runs in it, and counts five minutes from the last end", async () => {
  const { clock, sessions, open } = setUp();
  const session = open("a");
  const first = sessions.hold(session);
  const second = sessions.hold(session);
  await clock.advance(SESSION_IDLE_MS * 2);
  first();
  first();
  await clock.advance(SESSION_IDLE_MS * 2);
  expect(sessions.size).toBe(1);
  second();
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(sessions.size).toBe(1);
  await clock.advance(1);
  expect(sessions.size).toBe(0);
});

it("removes a session once, and leaves no timer", () => {
  const { clock, sessions, ended, open } = setUp();
  const session = open("a");
  const release = sessions.hold(session);
  expect(sessions.remove(session)).toBe(true);
  expect(sessions.remove(session)).toBe(false);
  release();
  expect(ended).toEqual(["a struck"]);
  expect(clock.pending).toBe(0);
});

it("is full at the limit", () => {
  const { sessions, open } = setUp();
  for (let n = 1; n < MAX_SESSIONS; n++) open(`s${n}`);
  expect(sessions.isFull).toBe(false);
  open("last");
  expect(sessions.isFull).toBe(true);
  sessions.removeAll();
  expect(sessions.size).toBe(0);
});
