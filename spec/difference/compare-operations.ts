/** What a revision of a document changes: by its requirements, its statuses and media types, and its schemas. */
import { schemasUnder } from "../answer-schema.ts";
import type { DescribedResponse } from "../described-responses.ts";
import type { Operation } from "../read-operation.ts";
import type { Level, Requirement } from "../requirements.ts";
import { at } from "../schema.ts";
import { type Shape, shapeOf } from "../shape.ts";
import { inWords } from "./change-words.ts";
import { type ShapeChange, compareShapes } from "./compare-shapes.ts";
import type { DocumentChange, ConsumerKind, DocumentDifference, ProviderKind } from "./difference.ts";

/** A document: its operation, and the requirements that apply to it, with their levels there. */
export interface ComparedDocument {
  readonly operation: Operation;
  readonly catalogue: readonly Requirement[];
}

/** What was found, before its level is known. */
interface Found {
  readonly requirement: string;
  readonly what: string;
  readonly place?: string;
  readonly provider?: ProviderKind;
  readonly consumer?: ConsumerKind;
}

interface Pair {
  readonly before: ComparedDocument;
  readonly now: ComparedDocument;
}

/** The difference that a later document makes. Pure. */
export function compareOperations(before: ComparedDocument, now: ComparedDocument): DocumentDifference {
  const pair = { before, now };
  const found = [
    ...placeChanges(pair),
    ...securityChanges(pair),
    ...statusChanges(pair),
    ...mediaTypeChanges(pair),
    ...requestChanges(pair),
    ...answerChanges(pair),
    ...shownChanges(pair),
  ];
  const all = [...found, ...levelChanges(pair)];
  const providers = changesFor(pair, all, ({ provider }) => provider);
  const consumers = changesFor(pair, all, ({ consumer }) => consumer);
  return {
    before: nameOf(before),
    now: nameOf(now),
    providers,
    consumers,
    providersCanFail: providers.some(({ kind, level }) => kind !== "freedom-given" && level === "MUST"),
    consumersCanFail: consumers.some(({ kind }) => kind === "request-refused" || kind === "answer-added"),
  };
}

function nameOf({ operation: { version, sha256, path } }: ComparedDocument): DocumentDifference["before"] {
  return { version, sha256, path };
}

function changesFor<Kind extends string>(
  { before, now }: Pair,
  found: readonly Found[],
  kindOf: (one: Found) => Kind | undefined,
): readonly DocumentChange<Kind>[] {
  return found.flatMap((one) => {
    const kind = kindOf(one);
    if (kind === undefined) return [];
    const level = levelOf(now, one.requirement) ?? levelOf(before, one.requirement);
    const { requirement, what, place } = one;
    // What neither document asks is left to the provider in both.
    return [{ kind, requirement, level: level ?? "OPEN", what, ...(place === undefined ? {} : { place }) }];
  });
}

function levelOf({ catalogue }: ComparedDocument, id: string): Level | undefined {
  return catalogue.find((requirement) => requirement.id === id)?.level;
}

/** Requirements that apply to one of the two alone, or have another level. */
function levelChanges({ before, now }: Pair): readonly Found[] {
  const ids = new Set([...now.catalogue, ...before.catalogue].map(({ id }) => id));
  return [...ids].flatMap((requirement) => {
    const earlier: Asked = levelOf(before, requirement) ?? "none";
    const later: Asked = levelOf(now, requirement) ?? "none";
    const step = RANK[later] - RANK[earlier];
    if (step === 0) return [];
    const wasLeft = earlier === "OPEN" ? "freedom-taken" : "newly-asked";
    return [{ requirement, what: levelWords(earlier, later), provider: step > 0 ? wasLeft : "freedom-given" } as const];
  });
}

/** What is observed is asked as little as what does not apply. */
const RANK = { none: 0, OPEN: 0, SHOULD: 1, MUST: 2 } as const;

type Asked = keyof typeof RANK;

function levelWords(earlier: Asked, later: Asked): string {
  const was = { none: "did not apply", OPEN: "was open", SHOULD: "was a SHOULD", MUST: "was a MUST" }[earlier];
  const is = { none: "does not apply", OPEN: "is open", SHOULD: "is a SHOULD", MUST: "is a MUST" }[later];
  return `it ${was}, and ${is}`;
}

function placeChanges({ before, now }: Pair): readonly Found[] {
  if (before.operation.path === now.operation.path) return [];
  return [
    {
      requirement: "operation-exists",
      what: `the path is ${now.operation.path}, and was ${before.operation.path}`,
      place: "/paths",
      provider: "newly-asked",
      consumer: "request-refused",
    },
  ];
}

/** From none and to none, the requirements of authentication apply or do not. */
function securityChanges({ before, now }: Pair): readonly Found[] {
  const shown = ({ operation: { security } }: ComparedDocument): string =>
    security.kind === "api-key" ? `a key in the header field ${security.header}` : `a ${security.kind} token`;
  const [earlier, later] = [before.operation.security.kind, now.operation.security.kind];
  if (later === "none") return [];
  const requirement = "requires-authorization";
  if (earlier === "none") {
    return [{ requirement, what: `requests need ${shown(now)}, and needed none`, consumer: "request-refused" }];
  }
  if (shown(before) === shown(now)) return [];
  const what = `requests need ${shown(now)}, and needed ${shown(before)}`;
  return [{ requirement, what, provider: "newly-asked", consumer: "request-refused" }];
}

function statusChanges(pair: Pair): readonly Found[] {
  const [before, now] = [pair.before.operation, pair.now.operation];
  return [
    ...listChanges("accepts-valid-plant", "a valid request is answered with", [before.successes, now.successes]),
    ...(before.refusals === null || now.refusals === null
      ? []
      : listChanges("refuses-with-400", "a request that is not valid is refused with", [
          before.refusals,
          now.refusals,
        ])),
  ];
}

