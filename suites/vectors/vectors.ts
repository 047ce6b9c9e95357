/**
 * The fixed checks as data, so that a suite in any language can run them. Pure: from the checks, makes a document that
 * `vectors.schema.json` describes. The format names the members of the shipped document, and exists for no other. It
 * contains no token and no id: both have places, which a runner fills.
 */
import { defined, ifAny } from "../../spec/defined.ts";
import { type HeaderFields, httpFraming } from "../../http/message.ts";
import { readOperation } from "../../spec/read-operation.ts";
import {
  type AnswerCondition,
  type AnswerExpectation,
  type AnswerRule,
  type Level,
  type Place,
  type Requirement,
  type RequirementRecord,
  readRecords,
  type StatusPattern,
} from "../../spec/requirements.ts";
import { nameOf } from "../bodies/body-drafts.ts";
import { idOf } from "../checks/check-forms.ts";
import { hasOrdinaryValues } from "../checks/chance-failures.ts";
import type { Answered, Check, CheckId, Fresh, Kind, PlannedRequest } from "../checks/check.ts";
import { loadChecks } from "../index.ts";
import { checkIds } from "../run/id-ranges.ts";
import { type Schema, at } from "../../spec/schema.ts";
import { type VectorPart, partsFinder } from "./vector-parts.ts";

// Decides which checks are fixed: those that send the same requests whatever the answers are, except that their
// attempts may end earlier. Found by asking a check for its requests with every pattern of answers. Pure.

/** The requests of a check: attempts, one of which has to succeed. Each attempt is a sequence of requests. */
type Attempts = ReadonlyArray<readonly PlannedRequest[]>;

/** More requests than any fixed check sends. */
const MOST = 24;

type Answers = (request: PlannedRequest, place: number) => Answered["answer"];

function answer(status: number, value: { readonly [name: string]: string } = {}): Answered["answer"] {
  return {
    status,
    headers: [],
    readTo: "end",
    mediaType: "application/json",
    size: 2,
    reading: { as: "json", value, byteOrderMark: false, rounded: [], repeated: [] },
  };
}

const accepted: Answers = ({ plant }) => answer(200, { ...plant });
const changed: Answers = () => answer(200, { name: "another", tag: "another" });
const refused: Answers = () => answer(400);
const otherwise: readonly Answers[] = [
  changed,
  refused,
  () => answer(500),
  () => null,
  (request, place) => (place % 2 === 0 ? accepted : refused)(request, place),
  (request, place) => (place % 2 === 0 ? refused : accepted)(request, place),
];

function requestsOf(check: Check, fresh: Fresh, answers: Answers): readonly PlannedRequest[] {
  const own: (Answered & { readonly request: PlannedRequest })[] = [];
  while (own.length < MOST) {
    const batch = check.next(fresh, own);
    if (batch.length === 0) break;
    own.push(...batch.map((request, k) => ({ request, answer: answers(request, own.length + k) })));
  }
  return own.map(({ request }) => request);
}

function isBeginning(some: readonly PlannedRequest[], all: readonly PlannedRequest[]): boolean {
  return some.every((request, place) => isSame(request, all[place]));
}

function isSame({ body: one, ...request }: PlannedRequest, other: PlannedRequest | undefined): boolean {
  if (other === undefined) return false;
  const { body, ...rest } = other;
  const isSameBody = one === null || body === null ? one === body : Buffer.from(one).equals(body);
  return isSameBody && JSON.stringify(request) === JSON.stringify(rest);
}

/** Forms whose outcome the answers to a check's own requests decide. */
const FORMS: ReadonlySet<Check["form"]> = new Set(["refusal", "acceptance", "observation", "comparison"]);

/** The requests of a check that is fixed, made from the given numbers; null for every other check. */
export function fixedAttempts(check: Check, fresh: Fresh): Attempts | null {
  if (!FORMS.has(check.form)) return null;
  const first = requestsOf(check, fresh, accepted);
  if (first.length === 0 || first.some(needsMore)) return null;
  let longest = first;
  for (const answers of otherwise) {
    const requests = requestsOf(check, fresh, answers);
    const isLonger = requests.length > longest.length;
    // Most checks are not fixed: the first pattern of answers that makes a difference shows that.
    if (!(isLonger ? isBeginning(longest, requests) : isBeginning(requests, longest))) return null;
    if (check.form !== "acceptance" && requests.length !== first.length) return null;
    if (isLonger) longest = requests;
  }
  if (longest.some(needsMore)) return null;
  if (check.form !== "acceptance") return [longest];
  if (longest.length % first.length !== 0) return null;
  const starts = Array.from({ length: longest.length / first.length }, (_, k) => k * first.length);
  const attempts = starts.map((from) => longest.slice(from, from + first.length));
  return attempts.every((attempt) => isMeantToBeAccepted(attempt.at(-1))) ? attempts : null;
}

