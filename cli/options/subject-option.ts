/** `--subject NAME=sha256:HEX`: the software under test, as named by the user: an image, a package, a commit. */
import { LONGEST } from "../../library/option-rules.ts";
import type { Subject } from "../../result/result.ts";
import { isSafeText } from "../../result/safe-text.ts";
import { UsageError } from "../io.ts";

/** The name of the result's own subject in each attestation. Nothing else may have it. */
const RESERVED = "result.json";

/** Reads `--subject`. @throws {UsageError} when one is invalid, or two have the same name */
export function parseSubjects(given: readonly string[]): readonly Subject[] {
  const subjects = given.map(parseSubject);
  const twice = subjects.find(({ name }, index) => subjects.findIndex((one) => one.name === name) !== index);
  if (twice === undefined) return subjects;
  throw new UsageError(`--subject names ${JSON.stringify(twice.name)} twice; give each subject once`);
}

/** Reads `--provider-version`. @throws {UsageError} when it is invalid */
export function providerVersion(text: string): string {
  if (isPlain(text, LONGEST.version)) return text;
  throw new UsageError(
    `--provider-version ${JSON.stringify(text.slice(0, LONGEST.version))} is not a version; give a string of 1 to ${LONGEST.version} characters, such as 1.4.0`,
  );
}

function parseSubject(text: string): Subject {
  const [, name = "", sha256 = ""] = /^(.+)=sha256:([0-9a-fA-F]{64})$/s.exec(text) ?? [];
  if (name !== RESERVED && isPlain(name, LONGEST.subject)) return { name, sha256: sha256.toLowerCase() };
  throw new UsageError(
    `--subject ${JSON.stringify(text)} is not NAME=sha256:DIGEST with 64 hexadecimal digits, such as image=sha256:${"0123456789abcdef".repeat(4)}`,
  );
}

function isPlain(text: string, most: number): boolean {
  return text !== "" && text.trim() === text && text.length <= most && isSafeText(text) && !/[\n\t]/.test(text);
}
