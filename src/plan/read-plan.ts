import { readDocument } from "../base/document.ts";
import { checkInput } from "../base/schema-problems.ts";
import { planSchema, type Plan } from "./rule.ts";

/** Reads and checks a plan file (JSON or YAML). Each problem names the file, the JSON path, what was found and what is allowed. */
export async function readPlanFile(
  file: string,
): Promise<{ readonly plan: Plan; readonly problems?: undefined } | { readonly problems: readonly string[] }> {
  const document = await readDocument(file);
  if (document.problems !== undefined) return { problems: document.problems.map((problem) => `${file}: ${problem}`) };
  const checked = checkInput(planSchema, document.value);
  if (checked.problems !== undefined) return { problems: checked.problems.map((problem) => `${file}: ${problem}`) };
  return { plan: checked.value };
}