/** Whether an answer alone does not decide: the store may have the id, or the connection may end. */
function needsMore({ kind, mayMeet, isUndecided }: PlannedRequest): boolean {
  return isUndecided === true || mayMeet === "cut-off" || (mayMeet === "taken-id" && kind !== "open");
}

function isMeantToBeAccepted(request: PlannedRequest | undefined): boolean {
  return request?.kind === "ordinary" || request?.kind === "valid";
}

/** The version of the format. It changes when a runner of the previous version would judge something else. */
export const VECTORS_VERSION = 1;

/** One request, byte for byte except for its places. */
export interface VectorRequest {
  readonly kind: Kind;
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderFields;
  readonly framing: ReturnType<typeof httpFraming>;
  readonly body: readonly VectorPart[] | null;
  /** Requests of a vector with the same name are sent on one connection, which no other request uses. */
  readonly connection?: string;
  /** Its id, name and tag are ordinary. */
  readonly ordinaryValues?: true;
  readonly plant?: { readonly name: readonly VectorPart[]; readonly tag?: readonly VectorPart[] };
}

/** One fixed check. */
export interface Vector {
  readonly id: CheckId;
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  readonly basis?: string;
  readonly sources: readonly Place[];
  /** Sent before all others, and once more after them. A `parent` has to be accepted both times for a refusal to count. */
  readonly opening?: "parent" | "other";
  readonly attempts: ReadonlyArray<readonly VectorRequest[]>;
  /** The answers that are judged; all of them if nothing is named. */
  readonly when?: AnswerCondition;
  /** For the answer to the last request of an attempt; null if only the rules for every answer count. */
  readonly expect: AnswerExpectation | null;
}

type Sourced = Pick<Vector, "level" | "sources">;
type NamedRule = Pick<Vector, "id" | "requirement"> & Sourced;

/** The whole document. */
export interface VectorFile {
  readonly $schema: string;
  readonly format: "plant-store-vectors";
  readonly version: typeof VECTORS_VERSION;
  readonly suite: { readonly name: string; readonly version: string };
  readonly specification: { readonly version: string; readonly sha256: string };
  /** The schemas of the two answers, which have no references. */
  readonly schemas: Readonly<Record<"Plant" | "Error", Schema>>;
  /** How the answers to the opening requests are read if none of them is accepted. */
  readonly opening: {
    /** The operation does not exist: this requirement is broken, and nothing else is judged. */
    readonly notThere: NamedRule & { readonly status: readonly StatusPattern[] };
    /** The token is refused: nothing is judged. */
    readonly tokenRefused: { readonly status: readonly StatusPattern[] };
  };
  readonly rules: ReadonlyArray<NamedRule & Omit<AnswerRule, "slug">>;
  readonly vectors: readonly Vector[];
}

/** Every fixed check of the shipped document, as data. The seed draws which of several bodies a check sends. */
export async function loadVectors({
  seed,
  suite,
}: Pick<VectorFile, "suite"> & { readonly seed: string }): Promise<VectorFile> {
  const operation = readOperation();
  const records = readRecords();
  const checks = await loadChecks(operation);
  const ids = checkIds(seed, checks);
  const schemaOf = (name: string): Schema => at(operation.document, `/components/schemas/${name}`);
  const named = ({ id: requirement, level, sources }: Requirement, slug: string): NamedRule => {
    return { id: idOf({ requirement, slug }), requirement, level, sources };
  };
  const [notThere] = records.flatMap((record) =>
    ifAny(record.notThere, ({ slug, status }) => [{ ...named(record, slug), status }]),
  );
  if (notThere === undefined) throw new Error("No requirement says when the operation does not exist");
  return {
    $schema: "https://plant-store-conformance.example/vectors.schema.json",
    format: "plant-store-vectors",
    version: VECTORS_VERSION,
    suite,
    specification: { version: operation.version, sha256: operation.sha256 },
    schemas: { Plant: schemaOf("Plant"), Error: schemaOf("Error") },
    opening: { notThere, tokenRefused: { status: [401, 403] } },
    rules: records.flatMap((record) =>
      (record.rules ?? []).map(({ slug, ...rule }) => ({ ...named(record, slug), ...rule })),
    ),
    vectors: checks.flatMap((check) => {
      const record = records.find(({ id }) => id === check.requirement);
      const attempts = record === undefined ? null : attemptsOf(check, ids(check.id));
      return record === undefined || attempts === null ? [] : [vectorOf(check, record, attempts)];
    }),
  };
}

