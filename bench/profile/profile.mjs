/** @type {(...args: unknown[]) => Promise<number>} */
export const profile = () => Promise.resolve(1);
