import { describe, expect, test } from "vitest";
import { renderHelp } from "./help.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./options.ts";

const pages = [undefined, ...COMMANDS].map((command): [string, string] => [
  command?.name ?? "top",
  renderHelp(command),
]);

test("the top page names every command, and the options of most use", () => {
  const top = renderHelp();
  for (const { name, summary } of COMMANDS)
    expect(top).toMatch(new RegExp(`^  ${name}\\b.* ${summary.slice(0, 20)}`, "m"));
  for (const option of ["--transport", "--report", ...Object.keys(GLOBAL_OPTIONS).map((name) => `--${name}`)])
    expect(top).toContain(option);
});

test.each(COMMANDS.map(({ name }) => name))("the page of %s names all its options and examples", (name) => {
  const command = COMMANDS.find((each) => each.name === name);
  const page = renderHelp(command);
  for (const [option, { summary }] of Object.entries({ ...command?.options, ...GLOBAL_OPTIONS })) {
    expect(page).toContain(`--${option}`);
    expect(page.replaceAll(/\s+/g, " ")).toContain(summary);
  }
  for (const { line } of command?.examples ?? []) expect(page).toContain(`mcp-failure-lab ${line}`);
});

test("limits and defaults stand in it", () => {
  const page = renderHelp(COMMANDS.find(({ name }) => name === "serve")).replaceAll(/\s+/g, " ");
  expect(page).toMatch(/--port PORT .*\(0 to 65535, default 3000, http only\)/);
});

describe.each(pages)("the page %s", (_, page) => {
  test("keeps within 100 columns, without space at the ends of lines", () => {
    for (const line of page.split("\n"))
      expect([line, line.length <= 100, line.trimEnd() === line]).toEqual([line, true, true]);
  });
});
