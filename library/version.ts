/** Which version of the command this is. */
import { packageFile } from "../spec/package-file.ts";

/** The name and version of this package. */
export function toolVersion(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(packageFile("package.json")) as {
    readonly name: string;
    readonly version: string;
  };
  return { name, version };
}
