import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

// A million random inputs, and how the time grows with the input: minutes, and about this machine too.
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], globalSetup: [] } },
  defineConfig({ test: { include: ["test/fuzz/**/*.test.ts"], testTimeout: 600_000 } }),
);
