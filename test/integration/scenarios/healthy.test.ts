import { expect, test } from "vitest";
import { PING, reportOf, WAYS } from "./run-own.ts";

test.each(WAYS)("nothing is noticed where nothing went wrong, $transport $protocolVersion", async (way) => {
  const { transport, protocolVersion } = way;
  const report = await reportOf({ protocolVersion, ...PING, observe: PING }, { transport });
  expect([report.failures, report.observations]).toEqual([[], []]);
});
