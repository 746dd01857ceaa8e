import { expect, test } from "vitest";
import { clauseOf } from "../protocol/clause-of.ts";
import { CHECKS, checkOf } from "./index.ts";

test("the checks stand in the order of their codes, each once", () => {
  const codes = CHECKS.map(({ id }) => id);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(codes.length).toBeGreaterThanOrEqual(16);
});

test("a check is found by its code", () => {
  expect(checkOf("CAN-10")?.id).toBe("CAN-10");
  expect(checkOf("CAN-99")).toBeUndefined();
});

test.each(CHECKS.map((check) => [check.id, check] as const))(
  "%s judges only whom its clause is about",
  (code, check) => {
    const { subject } = clauseOf(code);
    for (const side of check.subjects) expect(["both", side]).toContain(subject);
  },
);

test("client and server, both eras and both transports are covered", () => {
  for (const subject of ["client", "server"] as const)
    for (const era of ["legacy", "modern"] as const)
      for (const transport of ["stdio", "http"] as const) {
        const about = CHECKS.filter(
          (check) =>
            check.subjects.includes(subject) && check.eras.includes(era) && check.transports.includes(transport),
        );
        expect([subject, era, transport, about.length > 3]).toEqual([subject, era, transport, true]);
      }
});
