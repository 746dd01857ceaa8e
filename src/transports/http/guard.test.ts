import { describe, expect, it } from "vitest";
import type { HttpRequest } from "../../wire/http-port.ts";
import { createGuard, pathOf } from "./guard.ts";

function request(target: string, headers: Readonly<Record<string, string>>): HttpRequest {
  return {
    method: "POST",
    target,
    headers: Object.entries(headers),
    header: (name) => headers[name],
    connection: 1,
    body: () => undefined,
  };
}

const guard = createGuard("/mcp", "box.test");

describe("the guard", () => {
  it.each(["localhost", "LOCALHOST:1", "127.0.0.1:65535", "[::1]", "[::1]:3000", "box.test:80"])(
    "lets Host %s through",
    (host) => {
      expect(guard(request("/mcp", { host }))).toBeUndefined();
    },
  );

  it.each([
    "evil.test",
    "localhost.evil.test",
    "localhost@evil.test",
    "127.0.0.1.evil.test",
    "",
    "localhost:99999999",
    "::1",
    "[::1",
    "localhost:80:80",
    " localhost",
  ])("refuses Host %j", (host) => {
    expect(guard(request("/mcp", { host }))?.status).toBe(403);
  });

  it("refuses a request without Host", () => {
    expect(guard(request("/mcp", {}))?.status).toBe(403);
  });

  it.each([
    ["http://localhost:5173", undefined],
    ["https://127.0.0.1", undefined],
    ["http://[::1]:8080", undefined],
    ["null", 403],
    ["http://evil.test", 403],
    ["http://localhost.evil.test", 403],
    ["localhost", 403],
    ["file://localhost", 403],
    ["http://localhost/path", 403],
  ])("answers Origin %s with %s", (origin, status) => {
    expect(guard(request("/mcp", { host: "localhost", origin }))?.status).toBe(status);
  });

  it.each(["/", "//", "/mcp/", "/MCP", "/mcpx", "", "*", "http://localhost", "/mcp%20"])(
    "knows no path %j",
    (target) => {
      expect(guard(request(target, { host: "localhost" }))?.status).toBe(404);
    },
  );

  it.each([
    ["http://localhost:3000/mcp", undefined],
    ["HTTP://LOCALHOST/mcp?x", undefined],
    ["http://evil.example.com/mcp", 403],
    ["https://localhost@evil.example.com/mcp", 403],
    ["http:///mcp", 403],
  ])("answers the target %s with %s", (target, status) => {
    expect(guard(request(target, { host: "localhost" }))?.status).toBe(status);
  });

  it("refuses a good target with a foreign Host", () => {
    expect(guard(request("http://localhost/mcp", { host: "evil.example.com" }))?.status).toBe(403);
  });

  it("refuses two Hosts, as they come joined", () => {
    expect(guard(request("/mcp", { host: "localhost, localhost" }))?.status).toBe(403);
  });

  it("checks the path before Host", () => {
    expect(guard(request("/other", { host: "evil.test" }))?.status).toBe(404);
  });
});

describe("the path of a target", () => {
  it.each([
    ["/mcp?rule=x", "/mcp"],
    ["/mcp#x", "/mcp"],
    ["http://localhost:3000/mcp?x", "/mcp"],
    ["HTTP://localhost", "/"],
    ["//", "//"],
  ])("of %s is %s", (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});
