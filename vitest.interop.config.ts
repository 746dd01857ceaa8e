import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

// Against the official SDKs and published servers: slower than the rest, and about other people's code too.
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({ test: { include: ["test/interop/**/*.test.ts"], passWithNoTests: true, testTimeout: 60_000 } }),
);
