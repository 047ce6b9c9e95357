/**
 * An in-toto statement with a test result (https://in-toto.io/attestation/test-result/v0.1) about `result.json`. It
 * names only known facts: the digest of the file, and the document and options of the run. Of the server only a URL is
 * known, so the server is a subject only if the user names the software that runs there.
 */
import { createHash } from "node:crypto";
import { jsonParts } from "./json.ts";
import { defined } from "../spec/defined.ts";
import { type RequirementResult, type RunResult, type WaiverResults, isUnmet } from "../result/result.ts";
import { safeJson } from "../result/safe-text.ts";
import { waiversThatAre } from "../result/waiver-verdict.ts";
import { requireWholeRun } from "./words/verdict-line.ts";

/** The outcome of a run in the predicate. An inconclusive or unexpected run, or a selection, has not passed. */
type TestResultWord = "PASSED" | "WARNED" | "FAILED";

/** The word that the in-toto test result predicate uses for a verdict. */
export function testResultWord(result: RunResult): TestResultWord {
  if (result.exitCode !== 0 || result.verdict !== "conformant") return "FAILED";
  return result.summary.should.failed + waiversThatAre(result, "applied").length > 0 ? "WARNED" : "PASSED";
}

/**
 * The statement as JSON, unsigned.
 * @param resultSha256 the digest of the file's bytes, in hexadecimal; by default of the result as this version writes
 *   it
 * @throws {SelectionReportError} for a selection
 */
export function renderStatement(result: RunResult, resultSha256 = sha256(...jsonParts(result))): string {
  requireWholeRun(result, "an attestation");
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      ...(result.subjects ?? []).map(({ name, sha256: digest }) => ({ name, digest: { sha256: digest } })),
      { name: "result.json", digest: { sha256: resultSha256 } },
    ],
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: { result: testResultWord(result), configuration: configuration(result), ...testLists(result) },
  };
  return `${safeJson(JSON.stringify(statement, null, 2))}\n`;
}

/**
 * The requirements of a result by their outcome; none is in two lists. A waived failure counts as a failure, because the
 * reader of the statement does not have the waiver.
 */
function testLists(result: RunResult): Readonly<Record<string, readonly string[]>> {
  return {
    passedTests: idsOf(result, (one) => one.status === "passed"),
    warnedTests: idsOf(result, (one) => one.level === "SHOULD" && isUnmet(one.status) && !result.strict),
    failedTests: idsOf(result, (one) => isUnmet(one.status) && (one.level !== "SHOULD" || result.strict)),
  };
}

function idsOf(result: RunResult, wanted: (requirement: RequirementResult) => boolean): readonly string[] {
  return result.requirements.filter(wanted).map(({ id }) => id);
}

/** Resource descriptors of the document and the options of the run. */
function configuration(result: RunResult): readonly object[] {
  const { specification, tool, provider, strict, seed, selection, waivers } = result;
  const others = defined({ selection, waivers: waivers && heldTo(waivers) });
  const options = JSON.stringify({ ...provider, strict, seed, ...others });
  return [
    {
      name: "openapi.yaml",
      digest: { sha256: specification.sha256 },
      annotations: { version: specification.version },
    },
    { name: tool.name, uri: `pkg:npm/${tool.name}@${tool.version}` },
    { name: "options", mediaType: "application/json", content: Buffer.from(options).toString("base64") },
  ];
}

/** The waived ids, and whether waivers were allowed. The reasons stay in the waiver file. */
function heldTo({ allowed, entries }: WaiverResults): object {
  return {
    allowed,
    entries: entries.map(({ id, cause, status, expires }) => defined({ id, cause, status, expires })),
  };
}

/** The SHA-256 of a text in UTF-8, or of bytes, in hexadecimal. */
export function sha256(...data: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of data) hash.update(part);
  return hash.digest("hex");
}