function vectorOf(
  { id, requirement, title, basis, stage, form }: Check,
  { level, sources, rules }: RequirementRecord,
  attempts: Vector["attempts"],
): Vector {
  return defined({
    id,
    requirement,
    title,
    basis,
    ...(stage === "opening" ? { opening: isOfEveryMember(attempts) ? "parent" : "other" } : {}),
    attempts,
    ...expected(form, rules),
    level,
    sources,
  });
}

function isOfEveryMember(attempts: Vector["attempts"]): boolean {
  return attempts.every((requests) => requests.every(({ plant }) => plant?.tag !== undefined));
}

function expected(form: Check["form"], rules: readonly AnswerRule[] = []): Pick<Vector, "when" | "expect"> {
  if (form === "refusal") return { expect: { statusNot: ["2xx"] } };
  if (form === "acceptance") return { expect: { status: [200] } };
  // What is compared is what the requirement says of every answer.
  return form === "comparison" ? { when: { status: [200] }, expect: rules[0]?.expect ?? null } : { expect: null };
}

/** Two lists of numbers that draw the same bodies, for each number of a check, and the numbers after them. */
type Numbers = readonly [readonly number[], readonly number[]];

/** How many numbers of a check are used to find its places. */
const COUNT = 8;

/** The numbers of one block draw the same bodies. */
const BLOCK = 64;

function numbersOf(fresh: Fresh, draw: number): Numbers {
  const pairs = Array.from({ length: COUNT }, (_, k) => {
    const first = (Math.floor(fresh(k) / BLOCK) + draw) * BLOCK;
    // A name with a blank shows whether it is written unchanged or in a form.
    const one = withBlank(first);
    const other = withBlank(one + 1);
    return [one, other] as const;
  });
  return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
}

/** How many bodies are tried: an edit may be in the middle of a name, where no place is found, or may halve a text. */
const DRAWS = 16;

function withBlank(from: number): number {
  return nameOf(from).includes(" ") ? from : withBlank(from + 1);
}

/** Its attempts with places; null if the check is not fixed, or has a value that no place can express. */
function attemptsOf(check: Check, fresh: Fresh): Vector["attempts"] | null {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const numbers = numbersOf(fresh, draw);
    const one = fixedAttempts(check, (k) => numbers[0][k] ?? 0);
    const other = one === null ? null : fixedAttempts(check, (k) => numbers[1][k] ?? 0);
    const attempts = one === null || other === null ? null : withPlaces(one, other, numbers);
    if (attempts !== null) return attempts;
  }
  return null;
}

function withPlaces(one: Attempts, other: Attempts, numbers: Numbers): Vector["attempts"] | null {
  const withNext = (list: readonly number[]): readonly number[] => [...list, ...list.map((n) => n + 1)];
  const partsOf = partsFinder([withNext(numbers[0]), withNext(numbers[1])]);
  let isWhole = true;
  const attempts = one.map((requests, nth) => {
    // The fresh numbers of an attempt count from 0.
    const used: number[] = [];
    const place = (of: number): number => (used.includes(of) ? used.indexOf(of) : used.push(of) - 1);
    const find: Find = (own, twin) => {
      const found = partsOf({ one: own, other: twin });
      isWhole &&= found !== null;
      return (found ?? []).map((part) => ("fresh" in part ? { ...part, of: place(part.of) } : part));
    };
    return requests.map((request, k) => {
      const twin = other[nth]?.[k];
      isWhole &&= twin !== undefined && isAlike(request, twin);
      return requestOf(request, twin ?? request, find);
    });
  });
  return isWhole ? attempts : null;
}

/** Finds the places in one of two texts or bodies that are made alike. */
type Find = (own: Uint8Array, twin: Uint8Array) => readonly VectorPart[];

/** Whether two requests differ at most in their bodies. A vector does not say how chunks are written. */
function isAlike(one: PlannedRequest, other: PlannedRequest): boolean {
  return one.path === other.path && String(one.headers) === String(other.headers) && one.framing !== "odd-chunks";
}

function requestOf(one: PlannedRequest, other: PlannedRequest, find: Find): VectorRequest {
  const { kind, method, path, headers, connection } = one;
  const body = one.body === null ? null : find(one.body, other.body ?? new Uint8Array());
  const textOf = (member: "name" | "tag"): readonly VectorPart[] | undefined => {
    const text = one.plant?.[member];
    return text === undefined ? undefined : find(Buffer.from(text), Buffer.from(other.plant?.[member] ?? ""));
  };
  const plant = one.plant && defined({ name: textOf("name") ?? [], tag: textOf("tag") });
  const ordinaryValues = hasOrdinaryValues(one) ? true : undefined;
  return defined({ kind, method, path, headers, framing: httpFraming(one), body, connection, ordinaryValues, plant });
}
