/** Turns a case and a fresh number into a request, with the expectation for its answer. */
import fc, { type Arbitrary } from "fast-check";
import { defined } from "../../spec/defined.ts";
import type { Member } from "../../spec/schema.ts";
import { brokenByText } from "../bodies/constraints.ts";
import { type Draft, escaped, letters, textOf, withMember } from "../bodies/body-drafts.ts";
import { ordinaryLiteral } from "../bodies/ordinary-values.ts";
import type { PlannedRequest } from "../checks/check.ts";
import { type Axis, type Change, type Feature, together, withoutLostAnswers } from "../checks/request-features.ts";
import { type Requests, integerIdentity, plantOf, withIdentity } from "../checks/check-requests.ts";
import type { FuzzNumbers } from "../run/fuzz-ids.ts";
import type { FuzzBody, FuzzCase, Parent, Spelling } from "./fuzz-cases.ts";
import { requirementOn } from "./fuzz-checks.ts";

/** A request of a case. */
export interface Planned {
  readonly request: PlannedRequest;
  /** The request that is sent right before it, on the same connection. */
  readonly before: PlannedRequest | null;
  /** The features that it has, out of those drawn. */
  readonly features: readonly Feature[];
  /** The requirement that the case tests; null if the document does not say how it is answered. */
  readonly requirement: string | null;
  readonly wanted: "accepted" | "refused" | "open";
}

/** The numbers of a case, and the name of its connection if it needs one. */
export interface CasePlace extends FuzzNumbers {
  readonly connection: string;
  /** Whether an accepted request precedes it, if nothing else must. */
  readonly isAfterAccepted: boolean;
}

/** Makes the request of a case. The same case and place give the same bytes. */
export function planned({ body, features: drawn }: FuzzCase, place: CasePlace, requests: Requests): Planned {
  const features = applicable(drawn, body.kind === "text-fault" || body.kind === "spelling");
  const { order, headers, framing, before: drawnBefore } = together(features);
  const plan = ofBody(body, place.own, defined({ requests: requests.varied(features), order }));
  const isLast = headers?.["Connection"] === "close";
  const isOnOwn = isLast || framing === "expect-continue";
  const before = drawnBefore ?? (place.isAfterAccepted && !isOnOwn ? "accepted" : undefined);
  const refused = features.find(({ isKeptOut }) => isKeptOut === true);
  const connection = before === undefined ? {} : { connection: place.connection };
  const alone = isLast ? { connection: `${place.connection} alone` } : {};
  const { kind } = plan.request;
  const request = {
    ...plan.request,
    ...connection,
    ...alone,
    kind: refused === undefined ? (kind === "ordinary" && features.length > 0 ? "valid" : kind) : "not-allowed",
  } as const;
  return {
    request,
    before: before === undefined ? null : precedingOf(before, place, requests),
    features,
    requirement: (refused ?? plan).requirement,
    wanted: refused === undefined ? plan.wanted : "refused",
  };
}

function precedingOf(
  what: NonNullable<Change["before"]>,
  { before, connection }: CasePlace,
  requests: Requests,
): PlannedRequest {
  const n = before();
  switch (what) {
    case "accepted":
      return requests.plant("valid", n, { connection });
    case "chunked":
      return requests.plant("valid", n, { connection, framing: "chunked" });
    case "refused":
      return requests.lacking("not-a-plant", n, { connection });
    case "unauthorized":
      return requests.plant("not-allowed", n, { connection, headers: { Authorization: null } });
  }
}

