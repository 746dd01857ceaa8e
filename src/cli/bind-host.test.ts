import fc from "fast-check";
import { expect, test } from "vitest";
import { readBindHost } from "./bind-host.ts";

test.each([
  ..."0.0.0.0 0 0x0 00 0x00000000 000.0.0.0 0.0 0.0.0 0x0.0x0.0x0.0x0 0.0.0.0. ０ ０．０．０．０ *".split(" "),
  ...":: [::] ::0 0::0 0::  0:0:0:0:0:0:0:0 [0:0:0:0:0:0:0:0] 0000:0000:0000:0000:0000:0000:0000:0000".split(/ +/),
  ...":::: ::ffff:0.0.0.0 [::ffff:0.0.0.0] ::FFFF:0:0 0:0:0:0:0:ffff:0:0 ::0.0.0.0 ::%lo ::%1 [::%eth0]"
    .split(" ")
    .slice(1),
])("%s stands for every address", (host) => {
  expect(readBindHost(host)).toEqual({ kind: "wildcard" });
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["127.8.8.8", "127.8.8.8"],
  ["127.1", "127.0.0.1"],
  ["0x7f.1", "127.0.0.1"],
  ["2130706433", "127.0.0.1"],
  ["localhost", "localhost"],
  ["LocalHost.", "localhost"],
  ["::1", "::1"],
  ["[::1]", "::1"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
])("%s is loopback, and %s is bound", (host, bound) => {
  expect(readBindHost(host)).toEqual({ kind: "loopback", host: bound });
});

test.each([
  ["192.168.0.1", "192.168.0.1"],
  ["0.0.0.1", "0.0.0.1"],
  ["128.0.0.1", "128.0.0.1"],
  ["::2", "::2"],
  ["::127.0.0.1", "::7f00:1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["2001:DB8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1%eth0"],
  ["Example.test", "example.test"],
  ["localhost.example.test", "localhost.example.test"],
  ["127.0.0.1.example.test", "127.0.0.1.example.test"],
])("%s is remote, and %s is bound", (host, bound) => {
  expect(readBindHost(host)).toEqual({ kind: "remote", host: bound });
});

test.each([
  "",
  " ",
  "a b",
  "http://localhost",
  "localhost:3000",
  "[::1]:3000",
  "[127.0.0.1]",
  "1.2.3.4.5",
  "256.0.0.1",
  "::g",
  "a/b",
  "user@host",
  "a?b",
  "127.0..",
  "0..",
  "%30",
  ".",
  "..",
  "a..b",
])("%j is no host", (host) => {
  expect(readBindHost(host)).toEqual({ kind: "invalid" });
});

test("whatever a host is, the spelling that is bound reads as the same", () => {
  const host = fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6(), fc.domain(), fc.string());
  fc.assert(
    fc.property(host, (text) => {
      const bind = readBindHost(text);
      expect("host" in bind ? readBindHost(bind.host) : bind).toEqual(bind);
    }),
    { numRuns: 2000, seed: 1 },
  );
});
