/** Checks the claims of an attestation: each is a sentence that is true or not. Pure: the caller passes the key. */
import type { KeyObject } from "node:crypto";
import { STATEMENT_TYPE, testLists, testResultWord } from "./attestation.ts";
import { EnvelopeError, isSignedBy, keyId, readEnvelope } from "./dsse.ts";
import type { RunResult, Subject } from "../../result/result.ts";
import { count } from "../../result/counts.ts";
import { excerpt } from "../../result/safe-text.ts";
import { type Statement, statementOf } from "./statement.ts";

export interface Claim {
  readonly holds: boolean;
  readonly sentence: string;
}

/** A result to compare: the name of its file, the digest of the file's bytes, and the result. */
export interface Against {
  readonly path: string;
  readonly digest: string;
  readonly result: RunResult;
}

/** What an attestation must match, besides its key. */
export interface HeldTo {
  /** The subjects that it must name. */
  readonly subjects?: readonly Subject[];
  readonly against?: Against;
}

/** Checks an envelope with a public key, and a result against its statement. Makes no claims about unsigned content. */
export function checkAttestation(text: string, publicKey: KeyObject, expected: HeldTo = {}): readonly Claim[] {
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
    if (error instanceof EnvelopeError) return [broken(`The attestation is not a signed statement: ${error.message}.`)];
    throw error;
  }
  return [holding(`The signature was made with the key ${keyId(publicKey)}.`), ...statementClaims(payload, expected)];
}

function statementClaims(payload: Buffer, { subjects = [], against }: HeldTo): readonly Claim[] {
  const value = parsed(payload.toString("utf8"));
  const statement = value === null ? null : statementOf(value);
  if (statement === null) return [broken(`What was signed is not a ${STATEMENT_TYPE} with a test result.`)];
  const { word, result } = statement;
  return [
    holding(`It says ${excerpt(word, 20)} for the result with the SHA-256 ${result}.`),
    specificationClaim(statement),
    listsClaim(statement),
    ...subjects.map((subject) => subjectClaim(statement, subject)),
    ...(against === undefined ? [] : resultClaims(statement, against)),
  ];
}

function specificationClaim({ specification }: Statement): Claim {
  return specification === null
    ? broken("It does not name the specification by its digest.")
    : holding(`It names the specification with the SHA-256 ${specification}.`);
}

/** Whether the lists can be those of one run, and match the outcome. */
function listsClaim({ lists, word }: Statement): Claim {
  if (lists === null) return broken("Its lists of tests are missing, or are not lists of names.");
  const { passedTests, warnedTests, failedTests } = lists;
  const ids = [...passedTests, ...warnedTests, ...failedTests];
  const twice = ids.toSorted().find((id, index, sorted) => index > 0 && sorted[index - 1] === id);
  if (twice !== undefined)
    return broken(`Its lists of tests contradict each other: ${excerpt(twice, 100)} is in them twice.`);
  const unmet = warnedTests.length + failedTests.length;
  if (word === "PASSED" && unmet > 0) {
    return broken(`It says PASSED, and lists ${count(unmet, "test")} that did not pass.`);
  }
  return holding(
    `Its lists of tests agree: ${count(passedTests.length, "test")} passed, ${warnedTests.length} warned, ${failedTests.length} failed.`,
  );
}

function subjectClaim({ subjects }: Statement, { name, sha256 }: Subject): Claim {
  const shown = JSON.stringify(name);
  const own = subjects.find((one) => one.name === name);
  if (own === undefined) return broken(`It does not say that ${shown} was tested.`);
  return own.sha256 === sha256
    ? holding(`It says that ${shown} with the SHA-256 ${sha256} was tested.`)
    : broken(`It says that another ${shown} was tested: its SHA-256 is ${own.sha256}.`);
}

function resultClaims(statement: Statement, { path, digest, result }: Against): readonly Claim[] {
  const { word, lists, subjects } = statement;
  const name = JSON.stringify(path);
  if (statement.result !== digest) return [broken(`The result ${name} is another: its SHA-256 is ${digest}.`)];
  const own = testResultWord(result);
  const isAgreed = own === word;
  return [
    holding(`The result ${name} is the one that it speaks of.`),
    {
      holds: isAgreed,
      sentence: `The verdict of the result is ${own}${isAgreed ? "" : `, not ${excerpt(word, 20)}`}.`,
    },
    ...[
      { what: "lists of tests are", said: lists, own: testLists(result) },
      {
        what: "subjects are",
        said: subjects,
        own: (result.subjects ?? []).map(({ name: subject, sha256 }) => ({ name: subject, sha256 })),
      },
      { what: "specification is", said: statement.specification, own: result.specification.sha256 },
    ].flatMap(({ what, said, own: other }) =>
      // Only differences get a line. The members have a fixed order, so texts can be compared.
      JSON.stringify(said) === JSON.stringify(other) ? [] : [broken(`The ${what} not what the result says.`)],
    ),
  ];
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
