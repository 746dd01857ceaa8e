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
