/** Whether an `Accept` header allows JSON and event streams: a legacy client has to take both kinds of answer. */
export function acceptsBoth(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  if (/(^|,)\s*\*\/\*/.test(accept)) return true;
  const allows = (type: string) =>
    accept.toLowerCase().includes(type) || accept.includes(`${type.slice(0, type.indexOf("/"))}/*`);
  return allows("application/json") && allows("text/event-stream");
}
