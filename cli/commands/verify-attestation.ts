/** `verify-attestation`: checks who signed a test result, what it states, and whether it is about a given result. */
import { type KeyObject, createPublicKey } from "node:crypto";
import { type Claim, checkAttestation } from "../../reports/attestation/check-attestation.ts";
import { EXIT, type Io, UsageError } from "../io.ts";
import { parseSubjects } from "../options/subjects.ts";
import { readUtf8 } from "../files/read-file.ts";
import { readResultFile } from "../files/result-file.ts";

export interface VerifyOptions {
  readonly key: string;
  readonly result?: string;
  readonly subject: readonly string[];
}

/**
 * Runs `verify-attestation`.
 * @returns 0 when all claims are true, else 1
 * @throws {UsageError} when a file cannot be read, or has unexpected content
 */
export function verifyAttestation(path: string, { key, result, subject }: VerifyOptions, io: Io): number {
  const subjects = parseSubjects(subject);
  const publicKey = readPublicKey(key);
  const text = readUtf8(path);
  const against = result === undefined ? undefined : { path: result, ...readResultFile(result) };
  const claims = checkAttestation(text, publicKey, { subjects, ...(against === undefined ? {} : { against }) });
  io.out(claims.map(({ holds, sentence }) => `${holds ? "ok" : "NOT OK"}  ${sentence}\n`).join(""));
  return claims.every(({ holds }: Claim) => holds) ? EXIT.conformant : EXIT.nonConformant;
}

function readPublicKey(path: string): KeyObject {
  const name = JSON.stringify(path);
  const text = readUtf8(path);
  if (text.includes("PRIVATE KEY")) {
    throw new UsageError(
      `The file ${name} holds a private key; give the public one, and keep the private one to yourself`,
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch {
    throw new UsageError(`The file ${name} holds no public key in PEM`);
  }
  if (key.asymmetricKeyType !== "ed25519") {
    throw new UsageError(`The key in ${name} is of the type ${key.asymmetricKeyType}; give an Ed25519 key`);
  }
  return key;
}
