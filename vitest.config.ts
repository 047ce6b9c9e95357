import { availableParallelism } from "node:os";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { type ViteUserConfig, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SkipReporter } from "./proof/gate/skip-reporter.ts";

const CONNECTION = fileURLToPath(new URL("http/connection.ts", import.meta.url));
const DISPATCHED = fileURLToPath(new URL("proof/seeds/dispatched-connection.ts", import.meta.url));

/** What loads the connection gets the one that also asks providers in memory. */
const dispatched: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "dispatched-connection",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (!source.endsWith("/connection.ts") || importer === DISPATCHED) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved?.id === CONNECTION ? DISPATCHED : resolved;
  },
};

/** Begins with the sample of the proof. It takes longest, and vitest would put it last where it has not run before. */
class SampleFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSample = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith("/proof/gate/sample.test.ts");
    return sorted.toSorted((one, other) => Number(isSample(other)) - Number(isSample(one)));
  }
}

// The compiled copies of the tests must not run a second time, so the folders are named.
const FOLDERS = "spec,http,result,suites,traffic,contracts,reports,library,reference-impl,proof,cli,bench,executable";

const config = defineConfig({
  plugins: [dispatched],
  test: {
    include: [`{${FOLDERS}}/**/*.test.ts`],
    exclude: ["**/node_modules/**", ...(env["PROOF"] === undefined ? ["**/*.proof.test.ts"] : [])],
    globalSetup: "proof/prepare-tests.ts",
    reporters: ["default", new SkipReporter()],
    sequence: { sequencer: SampleFirst },
    // Tests keep nothing in modules; loading these anew for each of a hundred files took a third of the time.
    isolate: false,
    // Each core has a worker, so that threads of V8 for garbage and machine code only take time from others.
    execArgv: ["--single-threaded", "--min-semi-space-size=16", "--max-semi-space-size=64"],
    // Many tests wait for a provider or for a process of their own, so that there is room for half as many again.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A safety net for a test that hangs. No test is about these times, so that a slow machine changes no outcome.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 900_000,
  },
});
// oxlint-disable-next-line import/no-default-export -- vitest reads the configuration from the default export
export default config;
