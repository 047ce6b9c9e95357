/** What can be said of an attestation: each claim is a sentence that holds or does not. Pure: the key is given. */
import type { KeyObject } from "node:crypto";
import { PREDICATE_TYPE, STATEMENT_TYPE, testResultWord } from "./attestation.ts";
import { EnvelopeError, isSignedBy, keyId, readEnvelope } from "./dsse.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";

export interface Claim {
  readonly holds: boolean;
  readonly sentence: string;
}

/** A result to be compared: the name of its file, the digest of the file's bytes, and what it holds. */
export interface Against {
  readonly path: string;
  readonly digest: string;
  readonly result: RunResult;
}

/** What a statement says, as far as it is looked at. */
interface Statement {
  readonly word: string;
  readonly digests: readonly string[];
}

/** Judges an envelope by a public key, and a result by the statement in it. Nothing is said of what is not signed. */
export function checkAttestation(text: string, publicKey: KeyObject, against?: Against): readonly Claim[] {
  const value = parsed(text);
  if (value === null) return [broken("The attestation is not JSON, or was cut off.")];
  if ("_type" in value) return [broken("The statement is not signed, so that nothing shows who made it.")];
  let payload: Buffer;
  try {
    const envelope = readEnvelope(value);
    if (!isSignedBy(envelope, publicKey)) {
      return [
        broken(`The signature was not made with the key ${keyId(publicKey)}, or what was signed has been changed.`),
      ];
    }
    payload = envelope.payload;
  } catch (error) {
    if (error instanceof EnvelopeError) return [broken(`The attestation is no signed statement: ${error.message}.`)];
    throw error;
  }
  return [holding(`The signature was made with the key ${keyId(publicKey)}.`), ...statementClaims(payload, against)];
}

function statementClaims(payload: Buffer, against?: Against): readonly Claim[] {
  const value = parsed(payload.toString("utf8"));
  const statement = value === null ? null : statementOf(value);
  if (statement === null) return [broken(`What was signed is no ${STATEMENT_TYPE} with a test result.`)];
  const { word, digests } = statement;
  const said = holding(
    `It says ${excerpt(word, 20)} for the result with the SHA-256 ${digests.map((digest) => excerpt(digest, 64)).join(", ")}.`,
  );
  return against === undefined ? [said] : [said, ...resultClaims(statement, against)];
}

function resultClaims({ word, digests }: Statement, { path, digest, result }: Against): readonly Claim[] {
  const name = JSON.stringify(path);
  if (!digests.includes(digest)) {
    return [broken(`The result ${name} is another: its SHA-256 is ${digest}.`)];
  }
  const own = testResultWord(result);
  const isAgreed = own === word;
  return [
    holding(`The result ${name} is the one that it speaks of.`),
    {
      holds: isAgreed,
      sentence: `The verdict of the result is ${own}${isAgreed ? "" : `, not ${excerpt(word, 20)}`}.`,
    },
  ];
}

function statementOf(value: object): Statement | null {
  const at = (from: unknown, member: string): unknown =>
    typeof from === "object" && from !== null ? Reflect.get(from, member) : undefined;
  const word = at(at(value, "predicate"), "result");
  const subject = at(value, "subject");
  if (at(value, "_type") !== STATEMENT_TYPE || at(value, "predicateType") !== PREDICATE_TYPE) return null;
  if (typeof word !== "string" || !Array.isArray(subject)) return null;
  const digests = subject.map((one: unknown) => at(at(one, "digest"), "sha256"));
  return digests.length > 0 && digests.every((digest) => typeof digest === "string") ? { word, digests } : null;
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function holding(sentence: string): Claim {
  return { holds: true, sentence };
}

function broken(sentence: string): Claim {
  return { holds: false, sentence };
}
