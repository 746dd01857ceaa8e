import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { root } from "../scripts/bundle.mjs";
import { renderPage } from "./performance-page.mjs";

const published = join(root, "bench/results/published.json");
const page = join(root, "docs/performance.md");

/**
 * Makes the page from the last run, and keeps that run's report beside it. Only a whole run may speak for the product.
 * @param {string} latest
 */
export async function writePage(latest) {
  const text = await readFile(latest, "utf8").catch(() => {
    throw new Error("There is no result yet: npm run bench makes one");
  });
  /** @type {import("./report.mjs").Report} */
  const report = JSON.parse(text);
  if (report.effort !== "full") throw new Error(`The last run was not a whole one: ${report.effort}`);
  const rendered = renderPage(report);
  await mkdir(dirname(page), { recursive: true });
  await writeFile(page, rendered);
  await writeFile(published, text);
  process.stdout.write(`${relative(root, page)} and ${relative(root, published)} are written\n`);
}
