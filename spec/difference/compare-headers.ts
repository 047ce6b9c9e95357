/** The changes of a revision in the header fields of an answer: the required fields, and their values. */
import { type DescribedHeader, valuedHeaders } from "../described-headers.ts";
import type { HeadedResponse } from "../described-responses.ts";
import { DOCUMENTED_HEADERS } from "../document-catalogue.ts";
import type { Operation } from "../read-operation.ts";
import { token } from "../schema.ts";
import { inWords } from "./change-words.ts";
import { answerChange, type FoundChange } from "./change.ts";
import { compareShapes } from "./compare-shapes.ts";

/** The changes of one response. `before` is null if there was none. */
export function headerChanges(
  operations: readonly [Operation, Operation],
  before: HeadedResponse | null,
  now: HeadedResponse,
): readonly FoundChange[] {
  return [...requiredChanges(before, now), ...valueChanges(operations, before, now)];
}

function requiredChanges(before: HeadedResponse | null, now: HeadedResponse): readonly FoundChange[] {
  const requirement = DOCUMENTED_HEADERS;
  const [earlier, later] = [before, now].map((response) => (response === null ? [] : headersOf(response)));
  const isIn = (list: Headers = [], { key }: Headers[number]): boolean => list.some((one) => one.key === key);
  const more = (later ?? []).filter((one) => !isIn(earlier, one));
  const fewer = (earlier ?? []).filter((one) => !isIn(later, one));
  return [
    ...more.map(({ name, place }): FoundChange => {
      const what = `a ${now.status} has the header field ${name}, and did not have to`;
      return { requirement, what, place, provider: "newly-asked", consumer: "answer-gone" };
    }),
    ...fewer.map(({ name, place }): FoundChange => {
      const what = `a ${now.status} no longer has to have the header field ${name}`;
      return { requirement, what, place, provider: "freedom-given", consumer: "answer-added" };
    }),
  ];
}

type Headers = ReadonlyArray<{ readonly key: string; readonly name: string; readonly place: string }>;

/** Names of header fields are case-insensitive. */
function headersOf({ requiredHeaders, path }: HeadedResponse): Headers {
  return requiredHeaders.map((name) => ({
    key: name.toLowerCase(),
    name,
    place: `${path}/headers/${token(name)}`,
  }));
}

/** Changes in values that a schema restricts. A provider is free to choose a value that no schema restricts. */
function valueChanges(
  [earlier, later]: readonly [Operation, Operation],
  before: HeadedResponse | null,
  now: HeadedResponse,
): readonly FoundChange[] {
  const own = valuesOf(later, now);
  const others: Values = before === null ? new Map() : valuesOf(earlier, before);
  const changes = [...own].flatMap(([key, { name, shape }]) => {
    const other = others.get(key);
    if (other === undefined) return [bounded(now, { name, shape })];
    return compareShapes(other.shape, shape).map((change) => {
      const what = `in the header field ${name} of a ${now.status}, ${inWords(change, "the value")}`;
      return answerChange(DOCUMENTED_HEADERS, what, change);
    });
  });
  const gone = [...others].flatMap(([key, header]) => (own.has(key) ? [] : [unbounded(now, header)]));
  return [...changes, ...gone];
}

type Valued = Pick<DescribedHeader, "name" | "shape">;

function bounded({ status }: HeadedResponse, { name, shape: { path: place } }: Valued): FoundChange {
  const what = `a ${status} has a bounded value in the header field ${name}, and had any`;
  return { requirement: DOCUMENTED_HEADERS, what, place, provider: "freedom-taken", consumer: "answer-gone" };
}

function unbounded({ status }: HeadedResponse, { name, shape: { path: place } }: Valued): FoundChange {
  const what = `a ${status} may have any value in the header field ${name}`;
  return { requirement: DOCUMENTED_HEADERS, what, place, provider: "freedom-given", consumer: "answer-added" };
}

/** By name in lower case. */
type Values = ReadonlyMap<string, DescribedHeader>;

function valuesOf(operation: Operation, { status }: HeadedResponse): Values {
  const own = valuedHeaders(operation).filter((header) => header.status === status);
  return new Map(own.map((header) => [header.name.toLowerCase(), header]));
}
