/**
 * Valid requests that differ in how they are written and sent: the text of the body, its framing and media type, the
 * other header fields, and the connection. Each two features of different axes meet in one of them. If some are
 * refused, requests with fewer features follow, so that the report names the feature and not the request.
 */
import { successInWords } from "../../spec/described-responses.ts";
import { brokenByText } from "../bodies/constraints.ts";
import { drawnFrom, letters, withMember } from "../bodies/body-drafts.ts";
import { isByChance } from "../checks/chance-failures.ts";
import { acceptance, checkOf, idOf } from "../checks/check-forms.ts";
import type { Answered, Check, Fresh, History, Judgement, PlannedRequest, Sent } from "../checks/check.ts";
import { coveringArray, ROWS, isolate, type Isolated, type Tried } from "../checks/feature-search.ts";
import {
  hasAcceptedParents,
  isAccepted,
  isBeyondLimit,
  isLengthRequired,
  isOfLimit,
  isOfProxy,
  isOfState,
  isRateLimited,
  isSentTwice,
  TIMES,
} from "../checks/exchange-facts.ts";
import { type Axis, type Feature, areAlike, together } from "../checks/request-features.ts";
import { describe, notAccepted } from "../checks/findings.ts";
import { beyondLimit, fromFindings, notJudged, passed } from "../checks/judges.ts";
import {
  connectionAxis,
  narrowAxes,
  requirementOf,
  SENDER,
  singleFeatures,
  wideAxes,
} from "../checks/request-variants.ts";
import { AOrAn, type Requests, memberFor } from "../checks/check-requests.ts";
import { notAsked } from "./authentication.ts";
import { afterRefusals } from "./http-connections.ts";
import { refusedInTurn } from "./request-body-shapes.ts";

// Ordinary labels that some providers refuse. Constraints on labels are "not shown", but all of these are ordinary and
// must be accepted.

type Row = readonly [slug: string, role: "label" | "optionalLabel", what: string, text: (n: number) => string];

const shortest: readonly Row[] = [
  ["name-of-3-letters", "label", "3 letters", (n) => letters(n).slice(0, 3)],
  ["tag-of-3-letters", "optionalLabel", "3 letters", (n) => letters(n).toLowerCase().slice(0, 3)],
];

/** Short labels. If the schema has a bound, labels are sent up to the bound. */
export function ordinaryTextChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const { requestSchemaPath } = operation;
  return shortest.flatMap(([slug, role, what, text]) => {
    const member = memberFor(operation, role);
    if (member === undefined || brokenByText(member.shape, text(0)).length > 0) return [];
    const { name } = member;
    const basis = `it matches the schema of the request body, which has no other bound (${requestSchemaPath})`;
    return [
      acceptance(
        requests,
        { requirement: "accepts-valid-plant", slug, title: `${AOrAn(name)} of ${what} is accepted`, basis },
        (varied, n) => varied.of("valid", withMember(varied.draft(n), name, JSON.stringify(text(n)))),
      ),
    ];
  });
}

// The variants of valid requests: the rows of a covering array as features. Each two features of different axes meet in
// one row.

/** The features of one request. An axis without a feature is plain. */
type FeatureRow = readonly Feature[];

/** The rows that are sent first, and those that need a connection that others used. */
type Rows = readonly [early: readonly FeatureRow[], late: readonly FeatureRow[]];

/** The features that the rows consist of, besides those of the narrow axes. */
interface RowAxes {
  /** Each two features of these axes meet in a row. */
  readonly wide: readonly Axis[];
  /** Each of these features is in one row. */
  readonly single: readonly Feature[];
}

/** The rows of the last run, by its number: each step needs them once. */
const lastRows = new WeakMap<RowAxes, { readonly n: number; readonly rows: Rows }>();

/** The rows of a run, drawn by a number. The same number gives the same rows. */
export function rowsOf(axes: RowAxes, n: number): Rows {
  const last = lastRows.get(axes);
  if (last?.n === n) return last.rows;
  const rows = arrayedRows(axes, n);
  lastRows.set(axes, { n, rows });
  return rows;
}

