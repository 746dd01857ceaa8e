import { resolve } from "node:path";
import { readDocument } from "../base/document.ts";
import { LabError } from "../base/errors.ts";
import { parseTarget, type Target } from "./target.ts";

/** Reads a target file. Throws `target_load_failed`, which names the file and repeats no value of it (SPEC 14.12). */
export async function loadTarget(file: string, cwd: string): Promise<Target> {
  const { value, problems } = await readDocument(resolve(cwd, file), { quiet: true });
  if (problems === undefined) return parseTarget(value, file);
  throw new LabError("target_load_failed", problems.map((problem) => `${file}: ${problem}`).join("\n"));
}
