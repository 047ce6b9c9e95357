/** The changes of a revision in the answers: media types, header fields and bodies, for each status. */
import { schemasUnder } from "../response-schemas.ts";
import { type DescribedResponse, type HeadedResponse, jsonResponses, orList } from "../described-responses.ts";
import { type Operation, shapeIfKnown } from "../read-operation.ts";
import { everyValue, token } from "../schema.ts";
import { answerChange, type FoundChange, onlyIn } from "./document-difference.ts";
import { type ShapeChange, compareShapes, inWords } from "./shape-difference.ts";
import { type DescribedHeader, valuedHeaders } from "../described-headers.ts";
import { DOCUMENTED_HEADERS } from "../document-catalogue.ts";

type Listed = readonly (string | number)[];

/** Changes in a list of allowed values. A removed value takes a freedom, an added value gives one. */
export function listChanges(
  requirement: string,
  words: string,
  [before, now]: readonly [Listed, Listed],
): readonly FoundChange[] {
  const [fewer, more] = [onlyIn(before, now).length > 0, onlyIn(now, before).length > 0];
  if (!fewer && !more) return [];
  const what = `${words} ${orList(now)} instead of ${orList(before)}`;
  return [
    fewer
      ? { requirement, what, provider: "new-demand", ...(more ? { consumer: "answer-added" as const } : {}) }
      : { requirement, what, provider: "now-free", consumer: "answer-added" },
  ];
}

/** An answer in two documents. */
interface Answers {
  readonly before: DescribedResponse;
  readonly now: DescribedResponse;
  /** As in "a success". */
  readonly called: string;
}

/** The changes of all answers whose bodies the documents show. Pure. */
export function compareAnswers(before: Operation, now: Operation): readonly FoundChange[] {
  const pairs = jsonResponses(now).flatMap((later): readonly Answers[] => {
    const earlier = earlierOf(later, before, now);
    return earlier === null ? [] : [{ before: earlier, now: later, called: nameOf(later, now) }];
  });
  const paired = pairs.flatMap((pair) => [pair.before, pair.now]);
  const shown = onlyIn(jsonResponses(now), paired).filter((one) => couldBeSent(one, before));
  const gone = onlyIn(jsonResponses(before), paired).filter((one) => couldBeSent(one, now));
  return [
    ...pairs.flatMap(mediaTypeChanges),
    ...pairs.flatMap((pair) => bodyChanges([before.document, now.document], pair)),
    ...shown.map(shownChange),
    ...gone.map(goneChange),
    ...pairs.flatMap((pair) => headerChanges([before, now], pair.before, pair.now)),
    ...[...shown, ...now.headed.filter((one) => couldBeSent(one, before))].flatMap((one) =>
      headerChanges([before, now], withStatus(before, one.status), one),
    ),
  ];
}

/** The response of a status, with a body in JSON or without one. */
function withStatus(operation: Operation, status: number): HeadedResponse | null {
  return [...jsonResponses(operation), ...operation.headed].find((one) => one.status === status) ?? null;
}

/** The earlier response: the one with the same status, otherwise the one with the same purpose. */
function earlierOf(later: DescribedResponse, before: Operation, now: Operation): DescribedResponse | null {
  const same = jsonResponses(before).find(({ status }) => status === later.status);
  if (same !== undefined) return same;
  if (later === now.success) return before.success;
  return later === now.failure ? before.failure : null;
}

function nameOf(response: DescribedResponse, { success, failure }: Operation): string {
  if (response === success) return "a success";
  return response === failure ? "a failure" : `a ${response.status}`;
}

/** Whether a document that does not show a body allows the status. Only the statuses of success are limited. */
function couldBeSent(response: HeadedResponse, { successes }: Operation): boolean {
  return !isSuccess(response) || successes.includes(response.status);
}

function isSuccess({ status }: HeadedResponse): boolean {
  return status <= 299;
}

function mediaTypeChanges({ before, now, called }: Answers): readonly FoundChange[] {
  const requirement = isSuccess(now) ? "plant-media-type" : "error-media-type";
  return listChanges(requirement, `the media type of ${called} is`, [before.mediaTypes, now.mediaTypes]);
}

/** The change for a response whose body is newly shown. Providers must now match it. */
function shownChange(response: DescribedResponse): FoundChange {
  const what = `the body of a ${response.status} is shown, and was not`;
  return { requirement: shapeOfBody(response), what, place: response.schemaPath, provider: "no-longer-free" };
}