function arrayedRows({ wide, single }: RowAxes, n: number): Rows {
  const array = coveringArray(wide.length, narrowAxes.length, drawnFrom(n));
  // The features of an axis take turns in the rows that have one of them.
  const nthOf = (column: number, place: number): number =>
    array.slice(0, place).filter(({ ofTwo }) => ofTwo[column] === 1).length;
  const plain = array.map(({ ofFour, ofTwo }, place): FeatureRow => [
    ...wide.flatMap((axis, column) => featureAt(axis, ofFour[column] ?? 0)),
    ...narrowAxes.flatMap((axis, column) =>
      (ofTwo[column] ?? 0) === 0 ? [] : featureAt(axis, 1 + (nthOf(column, place) % axis.length)),
    ),
  ]);
  const rows = single.reduce(withSingle, plain);
  const isLate = (row: FeatureRow): boolean =>
    row.some(({ name }) => name === "used-connection" || name === AFTER_REFUSAL);
  return [rows.filter((row) => !isLate(row)), rows.filter(isLate)];
}

/** The cost for a row of losing a feature. Each rare feature that the row has costs 1. */
const LOST = 4;

/**
 * The rows with one more feature in one of them, where it replaces few others. A feature of framing or of the
 * Connection header goes to a row in which the connection does not matter, because it may end the connection.
 */
function withSingle(rows: readonly FeatureRow[], feature: Feature): readonly FeatureRow[] {
  const lost = (row: FeatureRow): number => row.filter((other) => areAlike(feature, other)).length;
  const cost = (row: FeatureRow): number => LOST * lost(row) + row.filter(({ isSingle }) => isSingle === true).length;
  const { headers = {}, framing } = feature.change;
  const isOfConnection = framing !== undefined || "Connection" in headers;
  const [chosen] = rows
    .filter((row) => !isOfConnection || !row.some((other) => connectionAxis.includes(other)))
    .toSorted((one, other) => cost(one) - cost(other));
  return rows.map((row) => (row === chosen ? [...row.filter((other) => !areAlike(feature, other)), feature] : row));
}

/** The feature of a value of a column; 0 is plain. */
function featureAt(axis: Axis, value: number): FeatureRow {
  const feature = axis[value - 1];
  return feature === undefined ? [] : [feature];
}

/** The most questions that are sent to find out which features are refused. */
const MOST_ASKED = 36;

/** How many requests are sent that are to be refused, each on a connection on which a valid one follows. */
const REFUSED = 4;

/** The checks of the variants: one that sends the requests, and one for each requirement that a feature belongs to. */
export function ordinaryRequestChecks(requests: Requests): readonly Check[] {
  const { requestMediaType } = requests.operation;
  const wide = [...wideAxes(requestMediaType), connectionAxis];
  const single = singleFeatures(requestMediaType);
  const features = [...wide.flat(), ...single, ...narrowAxes.flat()];
  const variants: Variants = { requests, wide, single, features };
  const belonging = [...new Set(features.map(({ requirement }) => requirement))];
  const readers = belonging.filter((one) => one !== SENDER.requirement).map((one) => reader(one, variants));
  const all = [sender(variants), ...readers];
  // Without a token there is no scheme whose spelling could vary.
  const isOfScheme = ({ requirement }: Check): boolean => requirement === "accepts-bearer-in-any-case";
  return requests.authentication === "none" ? all.map((one) => (isOfScheme(one) ? notAsked(one) : one)) : all;
}

interface Variants extends RowAxes {
  readonly requests: Requests;
  readonly features: readonly Feature[];
}

const basis = "how it is written and sent makes no difference to what it says";

function titleOf({ requests }: Variants): string {
  return `Valid requests are answered with ${successInWords(requests.operation)} in each variant`;
}

function sender(variants: Variants): Check {
  const label = { ...SENDER, title: titleOf(variants), basis };
  return checkOf("acceptance", label, {
    stage: "early",
    next: (fresh, own) => nextOf(variants, fresh, own),
    judge: (own, run): Judgement => {
      const judged = judgeable(own, run);
      if ("outcome" in judged) return judged;
      const { causes } = judged;
      const ofConnection = causes.filter((cause) => requirementOf(featuresIn(cause, variants)) === SENDER.requirement);
      if (ofConnection.length > 0) return reported(ofConnection, own, variants);
      const first = own.find((sent) => sent.request.features !== undefined && isUnexplained(sent, causes));
      return first === undefined
        ? { outcome: passed }
        : { outcome: fromFindings([notAccepted(first)]), evidence: [first.index] };
    },
  });
}

