/** Plain JSON data, or what is wrong with the file: each problem says where and what, and does not name the file. */
export type Document =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly string[]; readonly value?: undefined };
