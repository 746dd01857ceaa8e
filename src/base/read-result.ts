/** Plain JSON data, or what is wrong with the file: each problem says where and what, and does not name the file. */
export type Document =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly string[]; readonly value?: undefined };

/** Opening a pipe would otherwise wait for somebody who writes to it. Windows has no such flag. */
const NONBLOCK = process.platform === "win32" ? 0 : constants.O_NONBLOCK;

export interface DocumentOptions {
  /** Tells where a mistake is and what was expected, and repeats nothing of the file: it may hold secrets. */
  readonly quiet?: boolean;
}