/** The request of a body with its members in an order, and the expectation for it if nothing else is wrong. */
function ofBody(
  given: FuzzBody,
  n: number,
  { requests, order = (draft) => draft }: Pick<Change, "order"> & { readonly requests: Requests },
): Pick<Planned, "request" | "requirement" | "wanted"> {
  const draft = order(draftOf(given.parent, n, requests));
  switch (given.kind) {
    case "ordinary": {
      const isWhole = draft.length === requests.operation.request.members.length;
      const request = { ...requests.of("ordinary", draft), ...(isWhole ? {} : { onlyRequired: true as const }) };
      return { request, requirement: requirementOn("ordinary-plant"), wanted: "accepted" };
    }
    case "odd-texts": {
      const odd = Object.entries(given.odd).reduce((body, [name, literal]) => withMember(body, name, literal), draft);
      return { request: requests.of("open", odd), requirement: null, wanted: "open" };
    }
    case "odd-id": {
      const request = requests.of("valid", withIdentity(requests, draft, String(given.offset + BigInt(n))));
      return { request, requirement: requirementOn("large-id"), wanted: "accepted" };
    }
    case "departures": {
      const body = given.faults.reduce((before, fault) => fault.apply(before, n), draft);
      // If there are two departures, a MUST gives the reason for the refusal before a SHOULD.
      const subjects = given.faults.map(({ subject }) => subject);
      const subject = subjects.find((one) => one !== "id-beyond-int64") ?? "id-beyond-int64";
      return { request: requests.of("not-a-plant", body), requirement: requirementOn(subject), wanted: "refused" };
    }
    case "text-fault": {
      const request = requests.raw("not-a-plant", given.fault.rewrite(textOf(draft)));
      return { request, requirement: requirementOn(given.fault.subject), wanted: "refused" };
    }
    case "spelling": {
      const plant = plantOf(draft, requests.operation.roles);
      const text = spelled(draft, given.spelling, integerIdentity(requests.operation)?.name);
      const request = requests.raw("valid", text, plant === undefined ? {} : { plant });
      return { request, requirement: requirementOn(given.spelling.subject), wanted: "accepted" };
    }
  }
}

/** The ordinary body of a parent, with a fresh identity, and labels that are derived from the number. */
export function draftOf(parent: Parent, n: number, { operation }: Requests): Draft {
  return operation.request.members.flatMap((member): Draft => {
    const { name, shape, role } = member;
    if (role === "identity") return [[name, ordinaryLiteral(shape, member, n)]];
    const literal = parent[name];
    if (literal === undefined) return [];
    const isOwn = role !== undefined && shape.values === undefined && shape.patterns.length === 0;
    return [[name, isOwn ? ownText(member, literal, n) : literal]];
  });
}

/** The drawn text followed by the letters of its number, so that no two texts of the run are the same. */
function ownText(member: Member, literal: string, n: number): string {
  if (!literal.startsWith('"')) return literal;
  const { shape, role } = member;
  const drawn = JSON.parse(literal) as string;
  const own = role === "optionalLabel" ? `${drawn.slice(0, 5)}${letters(n).toLowerCase()}` : `${drawn} ${letters(n)}`;
  return brokenByText(shape, own).length === 0 ? JSON.stringify(own) : ordinaryLiteral(shape, member, n);
}

function spelled(draft: Draft, spelling: Spelling, identity?: string): string {
  const { blanks = [], escapes = [], reversed = false, integer } = spelling;
  let tokens = 0;
  const blank = (): string => blanks[tokens++ % Math.max(1, blanks.length)] ?? "";
  const write = (literal: string): string =>
    literal.startsWith('"') ? inQuotes(JSON.parse(literal) as string, escapes) : literal;
  const members = (reversed ? draft.toReversed() : draft).map(([name, literal]) => {
    const value = name === identity && integer !== undefined ? spelledInteger(literal, integer) : write(literal);
    return `${blank()}${write(JSON.stringify(name))}${blank()}:${blank()}${value}${blank()}`;
  });
  return `${blank()}{${members.join(",")}}${blank()}`;
}

