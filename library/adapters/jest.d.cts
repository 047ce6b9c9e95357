import type { AdapterOptions as Options } from "./register-tests.js" with {
  "resolution-mode": "import",
};

export type AdapterOptions = Options;

/**
 * Registers a test for each check, in suites by requirement, and the verdict as the last one. The provider is judged once,
 * before the first test.
 * @throws {TypeError} when the options cannot be used
 */
export declare function testProvider(options: AdapterOptions): void;
