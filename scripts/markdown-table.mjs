/**
 * A table in Markdown; its columns are aligned by the formatter.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function markdownTable(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