function goneChange(response: DescribedResponse): FoundChange {
  const what = `the body of a ${response.status} is no longer shown`;
  const kinds = { provider: "now-free", consumer: "answer-added" } as const;
  return { requirement: shapeOfBody(response), what, place: response.schemaPath, ...kinds };
}

function shapeOfBody(response: DescribedResponse): string {
  return isSuccess(response) ? "plant-shape" : "error-shape";
}

function bodyChanges(
  [before, now]: readonly [Operation["document"], Operation["document"]],
  { before: { schemaPath: one }, now: response, called }: Answers,
): readonly FoundChange[] {
  const other = response.schemaPath;
  const found = (change: ShapeChange): FoundChange =>
    answerChange(shapeOfBody(response), `in ${called}, ${inWords(change)}`, change);
  const [earlier, later] = [shapeIfKnown(before, one), shapeIfKnown(now, other)];
  if (earlier !== null && later !== null) {
    const changes = compareShapes(earlier, later);
    // That a required member is added or removed says that it is described, too.
    const whole = new Set(changes.flatMap(({ member, at: place }) => (member === "required" ? place : [])));
    return changes.filter(({ keyword, at: place }) => keyword !== "properties" || !whole.has(place)).map(found);
  }
  return wholeChanges([before, one], [now, other]).map(found);
}

type Whole = readonly [document: Operation["document"], path: string];

/** The changes of schemas that are not compared by keyword. Any difference may allow less or more. */
export function wholeChanges(before: Whole, now: Whole): readonly ShapeChange[] {
  const [earlier, later] = [before, now].map(([document, path]) =>
    JSON.stringify(schemasUnder(document, path).map(([schema]) => schema)),
  );
  if (earlier === later) return [];
  return (["narrower", "wider"] as const).map((effect) => ({ at: "", keyword: "schema", effect, path: now[1] }));
}

/** The changes of one response. `before` is null if there was none. */
function headerChanges(
  operations: readonly [Operation, Operation],
  before: HeadedResponse | null,
  now: HeadedResponse,
): readonly FoundChange[] {
  return [...requiredChanges(before, now), ...valueChanges(operations, before, now)];
}

function requiredChanges(before: HeadedResponse | null, now: HeadedResponse): readonly FoundChange[] {
  const requirement = DOCUMENTED_HEADERS;
  const [earlier, later] = [before?.requiredHeaders ?? [], now.requiredHeaders];
  return [
    ...onlyIn(later, earlier, inLowerCase).map((name): FoundChange => {
      const [what, place] = [`a ${now.status} has the header field ${name}, and did not have to`, placeOf(now, name)];
      return { requirement, what, place, provider: "new-demand", consumer: "answer-gone" };
    }),
    ...onlyIn(earlier, later, inLowerCase).map((name): FoundChange => {
      const what = `a ${now.status} no longer has to have the header field ${name}`;
      return { requirement, what, place: placeOf(before ?? now, name), provider: "now-free", consumer: "answer-added" };
    }),
  ];
}

/** Names of header fields are case-insensitive. */
function inLowerCase(name: string): string {
  return name.toLowerCase();
}

function placeOf({ path }: HeadedResponse, name: string): string {
  return `${path}/headers/${token(name)}`;
}

/** Changes in values that a schema restricts. A provider is free to choose a value that no schema restricts. */
function valueChanges(
  [earlier, later]: readonly [Operation, Operation],
  before: HeadedResponse | null,
  now: HeadedResponse,
): readonly FoundChange[] {
  const own = valuesOf(later, now);
  const others: Values = before === null ? new Map() : valuesOf(earlier, before);
  return [...new Map([...others, ...own])].flatMap(
    ([
      key,
      {
        name,
        shape: { path },
      },
    ]) => {
      const [one, other] = [others, own].map((values) => values.get(key)?.shape ?? everyValue(path));
      if (one === undefined || other === undefined) return [];
      return compareShapes(one, other).map((change) => {
        const what = `in the header field ${name} of a ${now.status}, ${inWords(change, "the value")}`;
        return answerChange(DOCUMENTED_HEADERS, what, change);
      });
    },
  );
}

/** By name in lower case. */
type Values = ReadonlyMap<string, DescribedHeader>;

function valuesOf(operation: Operation, { status }: HeadedResponse): Values {
  const own = valuedHeaders(operation).filter((header) => header.status === status);
  return new Map(own.map((header) => [inLowerCase(header.name), header]));
}
