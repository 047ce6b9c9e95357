import { defineConfig } from "vitest/config";

// The compiled copies of the tests must not run a second time, so the folders are named.
const config = defineConfig({
  test: {
    include: ["{spec,reports,suites,contracts,reference-impl,proof,cli,bench}/**/*.test.ts"],
    // Tests keep nothing in modules; loading these anew for each of a hundred files took a third of the time.
    isolate: false,
    // By default one core is left alone, which is half of a small machine.
    maxWorkers: "100%",
    testTimeout: 30_000,
  },
});
// oxlint-disable-next-line import/no-default-export -- vitest reads the configuration from the default export
export default config;
