/**
 * The suite takes the names of members from the document: for a document with other names, it sends the same bytes
 * except for the names. Code that knew a member by its name would send something else, or nothing.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileValidators } from "../spec/compile-schemas.ts";
import type { Overlay } from "../spec/overlay.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import { shipped } from "../spec/shipped-yaml.ts";
import { checksOf } from "./index.ts";
import type { Known, PlannedRequest } from "./checks/check.ts";
import { fuzzChecks } from "./fuzz/fuzz-checks.ts";
import { checkIds } from "./run/id-ranges.ts";

type Names = Readonly<Record<"id" | "name" | "tag", string>>;

/** The document with other names for its members, and its overlay with the same names. */
function renamed({ id, name, tag }: Names): Operation {
  const text = shipped("openapi.yaml")
    .replaceAll(/^( +)id:$/gm, `$1${id}:`)
    .replaceAll(/^( +)name:$/gm, `$1${name}:`)
    .replaceAll(/^( +)tag:$/gm, `$1${tag}:`)
    .replaceAll(/^( +- )id$/gm, `$1${id}`)
    .replaceAll(/^( +- )name$/gm, `$1${name}`);
  const source = "section Rules, rule 1";
  const overlay: Overlay = {
    identity: { member: id, source },
    label: { member: name, source },
    optionalLabel: { member: tag, source },
    leftOut: [{ member: id, source }],
    namedOnly: { source },
  };
  return readOperation(text, { overlay });
}

/** The requests of the suite for an operation, and their titles and reasons, as text. */
function asked(operation: Operation): string {
  const checks = checksOf(operation, compileValidators(operation));
  const fresh = checkIds("any", checks);
  const known: Known = { variants: [["members-reversed", "blanks"]], refused: [], acceptedId: 1_234_567, turn: 1 };
  const written = ({ roles: _roles, body, ...request }: PlannedRequest): object => ({
    ...request,
    body: body === null ? null : Buffer.from(body).toString("latin1").replaceAll("\0", ""),
  });
  const all = checks.map(({ id, next, judge: _judge, ...check }) => {
    const requests = [...next(fresh(id), []), ...next(fresh(id), [], known)];
    return [id, check, requests.map(written)];
  });
  return JSON.stringify([all, [...fuzzChecks(checks, operation)]], null, 1);
}

/** Characters beyond ASCII in the spelling of `asked`. */
function inLatin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** A name in each form in which a body or a title contains it. */
function formsOf(name: string): readonly string[] {
  const escaped = (text: string): string =>
    Array.from(text, (letter) => `\\\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  const capitalised = name.slice(0, 1).toUpperCase() + name.slice(1);
  return [
    name,
    name.toUpperCase(),
    capitalised,
    escaped(name),
    name.slice(0, 1) + escaped(name.slice(1, 2)) + name.slice(2),
    `${escaped("\u200e")}${name}`,
    `${name.slice(0, -1)}_${name.slice(-1)}`,
    `plant${capitalised}`,
    inLatin1(name.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))),
  ];
}

describe("a document whose members have other names of the same length and order", () => {
  const names = { id: "iq", name: "n7me", tag: "t7g" } as const;
  /** Not within a word, escaped or not: the letters of a text are drawn. */
  const escape = String.raw`\\\\u00[4-7][0-9a-f]`;
  const alone = (form: string): RegExp =>
    new RegExp(`(?<=[^A-Za-z]|\\\\n)(?<!${escape})${form.replaceAll("\\", "\\\\")}(?![A-Za-z]|${escape})`, "g");
  /** Restores the names of the shipped document. */
  const back = (text: string): string =>
    Object.entries(names).reduce(
      (before, [name, other]) =>
        formsOf(other).reduce((one, form, k) => one.replaceAll(alone(form), () => formsOf(name)[k] ?? ""), before),
      text,
    );

  test("is asked the same, byte for byte but for the names", () => {
    const [own, other] = [asked(readOperation()), back(asked(renamed(names)))].map((text) => text.split("\n"));
    expect(other?.filter((line, k) => line !== own?.[k]).slice(0, 10)).toEqual([]);
    expect(other?.length).toBe(own?.length);
  });
});

describe("a document whose members have other names", () => {
  const operation = renamed({ id: "sku", name: "title", tag: "kind" });
  const checks = checksOf(operation, compileValidators(operation));

  test("is asked about them by the requirements of the shipped document, in as many checks", () => {
    const own = checksOf(readOperation(), compileValidators(readOperation()));
    expect(checks.map(({ requirement }) => requirement)).toEqual(own.map(({ requirement }) => requirement));
  });

  test("names them in its titles and reasons, and never those of the shipped document", () => {
    const sentences = checks.flatMap(({ title, basis = "" }) => [title, basis]);
    expect(sentences.filter((one) => /\b(?:id|tag)\b|`name`/.test(one))).toEqual([]);
    expect(sentences).toContain("A title with markup is returned unchanged");
    expect(sentences).toContain("The number `1e30` is refused as a sku");
  });
});

test("no code of the suite names a member of the shipped document, but that which is for this document alone", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("testing"),
  );
  // The vectors are those of the shipped document.
  const naming = files
    .filter((file) => !file.startsWith("vectors"))
    .filter((file) => /"(?:id|name|tag)"|\.plant\??\.\w/.test(readFileSync(join(import.meta.dirname, file), "utf8")));
  expect(files.length).toBeGreaterThan(60);
  expect(naming).toEqual([]);
});