function mediaTypeChanges(pair: Pair): readonly Found[] {
  const [before, now] = [pair.before.operation, pair.now.operation];
  const failures = [before.failure?.mediaTypes ?? [], now.failure?.mediaTypes ?? []] as const;
  const isInBoth = failures.every((types) => types.length > 0);
  return [
    ...listChanges("plant-media-type", "the media type of a success is", [
      before.success.mediaTypes,
      now.success.mediaTypes,
    ]),
    ...(isInBoth ? listChanges("error-media-type", "the media type of a failure is", failures) : []),
    ...requestMediaTypes(before.requestMediaTypes, now.requestMediaTypes),
  ];
}

type Listed = readonly (string | number)[];

/** Of what an answer may have: what is no longer listed takes a freedom, what is listed too gives one. */
function listChanges(requirement: string, words: string, [before, now]: readonly [Listed, Listed]): readonly Found[] {
  const fewer = before.some((one) => !now.includes(one));
  const more = now.some((one) => !before.includes(one));
  if (!fewer && !more) return [];
  const what = `${words} ${now.join(" or ")} instead of ${before.join(" or ")}`;
  return [
    fewer
      ? { requirement, what, provider: "newly-asked", ...(more ? { consumer: "answer-added" as const } : {}) }
      : { requirement, what, provider: "freedom-given", consumer: "answer-added" },
  ];
}

function requestMediaTypes(before: readonly string[], now: readonly string[]): readonly Found[] {
  const requirement = "refuses-other-media-types";
  const fewer = before.filter((one) => !now.includes(one));
  const more = now.filter((one) => !before.includes(one));
  return [
    ...fewer.map((one): Found => ({
      requirement,
      what: `a request in ${one} is not shown any more`,
      provider: "newly-asked",
      consumer: "request-refused",
    })),
    ...more.map((one): Found => ({
      requirement,
      what: `a request may be in ${one}, and could not`,
      provider: "freedom-given",
      consumer: "request-accepted",
    })),
  ];
}

/** What is no longer valid has to be refused, and what is valid now has to be accepted. */
function requestChanges({ before, now }: Pair): readonly Found[] {
  return compareShapes(before.operation.request, now.operation.request).map((change): Found => {
    const words = { what: `in a request, ${inWords(change)}`, place: change.path, provider: "newly-asked" } as const;
    if (change.effect === "wider")
      return { ...words, requirement: "accepts-valid-plant", consumer: "request-accepted" };
    const requirement = change.keyword === "required" ? "refuses-missing-member" : "refuses-invalid-member";
    return { ...words, requirement, consumer: "request-refused" };
  });
}

function answerChanges({ before, now }: Pair): readonly Found[] {
  const documents = [before.operation.document, now.operation.document] as const;
  const failures = [before.operation.failure, now.operation.failure] as const;
  const success = bodyChanges(documents, [before.operation.success, now.operation.success]);
  const failure =
    failures[0] === null || failures[1] === null ? [] : bodyChanges(documents, [failures[0], failures[1]]);
  return [
    ...success.map((change) => answerChange("plant-shape", "a success", change)),
    ...failure.map((change) => answerChange("error-shape", "a failure", change)),
  ];
}

/** Failures beside that of a wrong body: one that is shown has a body to keep. */
function shownChanges({ before, now }: Pair): readonly Found[] {
  const isIn = ({ operation: { others } }: ComparedDocument, status: number): boolean =>
    others.some((other) => other.status === status);
  const shown = now.operation.others.filter(({ status }) => status >= 300 && !isIn(before, status));
  const gone = before.operation.others.filter(({ status }) => status >= 300 && !isIn(now, status));
  const requirement = "error-shape";
  return [
    ...shown.map(({ status, schemaPath }): Found => {
      const what = `the body of a ${status} is shown, and was not`;
      return { requirement, what, place: schemaPath, provider: "freedom-taken" };
    }),
    ...gone.map(({ status, schemaPath }): Found => {
      const what = `the body of a ${status} is no longer shown`;
      return { requirement, what, place: schemaPath, provider: "freedom-given" };
    }),
  ];
}

function answerChange(requirement: string, of: string, change: ShapeChange): Found {
  const isNarrower = change.effect === "narrower";
  return {
    requirement,
    what: `in ${of}, ${inWords(change)}`,
    place: change.path,
    provider: isNarrower ? "freedom-taken" : "freedom-given",
    consumer: isNarrower ? "answer-gone" : "answer-added",
  };
}

type Both<T> = readonly [T, T];

function bodyChanges(
  [before, now]: Both<Operation["document"]>,
  [one, other]: Both<DescribedResponse>,
): readonly ShapeChange[] {
  const [earlier, later] = [shapeAt(before, one.schemaPath), shapeAt(now, other.schemaPath)];
  if (earlier !== null && later !== null) return compareShapes(earlier, later);
  // Not compared keyword by keyword: whatever differs may allow less and more.
  const [all, others] = [schemasUnder(before, one.schemaPath), schemasUnder(now, other.schemaPath)];
  if (JSON.stringify(all) === JSON.stringify(others)) return [];
  return (["narrower", "wider"] as const).map((effect) => ({
    at: "",
    keyword: "schema",
    effect,
    path: other.schemaPath,
  }));
}

/** Null for a schema whose keywords say more than a shape holds. */
function shapeAt(document: Operation["document"], path: string): Shape | null {
  try {
    return shapeOf(document, { schema: at(document, path), path });
  } catch {
    return null;
  }
}
