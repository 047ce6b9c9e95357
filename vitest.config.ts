import { defineConfig } from "vitest/config";

// The compiled copies of the tests must not run a second time, so the folders are named.
const config = defineConfig({
  test: {
    include: ["{spec,reports,suites,contracts,reference-impl,proof,cli,bench}/**/*.test.ts"],
    testTimeout: 30_000,
  },
});
// oxlint-disable-next-line import/no-default-export -- vitest reads the configuration from the default export
export default config;
