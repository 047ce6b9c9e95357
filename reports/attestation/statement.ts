/** Reads a signed statement without trusting its form. Pure. */
import {
  PREDICATE_TYPE,
  RESULT_NAME,
  SPECIFICATION_NAME,
  STATEMENT_TYPE,
  TEST_LISTS,
  type TestLists,
} from "./attestation.ts";
import type { Subject } from "../../result/result.ts";

/** A statement with a test result. */
export interface Statement {
  readonly word: string;
  /** The SHA-256 of the result. */
  readonly result: string;
  /** The software that was tested. */
  readonly subjects: readonly Subject[];
  /** Null if a list is missing or contains anything but strings. */
  readonly lists: TestLists | null;
  /** The SHA-256 of the document that the run judged by; null if it is missing. */
  readonly specification: string | null;
}

/** The most entries of one list that are read. No catalogue has as many. */
const MOST = 10_000;

/** The statement in a value; null if there is none. */
export function statementOf(value: object): Statement | null {
  if (at(value, "_type") !== STATEMENT_TYPE || at(value, "predicateType") !== PREDICATE_TYPE) return null;
  const predicate = at(value, "predicate");
  const word = at(predicate, "result");
  const named = subjectsOf(at(value, "subject"));
  const result = named?.find(({ name }) => name === RESULT_NAME)?.sha256;
  if (typeof word !== "string" || named === null || result === undefined) return null;
  const subjects = named.filter(({ name }) => name !== RESULT_NAME);
  return { word, result, subjects, lists: listsOf(predicate), specification: specificationOf(predicate) };
}

function subjectsOf(value: unknown): readonly Subject[] | null {
  if (!Array.isArray(value) || value.length > MOST) return null;
  const subjects = value.flatMap((one: unknown): readonly Subject[] => {
    const [name, sha256] = [at(one, "name"), at(at(one, "digest"), "sha256")];
    return typeof name === "string" && isDigest(sha256) ? [{ name, sha256 }] : [];
  });
  const isOneEach = new Set(subjects.map(({ name }) => name)).size === value.length;
  return isOneEach ? subjects : null;
}

function listsOf(predicate: unknown): TestLists | null {
  const lists = TEST_LISTS.map((name) => [name, at(predicate, name)] as const);
  const areTexts = lists.every(
    ([, list]) => Array.isArray(list) && list.length <= MOST && list.every((id) => typeof id === "string"),
  );
  return areTexts ? (Object.fromEntries(lists) as TestLists) : null;
}

function specificationOf(predicate: unknown): string | null {
  const configuration = at(predicate, "configuration");
  if (!Array.isArray(configuration)) return null;
  const sha256: unknown = configuration
    .filter((one: unknown) => at(one, "name") === SPECIFICATION_NAME)
    .map((one: unknown) => at(at(one, "digest"), "sha256"))[0];
  return isDigest(sha256) ? sha256 : null;
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function at(from: unknown, member: string): unknown {
  return typeof from === "object" && from !== null && Object.hasOwn(from, member)
    ? Reflect.get(from, member)
    : undefined;
}