function isUnexplained(sent: Sent, causes: Judged["causes"]): boolean {
  const names = sent.request.features ?? [];
  return isFailed(sent) && !isOfLimit(sent) && !causes.some((cause) => cause.every((name) => names.includes(name)));
}

/** Judges the answers for one requirement. Another check sends the requests. */
function reader(requirement: string, variants: Variants): Check {
  const label = {
    requirement,
    slug: "in-each-variant",
    title: titleOf(variants),
    basis,
  };
  return checkOf("acceptance", label, {
    reads: idOf(SENDER),
    judge: (own, run): Judgement => {
      const judged = judgeable(own, run);
      if ("outcome" in judged) return judged;
      const causes = judged.causes.filter((cause) => requirementOf(featuresIn(cause, variants)) === requirement);
      if (causes.length > 0) return reported(causes, own, variants);
      const names = variants.features.filter((one) => one.requirement === requirement).map(({ name }) => name);
      const limited = names.map((name) => limitOn(name, own)).find((sent) => sent !== undefined);
      if (limited !== undefined) {
        return { outcome: beyondLimit(limited), evidence: [limited.index] };
      }
      return { outcome: requirement === "recovers-after-refusal" ? afterRefusals(own) : passed };
    },
  });
}

/** First requests to be refused; then the variants, in two batches; then those that find out which are refused. */
function nextOf(variants: Variants, fresh: Fresh, own: readonly Answered[]): readonly PlannedRequest[] {
  const { requests } = variants;
  const [early, late] = rowsOf(variants, (fresh.ofWhole ?? fresh)(0));
  const rows = [...early, ...late];
  const firstPlace = REFUSED;
  const usedPlaces = early.flatMap((row, k) => (namesOf(row).includes("new-connection") ? [firstPlace + k] : []));
  const write = (row: FeatureRow, place: number, nth: number): PlannedRequest =>
    variedRequest(requests, row, { n: fresh(place), connection: connectionOf(row, { place, nth, usedPlaces }) });
  const writeAll = (batch: readonly FeatureRow[], from: number): readonly PlannedRequest[] =>
    batch.map((row, k) => write(row, from + k, onSame(row, batch.slice(0, k))));
  const refused = (place: number, nth: number): PlannedRequest =>
    refusedInTurn(requests, { n: fresh(place), nth }, { connection: refusedOn(nth) });
  if (own.length === 0) {
    const first = Array.from({ length: REFUSED }, (_, k) => refused(k, k));
    return [...first, ...writeAll(early, firstPlace)];
  }
  const found = firstPlace + rows.length;
  if (own.length < found) return writeAll(late, firstPlace + early.length);
  const tried = rows.map((row, k) => ({ features: namesOf(row), isRefused: isFailed(own[firstPlace + k]) }));
  const later = own.slice(found);
  const asked = later.filter(isVaried);
  const step = isolate(tried, asked.map(isFailed), MOST_ASKED);
  if (!("ask" in step)) return [];
  const nth = REFUSED + asked.length;
  // Refused requests leave nothing in the store, so they reuse the ids of the first ones in turn.
  const isAfterRefusal = step.ask.includes(AFTER_REFUSAL);
  if (isAfterRefusal && (later.length === 0 || later.slice(-1).some(isVaried))) return [refused(nth % REFUSED, nth)];
  const row = variants.features.filter(({ name }) => step.ask.includes(name));
  return [write(row, found + asked.length, nth)];
}

/** The feature whose questions each follow a request that is to be refused. */
const AFTER_REFUSAL = "after-refusal";

/** Whether it is a request in a variant, and not one that is to be refused. */
function isVaried({ request }: Answered): boolean {
  return request?.features !== undefined;
}

function namesOf(row: FeatureRow): readonly string[] {
  return row.map(({ name }) => name);
}

/** How many rows before this one need a connection of the same kind: each needs a separate one. */
function onSame(row: FeatureRow, before: readonly FeatureRow[]): number {
  const kindOf = (other: FeatureRow): string | undefined =>
    namesOf(other).find((name) => connectionAxis.some((kind) => kind.name === name));
  return before.filter((other) => kindOf(other) === kindOf(row)).length;
}

interface Place {
  readonly place: number;
  /** How many earlier requests needed a connection of the same kind. */
  readonly nth: number;
  /** Places of requests that each had a new connection. */
  readonly usedPlaces: readonly number[];
}

