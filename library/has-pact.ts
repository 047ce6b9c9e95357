/** Whether contracts can be verified on this machine. */
import { createRequire } from "node:module";
import { arch, platform } from "node:process";

/** The endings of the package names of Pact's native part, after the system and the processor. */
const LIBRARIES = ["", "-glibc", "-musl"];

/** Whether Pact's verifier is installed with the native part for this system. Loads neither. */
export function hasPact(): boolean {
  const require = createRequire(import.meta.url);
  const isInstalled = (name: string, from: NodeJS.Require = require): string | null => {
    try {
      return from.resolve(name);
    } catch {
      return null;
    }
  };
  const core = isInstalled("@pact-foundation/pact-core");
  if (core === null) return false;
  const system = `@pact-foundation/pact-core-${platform === "win32" ? "windows" : platform}-${arch}`;
  return LIBRARIES.some((library) => isInstalled(`${system}${library}/package.json`, createRequire(core)) !== null);
}
