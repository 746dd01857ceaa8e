/** How binding a clause is: its keyword of BCP 14, or `prose` where it has none. */
export type ClauseLevel = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "MAY" | "prose";

/** What the specification says on one thing, in all revisions that say it. */
export interface Clause {
  /** Who has to obey. */
  readonly subject: "client" | "server" | "both" | "proxy" | "AS";
  /** In our own words. */
  readonly says: string;
  /** `revision/page#section.slug`; the slug after the dot is ours. */
  readonly clauses: readonly { readonly id: string; readonly level: ClauseLevel }[];
}

/** Where a clause can be read. */
export function clauseAddress(id: string): string {
  return `https://modelcontextprotocol.io/specification/${id.slice(0, id.lastIndexOf("."))}`;
}
