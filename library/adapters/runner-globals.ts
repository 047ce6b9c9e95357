/** The functions that a test runner puts in the global scope. */

/** Registers a test, a suite or a hook. */
type Register = (...given: readonly unknown[]) => void;

/**
 * Returns a global function of a test runner.
 * @throws {TypeError} when there is none: another program runs the file, or the runner's globals are switched off
 */
export function runnerGlobal(name: string, runner: string): Register {
  const found: unknown = Reflect.get(globalThis, name);
  if (typeof found !== "function") {
    throw new TypeError(`There is no global ${name}; run this file with ${runner}, with its globals`);
  }
  return found as Register;
}
