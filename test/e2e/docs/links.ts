import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "../../gates/source-files.ts";
import { proseOf, type Page } from "./pages.ts";

const LINK = /(!?)\[[^\]]*\]\(([^)\s]+)\)/g;

/** Links of a page that lead nowhere, and pictures that are fetched from elsewhere, one line each. */
export function brokenLinks(page: Page): string[] {
  return [...withoutCode(proseOf(page)).matchAll(LINK)].flatMap(([, picture, target = ""]) => {
    const problem = linkProblem(page, target, picture === "!");
    return problem === undefined ? [] : [`${page.path}: ${target}: ${problem}`];
  });
}

function linkProblem({ path, text }: Page, target: string, isPicture: boolean): string | undefined {
  if (/^[a-z]+:/.test(target)) {
    if (isPicture) return "a picture from elsewhere";
    return target.startsWith("https://") ? undefined : "neither https nor a file";
  }
  const [file = "", anchor] = target.split("#");
  const place = file === "" ? path : normalize(join(dirname(path), file));
  if (file !== "" && !existsSync(join(root, place))) return "no such file";
  if (anchor === undefined) return undefined;
  if (file !== "" && !statSync(join(root, place)).isFile()) return "a folder has no anchors";
  const there = file === "" ? text : readFileSync(join(root, place), "utf8");
  return anchorsOf({ path: place, text: there }).includes(anchor) ? undefined : "no such heading";
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: Page): string[] {
  const seen = new Map<string, number>();
  return [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, "");
}
