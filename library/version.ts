/** The version of this package. */
import { packageFile } from "../spec/package-file.ts";

interface Version {
  readonly name: string;
  readonly version: string;
}

/** Read only once, because each result contains it. */
let known: Version | undefined;

/** The name and version of this package. */
export function toolVersion(): Version {
  if (known === undefined) {
    const { name, version } = JSON.parse(packageFile("package.json")) as Version;
    known = { name, version };
  }
  return known;
}
