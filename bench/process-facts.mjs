// What the kernel says about a process: Linux only, as are the figures of the benchmark.
import { readFileSync, readdirSync } from "node:fs";

/**
 * CPU time of all threads of a process so far, in microseconds. From the scheduler's own account, in nanoseconds; the ticks of
 * /proc/PID/stat, 10 ms each, are too coarse for a block of calls.
 * @param {number} pid
 */
export function cpuMicros(pid) {
  let nanos = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanos += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ", 1)[0]);
  }
  return nanos / 1000;
}

/**
 * Resident memory now and at its highest, in bytes.
 * @param {number} pid
 */
export function memoryBytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return { now: kilobytes(status, "VmRSS") * 1024, peak: kilobytes(status, "VmHWM") * 1024 };
}

/**
 * @param {string} status
 * @param {string} name
 */
function kilobytes(status, name) {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status);
  if (match === null) throw new Error(`The kernel does not say ${name}`);
  return Number(match[1]);
}

/**
 * Open files, sockets and pipes of a process.
 * @param {number} pid
 */
export function descriptorCount(pid) {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/**
 * Child processes of a process, of all its threads.
 * @param {number} pid
 */
export function childCount(pid) {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" "))
    .filter((child) => child !== "").length;
}
