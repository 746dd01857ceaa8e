/**
 * A promise that has to settle in time: nothing in the soak waits for ever.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @param {string} what
 * @returns {Promise<T>}
 */
export async function inTime(promise, ms, what) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing came within ${ms} ms`)), ms);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Pauses.
 * @param {number} ms
 */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
