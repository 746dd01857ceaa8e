/**
 * For each row whose goal is missed: what was tried, and what it would cost to go on. The page quotes them.
 * @type {Readonly<Record<string, string>>}
 */
export const NOTES = {};