/** Writes characters as `\u` escapes, as the list says in turn; any character may be one (RFC 8259 section 7). */
function inQuotes(text: string, escapes: readonly boolean[]): string {
  const units = Array.from({ length: text.length }, (_, k) => {
    const isEscaped = escapes[k % Math.max(1, escapes.length)] === true;
    return isEscaped ? escaped(text.charAt(k)) : JSON.stringify(text.charAt(k)).slice(1, -1);
  });
  return `"${units.join("")}"`;
}

function spelledInteger(digits: string, { zeros, exponent }: NonNullable<Spelling["integer"]>): string {
  const point = digits.length - zeros;
  switch (exponent) {
    case "none":
      return `${digits}.${"0".repeat(zeros)}`;
    case "e-":
      return `${digits}${"0".repeat(zeros)}e-${zeros}`;
    case "e":
    case "E+":
      if (zeros === 0 || point < 1) return `${digits}${exponent}0`;
      return `${digits.slice(0, point)}.${digits.slice(point)}${exponent}${zeros}`;
  }
}

// How a case is sent: features of its request, drawn from the axes of the checks and removed again.

/** A way of sending is drawn for one case in this many; the others are sent plainly. */
const VARIED_ONE_IN = 3;

/** One varied case in this many has a feature of an axis; those that cost more are drawn less often. */
const ONE_IN = { usual: 5, costly: 20, slow: 96 } as const;

/** The ways of sending: no feature, or some features, each from a different axis. */
export function sendingsOf(axes: readonly Axis[]): Arbitrary<readonly Feature[]> {
  const none = fc.constant<readonly Feature[]>([]);
  const each = axes
    .filter((axis) => axis.length > 0)
    .map((axis) => {
      const slow = axis.filter(isSlow);
      const others = axis.filter((one) => !isSlow(one));
      const isCostly = axis.some((feature) => isOfConnection(feature) || feature.change.framing !== undefined);
      const oneIn = isCostly ? ONE_IN.costly : ONE_IN.usual;
      const one = (features: Axis): Arbitrary<readonly Feature[]> =>
        features.length === 0 ? none : fc.constantFrom(...features).map((feature) => [feature]);
      const rest = oneOf(oneIn, one(others), none);
      return slow.length === 0 ? rest : oneOf(ONE_IN.slow, one(slow), rest);
    });
  const varied = fc.tuple(...each).map((features) => features.flat());
  return oneOf(VARIED_ONE_IN, varied, none);
}

/** A value of the rare kind once in `oneIn`, otherwise of the usual kind. */
function oneOf<T>(oneIn: number, rare: Arbitrary<T>, usual: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

/** The features that a request can have at the same time, and that its body allows. */
export function applicable(features: readonly Feature[], isText: boolean): readonly Feature[] {
  const isAlone = features.some(isAskedFirst);
  return withoutLostAnswers(features).filter(
    (feature) => !(isText && isOfText(feature)) && !(isAlone && isOfConnection(feature)),
  );
}

function isOfText({ change }: Feature): boolean {
  const { order, space, escapeName, escapeValue } = change;
  return [order, space, escapeName, escapeValue].some((one) => one !== undefined);
}

/** Whether a request waits for 100, for which it needs its own connection. */
function isAskedFirst({ change }: Feature): boolean {
  return change.framing === "expect-continue";
}

/** Whether a request needs its own connection, or a pause. */
function isSlow(feature: Feature): boolean {
  return isAskedFirst(feature) || feature.change.framing === "in-pieces";
}

function isOfConnection({ change }: Feature): boolean {
  return change.before !== undefined || change.headers?.["Connection"] !== undefined;
}

/** The items of a list that a failure needs: all others are removed. */
export async function needed<T>(
  all: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (all.length === 0 || (await fails([]))) return [];
  let left = all;
  for (const one of all) {
    const fewer = left.filter((other) => other !== one);
    if (fewer.length > 0 && (await fails(fewer))) left = fewer;
  }
  return left;
}

/** The features in words, after "with". */
export function inWords(features: readonly Feature[]): string {
  return features.map(({ words }) => words).join(" and ");
}
