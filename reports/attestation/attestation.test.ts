import { execFileSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderStatement, sha256, testResultWord } from "./attestation.ts";
import { checkAttestation } from "./check-attestation.ts";
import { keyId, signed } from "./dsse.ts";
import { renderJson } from "../json.ts";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const other = generateKeyPairSync("ed25519");
const file = renderJson(sampleResult);
const statement = renderStatement(sampleResult);
const envelope = signed(statement, privateKey);

interface Read {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: ReadonlyArray<{ readonly keyid: string; readonly sig: string }>;
}

function read(text: string): Read {
  return JSON.parse(text) as Read;
}

function opensslIsThere(): boolean {
  try {
    return execFileSync("openssl", ["version"], { encoding: "utf8" }).startsWith("OpenSSL 3");
  } catch {
    return false;
  }
}

describe("a test-result statement", () => {
  test("speaks of the result's file by its digest", () => {
    expect(JSON.parse(statement)).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name: "result.json", digest: { sha256: sha256(file) } }],
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
      predicate: { result: "FAILED", configuration: expect.any(Array) },
    });
  });

  test.each([
    ["FAILED", {}],
    ["FAILED", { verdict: "inconclusive", exitCode: 3 }],
    ["FAILED", { verdict: "conformant", exitCode: 1 }],
    ["FAILED", { verdict: "selection-met", exitCode: 0 }],
    ["WARNED", { verdict: "conformant", exitCode: 0 }],
    [
      "PASSED",
      {
        verdict: "conformant",
        exitCode: 0,
        summary: { ...sampleResult.summary, should: { passed: 4, failed: 0, waived: 0, notJudged: 0 } },
        waivers: { allowed: true, entries: [] },
      },
    ],
  ] as const)("says %s of %j", (word, change) => {
    expect(testResultWord({ ...sampleResult, ...change })).toBe(word);
  });

  test("says WARNED where all that fails is waived, an interaction's failure too, and what was waived", () => {
    const [applied, ...others] = sampleResult.waivers?.entries ?? [];
    if (applied === undefined) throw new Error("The sample has no waiver");
    const should = { passed: 4, failed: 0, waived: 0, notJudged: 0 };
    const allowed: RunResult = {
      ...sampleResult,
      verdict: "conformant",
      exitCode: 0,
      summary: { ...sampleResult.summary, should },
      waivers: { allowed: true, entries: [applied] },
    };
    expect(testResultWord(allowed)).toBe("WARNED");
    expect(testResultWord({ ...allowed, waivers: { allowed: true, entries: others } })).toBe("PASSED");
    const { predicate } = JSON.parse(renderStatement(allowed)) as {
      predicate: { configuration: readonly { name: string; content?: string }[] };
    };
    const { content = "" } = predicate.configuration.find(({ name }) => name === "options") ?? {};
    expect(JSON.parse(Buffer.from(content, "base64").toString())).toMatchObject({
      waivers: { allowed: true, entries: [{ id: "adds-no-tag", status: "applied", expires: "2027-03-31" }] },
    });
  });

  test("never hides a failure that is waived, and counts a SHOULD as the run did", () => {
    const lists = (result: RunResult): { warnedTests: string[]; failedTests: string[] } =>
      (JSON.parse(renderStatement(result)) as { predicate: { warnedTests: string[]; failedTests: string[] } })
        .predicate;
    expect(lists(sampleResult).warnedTests).toEqual(["returns-name", "adds-no-tag"]);
    expect(lists({ ...sampleResult, strict: true })).toMatchObject({
      warnedTests: [],
      failedTests: expect.arrayContaining(["returns-name", "adds-no-tag", "error-shape"]),
    });
  });
});

