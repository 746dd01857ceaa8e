import * as v from "valibot";

const MAX_TEXT_CHARACTERS = 32_768;
const MAX_ENTRIES = 1_000;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the client itself has to say in every request. */
const RESERVED_HEADERS = [
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "transfer-encoding",
];

const least = v.minLength<string, 1>(1);
const most = v.maxLength<string, number>(MAX_TEXT_CHARACTERS);
const withoutNul = v.check((value: string) => !value.includes("\0"), "must not hold a NUL character");

const variableName = v.pipe(
  v.string(),
  least,
  most,
  v.check((name) => !/[=\0]/.test(name), "is no name of a variable"),
);

/** Members whose names are as `isName` wants them. */
function named<S extends v.GenericSchema<string, string>>(value: S, isName: (name: string) => boolean, rule: string) {
  return v.pipe(
    v.record(v.string(), value),
    v.check((members) => Object.keys(members).length <= MAX_ENTRIES, `must have at most ${MAX_ENTRIES} members`),
    v.check((members) => Object.keys(members).every(isName), rule),
  );
}

const isVariableName = (name: string): boolean => name !== "" && !/[=\0]/.test(name);
const VARIABLE_RULE = "must have names of variables as keys";

function isOwnHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return HEADER_NAME.test(name) && !RESERVED_HEADERS.includes(lower) && !lower.startsWith("mcp-param-");
}
const HEADER_RULE = `must have names of headers as keys, and none of those that the client itself sends (${RESERVED_HEADERS.join(", ")}, mcp-param-*)`;

const stdioConfig = v.strictObject({
  transport: v.literal("stdio"),
  command: v.pipe(v.string(), least, most, withoutNul, v.description("The program, started without a shell.")),
  args: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), most, withoutNul)),
      v.maxLength(MAX_ENTRIES),
      v.description("Its arguments, each handed on as it stands."),
    ),
    [],
  ),
  cwd: v.optional(
    v.pipe(
      v.string(),
      least,
      most,
      withoutNul,
      v.description("The folder that it is started in, relative to the runner's, which is also the default."),
    ),
  ),
  env: v.optional(
    v.pipe(
      named(v.pipe(v.string(), most, withoutNul), isVariableName, VARIABLE_RULE),
      v.description("Variables for its environment, beside HOME, LOGNAME, PATH, SHELL, TERM and USER."),
    ),
    {},
  ),
  envFrom: v.optional(
    v.pipe(
      v.union([
        v.pipe(v.array(variableName), v.maxLength(MAX_ENTRIES)),
        named(variableName, isVariableName, VARIABLE_RULE),
      ]),
      v.metadata({ allowed: "an array of names of variables, or an object of such names" }),
      v.description(
        "Variables that it gets from the runner's environment: their names, or its own names for them as keys. Their values are secrets.",
      ),
    ),
    [],
  ),
});

const httpConfig = v.strictObject({
  transport: v.literal("http"),
  url: v.pipe(
    v.string(),
    least,
    most,
    v.check((url) => URL.canParse(url), "is no absolute URL"),
    v.check(
      (url) => rejection(url) === undefined,
      "must be https, or http to this machine (127.0.0.1, [::1], localhost)",
    ),
    v.check((url) => !hasUserInfo(url), "must not hold a user name or password: name a variable under headerEnv"),
    v.check((url) => !url.includes("#"), "must not hold a fragment"),
    v.description("The endpoint. Without TLS only on this machine."),
  ),
  headers: v.optional(
    v.pipe(
      named(
        v.pipe(
          v.string(),
          most,
          v.check((value) => HEADER_VALUE.test(value), "holds a character that no header can carry"),
        ),
        isOwnHeader,
        HEADER_RULE,
      ),
      v.description("Headers of every request."),
    ),
    {},
  ),
  headerEnv: v.optional(
    v.pipe(
      named(variableName, isOwnHeader, HEADER_RULE),
      v.description(
        "Headers of every request, each from a variable of the runner's environment. Their values are secrets.",
      ),
    ),
    {},
  ),
});

/** Where an MCP server is, and how it is reached. */
export const mcpConfigSchema = v.variant("transport", [stdioConfig, httpConfig]);

export type StdioConfig = v.InferOutput<typeof stdioConfig>;
export type HttpConfig = v.InferOutput<typeof httpConfig>;
export type McpConfig = v.InferOutput<typeof mcpConfigSchema>;

/** Why a URL is not allowed for its protocol; undefined where it is, and where it is no URL at all. */
function rejection(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:") return undefined;
  return protocol === "http:" && isLoopback(hostname) ? undefined : "not allowed";
}

/** By name or number; `URL` has brought every spelling of a number into its usual form. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function hasUserInfo(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== "" || password !== "";
}