/** The connection of a request; undefined if it is one that the run shares. */
function connectionOf(row: FeatureRow, { place, nth, usedPlaces }: Place): string | undefined {
  const names = namesOf(row);
  if (names.includes(AFTER_REFUSAL)) return refusedOn(nth);
  if (names.includes("used-connection")) return onItsOwn(usedPlaces[nth % Math.max(1, usedPlaces.length)] ?? place);
  return names.includes("new-connection") ? onItsOwn(place) : undefined;
}

function onItsOwn(place: number): string {
  return `${idOf(SENDER)} ${place}`;
}

function refusedOn(nth: number): string {
  return `${idOf(SENDER)} refused ${nth}`;
}

function variedRequest(
  requests: Requests,
  row: FeatureRow,
  { n, connection }: { readonly n: number; readonly connection: string | undefined },
): PlannedRequest {
  const { which = "all" } = together(row);
  const difference = connection === undefined ? {} : { connection };
  return { ...requests.varied(row).plant("valid", n, { which, ...difference }), features: namesOf(row) };
}

/** Whether a request was not accepted, and this was the provider's answer to it. */
function isFailed(sent: Answered | undefined): boolean {
  if (sent === undefined || isAccepted(sent) || isRateLimited(sent) || isOfProxy(sent) || isOfState(sent)) return false;
  if (isBeyondLimit(sent)) return false;
  const { noAnswer } = sent.exchange ?? {};
  if (noAnswer !== undefined) return noAnswer.kind !== "run-ended" && noAnswer.kind !== "harness-fault";
  // A request that was sent again may have been read twice, so its refusal says nothing.
  return !isSentTwice(sent) && sent.mayBeRead !== true;
}

/** The causes that the requests of the sender show, if they can be judged. */
type Judged = Pick<Exclude<Isolated<string>, { readonly ask: unknown }>, "causes">;

function judgeable(own: History, run: History): Judged | Judgement {
  const sent = own.filter(isVaried);
  if (sent.length < ROWS) return { outcome: notJudged("run-ended", "the run ended before all of them were sent") };
  const failed = sent.find(isFailed);
  if (failed !== undefined && !hasAcceptedParents(failed, run))
    return { outcome: notJudged("no-accepted-parent", "no ordinary request was accepted both before and after it") };
  const tried = sent.map((one): Tried<string> => ({ features: one.request.features ?? [], isRefused: isFailed(one) }));
  const answers = tried.slice(ROWS).map(({ isRefused }) => isRefused);
  const found = isolate(tried.slice(0, ROWS), answers, answers.length);
  // If any request may fail, a common failure of features shows nothing.
  if ("ask" in found || isByChance(TIMES, run, ROWS)) return { causes: [] };
  return { causes: found.causes.filter((cause) => showing(cause, own).length > 0) };
}

function featuresIn(cause: readonly string[], { features }: Variants): readonly Feature[] {
  return features.filter(({ name }) => cause.includes(name));
}

/** The failed requests that have every feature of a cause. A limit, such as a Content-Length asked for, is no failure. */
function showing(cause: readonly string[], own: History): History {
  return own.filter(
    (sent) => isFailed(sent) && !isOfLimit(sent) && cause.every((name) => sent.request.features?.includes(name)),
  );
}

/** A request with a feature that was found too large, if none with it was accepted. */
function limitOn(name: string, own: History): Sent | undefined {
  const having = own.filter(({ request }) => request.features?.includes(name) === true);
  return having.some(isAccepted) ? undefined : having.find((sent) => isOfLimit(sent) && !isLengthRequired(sent));
}

function featureCount({ request: { features = [] } }: Sent): number {
  return features.length;
}

/** One finding for each cause, on the smallest request that shows it. */
function reported(causes: readonly (readonly string[])[], own: History, variants: Variants): Judgement {
  const findings = causes.flatMap((cause) => {
    const [smallest] = showing(cause, own).toSorted((one, other) => featureCount(one) - featureCount(other));
    const words = featuresIn(cause, variants).map((feature) => feature.words);
    if (smallest === undefined) return [];
    return [{ ...notAccepted(smallest), seen: `${describe(smallest)} to requests with ${words.join(" and ")}` }];
  });
  const evidence = causes.flatMap((cause) => showing(cause, own).map(({ index }) => index));
  return { outcome: fromFindings(findings), evidence: [...new Set(evidence)].toSorted((one, other) => one - other) };
}