describe("a signed statement", () => {
  // The bytes that DSSE has signed, put together here by its specification and not by the suite.
  const { payloadType, payload, signatures } = read(envelope);
  const body = Buffer.from(payload, "base64");
  const toBeSigned = Buffer.concat([Buffer.from(`DSSEv1 28 ${payloadType} ${body.length} `), body]);

  test("is an envelope around the statement, with the key's digest as a hint", () => {
    expect(body.toString()).toBe(statement);
    expect(signatures).toEqual([{ keyid: keyId(publicKey), sig: expect.any(String) }]);
    expect(payloadType).toBe("application/vnd.in-toto+json");
    expect(payloadType).toHaveLength(28);
  });

  test.skipIf(!opensslIsThere())("is verified by openssl, and refused by it when one bit is another", () => {
    const folder = mkdtempSync(join(tmpdir(), "plant-store-signed-"));
    const at = (name: string): string => join(folder, name);
    writeFileSync(at("key.pem"), publicKey.export({ type: "spki", format: "pem" }));
    writeFileSync(at("sig"), Buffer.from(signatures[0]?.sig ?? "", "base64"));
    const verify = (bytes: Buffer): string => {
      writeFileSync(at("bytes"), bytes);
      const options = ["-pubin", "-inkey", at("key.pem"), "-rawin", "-in", at("bytes"), "-sigfile", at("sig")];
      return execFileSync("openssl", ["pkeyutl", "-verify", ...options], { encoding: "utf8", stdio: "pipe" });
    };
    expect(verify(toBeSigned)).toContain("Signature Verified Successfully");
    const changed = Buffer.from(toBeSigned);
    changed[changed.length - 2] = (changed.at(-2) ?? 0) ^ 1;
    expect(() => verify(changed)).toThrow("Command failed");
  });
});

