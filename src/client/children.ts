/** Leaders of the process groups that this process has started and not yet seen end. */
const living = new Set<number>();

/** Remembers a child until the returned function is called: whatever way this process ends, the child's group ends with it. */
export function registerChild(pid: number): () => void {
  if (living.size === 0) process.on("exit", killAllChildren);
  living.add(pid);
  return () => {
    if (living.delete(pid) && living.size === 0) process.removeListener("exit", killAllChildren);
  };
}

/**
 * Kills every process group that is still alive, at once and without waiting. For the way out of a signal handler; at a normal exit
 * it runs by itself.
 */
export function killAllChildren(): void {
  for (const pid of living) signalGroup(pid, "SIGKILL");
}

/** Sends a signal to a whole process group; 0 only asks. False where nobody is left in it. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no process groups of this kind: there the child alone is meant.
    process.kill(process.platform === "win32" ? pid : -pid, signal);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // alive, and not ours to signal
  }
}

/**
 * Whether anybody of a process group still runs. One that has ended and was not taken note of by its parent does not: the system goes on
 * to count it, for ever where it was left to a container's first process that takes note of nobody.
 */
export function isGroupAlive(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false;
  if (process.platform !== "linux") return true;
  const { readdirSync, readFileSync } = process.getBuiltinModule("node:fs");
  try {
    const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return numbers.some((name) => runsIn(pid, () => readFileSync(`/proc/${name}/stat`, "latin1")));
  } catch {
    return true; // nobody lets us look: whoever is counted may run
  }
}

/** Whether a process, of which the system says in /proc/PID/stat (proc(5)) what it does, runs in a group. */
function runsIn(group: number, read: () => string): boolean {
  let line: string;
  try {
    line = read();
  } catch {
    return false; // it has gone meanwhile
  }
  // The name before may hold anything, also a parenthesis.
  const [state, , own] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return Number(own) === group && state !== "Z" && state !== "X";
}
