import { defineConfig } from "vitest/config";
import { buildConstants } from "./scripts/bundle.mjs";

// Both make every start of a child slower or different: tests are about the product's own behaviour.
delete process.env["NODE_EXTRA_CA_CERTS"];
delete process.env["NODE_OPTIONS"];

const results = process.env["TEST_RESULTS"]; // a file for the counts, asked for by .ci/run

export default defineConfig({
  define: await buildConstants(),
  test: {
    include: ["src/**/*.test.ts", "test/{contracts,integration,e2e,gates}/**/*.test.ts"],
    globalSetup: ["test/build-once.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: results === undefined ? ["default"] : ["default", ["json", { outputFile: results }]],
  },
});