describe("what can be said of an attestation", () => {
  const against = { path: "result.json", digest: sha256(file), result: sampleResult };
  const ofText = (text: string, more = against): readonly (readonly [boolean, string])[] =>
    checkAttestation(text, publicKey, { against: more }).map(({ holds, sentence }) => [holds, sentence]);
  const ofPayload = (text: string, more = against): readonly (readonly [boolean, string])[] =>
    ofText(signed(text, privateKey), more);

  test("who made it, what it says, and that the result is the one", () => {
    expect(ofText(envelope)).toEqual([
      [true, `The signature was made with the key ${keyId(createPublicKey(privateKey))}.`],
      [true, `It says FAILED for the result with the SHA-256 ${sha256(file)}.`],
      [true, `It names the specification with the SHA-256 ${sampleResult.specification.sha256}.`],
      [true, "Its lists of tests agree: 2 tests passed, 2 warned, 4 failed."],
      [true, 'The result "result.json" is the one that it speaks of.'],
      [true, "The verdict of the result is FAILED."],
    ]);
  });

  const { payloadType, payload, signatures } = read(envelope);
  const flipped = Buffer.from(payload, "base64").toString().replace("FAILED", "PASSED");
  test.each([
    ["no JSON", "{", "is not JSON, or was cut off"],
    ["a statement without a signature", statement, "is not signed"],
    ["another key's signature", signed(statement, other.privateKey), "was not made with the key"],
    [
      "another payload",
      JSON.stringify({ payloadType, signatures, payload: Buffer.from(flipped).toString("base64") }),
      "what was signed has been changed",
    ],
    ["another type", JSON.stringify({ payloadType: "text/plain", payload, signatures }), "Its payloadType is not"],
    ["no signatures", JSON.stringify({ payloadType, payload, signatures: [] }), "It has no signatures"],
    [
      "a signature that is none",
      JSON.stringify({ payloadType, payload, signatures: [{ sig: "%" }] }),
      "/signatures/0/sig is not base64",
    ],
    [
      "a short signature",
      JSON.stringify({ payloadType, payload, signatures: [{ sig: "AAAA" }] }),
      "was not made with the key",
    ],
  ])("with %s nothing but that holds", (_what, text, sentence) => {
    const claims = ofText(text);
    expect(claims).toHaveLength(1);
    expect(claims[0]).toEqual([false, expect.stringContaining(sentence)]);
  });

  test("that what was signed is not a test result", () => {
    expect(ofPayload("{}")[1]).toEqual([false, expect.stringContaining("What was signed is no")]);
  });

  test("that the result is another, or says something else", () => {
    expect(ofText(envelope, { ...against, digest: "0".repeat(64) }).at(-1)).toEqual([
      false,
      expect.stringContaining("is another: its SHA-256 is 000"),
    ]);
    expect(ofPayload(statement.replace('"FAILED"', '"PASSED"')).at(-1)).toEqual([
      false,
      "The verdict of the result is FAILED, not PASSED.",
    ]);
  });

  const changed = (change: (value: Changeable) => void): string => {
    const value = JSON.parse(statement) as Changeable;
    change(value);
    return JSON.stringify(value);
  };
  test.each([
    [
      "in which a test passed and failed",
      changed(({ predicate }) => predicate.passedTests.push("error-shape")),
      "Its lists of tests contradict each other: error-shape is in them twice.",
    ],
    [
      "that says PASSED over tests that failed",
      changed(({ predicate }) => (predicate.result = "PASSED")),
      "It says PASSED, and lists 6 tests that did not pass.",
    ],
    ["without a list", changed(({ predicate }) => delete predicate.failedTests), "Its lists of tests are missing, or"],
    [
      "with a list of something else",
      changed(({ predicate }) => predicate.passedTests.push(7)),
      "Its lists of tests are missing, or are not lists of names.",
    ],
    [
      "with other lists than the result",
      changed(({ predicate }) => predicate.passedTests.pop()),
      "The lists of tests are not what the result says.",
    ],
    [
      "without the specification",
      changed(({ predicate }) => predicate.configuration.shift()),
      "It does not name the specification by its digest.",
    ],
    [
      "with another specification",
      changed(
        ({ predicate }) => (predicate.configuration[0] = { name: "openapi.yaml", digest: { sha256: "1".repeat(64) } }),
      ),
      "The specification is not what the result says.",
    ],
    [
      "of something that the result does not name",
      changed(({ subject }) => subject.push({ name: "image", digest: { sha256: "0".repeat(64) } })),
      "The subjects are not what the result says.",
    ],
    [
      "with two results",
      changed(({ subject }) => subject.push({ name: "result.json", digest: { sha256: "0".repeat(64) } })),
      "What was signed is no",
    ],
    [
      "with a digest that is none",
      changed(({ subject }) => subject.push({ name: "image", digest: { sha256: "\u001b[31m" } })),
      "What was signed is no",
    ],
  ])("that a statement does not hold %s", (_what, text, sentence) => {
    const claims = ofPayload(text);
    expect(claims).toContainEqual([false, expect.stringContaining(sentence)]);
  });

  test("that what was tested is what is expected, another, or not named", () => {
    const [one, two] = ["1", "2"].map((digit) => digit.repeat(64)) as [string, string];
    const result = { ...sampleResult, subjects: [{ name: "image", sha256: one }] };
    const said = (name: string, sha: string): readonly [boolean, string] | undefined =>
      checkAttestation(signed(renderStatement(result), privateKey), publicKey, { subjects: [{ name, sha256: sha }] })
        .map(({ holds, sentence }) => [holds, sentence] as const)
        .at(-1);
    expect(said("image", one)).toEqual([true, `It says that "image" with the SHA-256 ${one} was tested.`]);
    expect(said("image", two)).toEqual([false, `It says that another "image" was tested: its SHA-256 is ${one}.`]);
    expect(said("package", one)).toEqual([false, 'It does not say that "package" was tested.']);
  });
});

/** A statement as a test changes it. */
interface Changeable {
  readonly subject: unknown[];
  readonly predicate: { result: string; configuration: unknown[]; passedTests: unknown[]; failedTests?: unknown[] };
}
