/** The changes of a revision of a document: its requirements, statuses and media types, and schemas. */
import type { AskedParameter } from "../create-operation.ts";
import { defined, ifAny } from "../defined.ts";
import { BEYOND_INT32, ofOtherDocuments, rulesFor } from "../document-catalogue.ts";
import { placeOfStatus } from "../described-responses.ts";
import type { Operation } from "../read-operation.ts";
import type { Level, Requirement } from "../requirements.ts";
import { type FoundChange, type DocumentChange, type DocumentDifference, onlyIn } from "./document-difference.ts";
import { choiceIn } from "../schema.ts";
import { compareAnswers, listChanges, wholeChanges } from "./response-difference.ts";
import { type ShapeChange, compareShapes, inWords } from "./shape-difference.ts";

/** A document: its operation, and the requirements that apply to it, with their levels. */
export interface ComparedDocument {
  readonly operation: Operation;
  readonly catalogue: readonly Requirement[];
}

interface Pair {
  readonly before: ComparedDocument;
  readonly now: ComparedDocument;
}

/** The difference between an earlier and a later document. Pure. */
export function compareOperations(before: ComparedDocument, now: ComparedDocument): DocumentDifference {
  const pair = { before, now };
  const found = [
    ...placeChanges(pair),
    ...securityChanges(pair),
    ...statusChanges(pair),
    ...tokenChanges(pair),
    ...requestMediaTypes(before.operation.requestMediaTypes, now.operation.requestMediaTypes),
    ...fieldChanges(before.operation.asked, now.operation.asked),
    ...requestChanges(pair),
    ...compareAnswers(before.operation, now.operation),
  ];
  const all = [...found, ...levelChanges(pair)];
  const providers = changesFor(pair, all, ({ provider }) => provider);
  const consumers = changesFor(pair, all, ({ consumer }) => consumer);
  return {
    before: nameOf(before),
    now: nameOf(now),
    providers,
    consumers,
    providersCanFail: providers.some(({ kind, level }) => kind !== "now-free" && level === "MUST"),
    consumersCanFail: consumers.some(({ kind }) => kind === "request-refused" || kind === "answer-added"),
  };
}

function nameOf({ operation: { version, sha256, path } }: ComparedDocument): DocumentDifference["before"] {
  return { version, sha256, path };
}

function changesFor<Kind extends string>(
  { before, now }: Pair,
  found: readonly FoundChange[],
  kindOf: (one: FoundChange) => Kind | undefined,
): readonly DocumentChange<Kind>[] {
  return found.flatMap((one) => {
    const kind = kindOf(one);
    if (kind === undefined) return [];
    const level = levelOf(now, one.requirement) ?? levelOf(before, one.requirement);
    const { requirement, what, place } = one;
    // If neither document asks it, the provider is free in both.
    return [{ kind, requirement, level: level ?? "OPEN", what, ...defined({ place }) }];
  });
}

function levelOf({ catalogue }: ComparedDocument, id: string): Level | undefined {
  return catalogue.find((requirement) => requirement.id === id)?.level;
}

/** Requirements that apply to only one of the two documents, or have another level. */
function levelChanges({ before, now }: Pair): readonly FoundChange[] {
  const ids = new Set([...now.catalogue, ...before.catalogue].map(({ id }) => id));
  return [...ids].flatMap((requirement) => {
    const earlier: Asked = levelOf(before, requirement) ?? "none";
    const later: Asked = levelOf(now, requirement) ?? "none";
    const step = RANK[later] - RANK[earlier];
    // Each required header field and each format is a separate change.
    if (step === 0 || ofOtherDocuments.includes(requirement)) return [];
    const wasLeft = earlier === "OPEN" ? "no-longer-free" : "new-demand";
    return [{ requirement, what: levelWords(earlier, later), provider: step > 0 ? wasLeft : "now-free" } as const];
  });
}

/** An observed point asks nothing of a provider, like a requirement that does not apply. */
const RANK = { none: 0, OPEN: 0, SHOULD: 1, MUST: 2 } as const;

type Asked = keyof typeof RANK;

function levelWords(earlier: Asked, later: Asked): string {
  const was = { none: "did not apply", OPEN: "was open", SHOULD: "was a SHOULD", MUST: "was a MUST" }[earlier];
  const is = { none: "does not apply", OPEN: "is open", SHOULD: "is a SHOULD", MUST: "is a MUST" }[later];
  return `it ${was}, and ${is}`;
}

function placeChanges({ before, now }: Pair): readonly FoundChange[] {
  if (before.operation.template === now.operation.template) return [];
  return [
    {
      requirement: "operation-exists",
      what: `the path is ${now.operation.template}, and was ${before.operation.template}`,
      place: "/paths",
      provider: "new-demand",
      consumer: "request-refused",
    },
  ];
}

/**
 * Changes of the security scheme. If the earlier side is `none`, the requirements of authentication show providers the
 * change.
 */
function securityChanges({ before, now }: Pair): readonly FoundChange[] {
  const shown = ({ operation: { security } }: ComparedDocument): string =>
    security.kind === "api-key" ? `a key in the header field ${security.header}` : `a ${security.kind} token`;
  const [earlier, later] = [before.operation.security.kind, now.operation.security.kind];
  const requirement = "requires-authorization";
  if (later === "none") {
    if (earlier === "none") return [];
    // A provider that still asks for it refuses a valid request.
    const what = `requests needed ${shown(before)}, and need none`;
    return [{ requirement: "accepts-valid-plant", what, provider: "new-demand", consumer: "request-accepted" }];
  }
  if (earlier === "none") {
    return [{ requirement, what: `requests need ${shown(now)}, and needed none`, consumer: "request-refused" }];
  }
  if (shown(before) === shown(now)) return [];
  const what = `requests need ${shown(now)}, and needed ${shown(before)}`;
  return [{ requirement, what, provider: "new-demand", consumer: "request-refused" }];
}

/** Changes of the allowed answers to a missing token, if both documents decide them. */
function tokenChanges({ before, now }: Pair): readonly FoundChange[] {
  const requirement = "missing-token";
  const allowed = ({ operation, catalogue }: ComparedDocument): readonly string[] =>
    catalogue.some(({ id }) => id === requirement)
      ? (rulesFor(operation).get(requirement)?.allowed(operation) ?? [])
      : [];
  const [earlier, later] = [allowed(before), allowed(now)];
  if (earlier.length === 0 || later.length === 0) return [];
  return listChanges(requirement, "a request without credentials is answered with", [earlier, later]);
}

function statusChanges(pair: Pair): readonly FoundChange[] {
  const [before, now] = [pair.before.operation, pair.now.operation];
  const refused = "a request that is not valid is refused with";
  return [
    ...listChanges("accepts-valid-plant", "a valid request is answered with", [before.successes, now.successes]),
    ...ifAny(before.refusals, (earlier) =>
      ifAny(now.refusals, (later) => listChanges("refuses-with-400", refused, [earlier, later])),
    ),
    ...stateChanges(before, now),
  ];
}

/** Failures that a valid request may receive because of a state: each one that is documented gives a freedom. */
function stateChanges(before: Operation, now: Operation): readonly FoundChange[] {
  const requirement = "accepts-valid-plant";
  const placeIn = ({ document, operationPath }: Operation, status: number): string =>
    placeOfStatus(document, operationPath, status);
  return [
    ...onlyIn(before.states, now.states).map((status): FoundChange => {
      const place = placeIn(before, status);
      const what = `a valid request may no longer receive ${status}, which is not shown any more`;
      return { requirement, what, place, provider: "new-demand", consumer: "answer-gone" };
    }),
    ...onlyIn(now.states, before.states).map((status): FoundChange => {
      const place = placeIn(now, status);
      const what = `a valid request may receive ${status}, which was not shown`;
      return { requirement, what, place, provider: "now-free", consumer: "answer-added" };
    }),
  ];
}

function requestMediaTypes(before: readonly string[], now: readonly string[]): readonly FoundChange[] {
  const requirement = "refuses-other-media-types";
  return [
    ...onlyIn(before, now).map((one): FoundChange => {
      const what = `a request in ${one} is not shown any more`;
      return { requirement, what, provider: "new-demand", consumer: "request-refused" };
    }),
    ...onlyIn(now, before).map((one): FoundChange => {
      const what = `a request may be in ${one}, and could not`;
      return { requirement, what, provider: "now-free", consumer: "request-accepted" };
    }),
  ];
}

const KINDS = { header: "header field", path: "path parameter", query: "query parameter" } as const;

/** Only the names of header fields have no letter case. */
function keyOf({ name, where }: AskedParameter): string {
  return `${where} ${where === "header" ? name.toLowerCase() : name}`;
}

/** Changes of the header fields and the query that a request has to have. A provider need not refuse a request without them. */
function fieldChanges(before: readonly AskedParameter[], now: readonly AskedParameter[]): readonly FoundChange[] {
  const requirement = "accepts-valid-plant";
  const [earlier, later] = [before, now].map((all) => all.filter(({ where }) => where !== "path"));
  return [
    ...onlyIn(later ?? [], earlier ?? [], keyOf).map(({ name, where, place }): FoundChange => {
      const what = `a request has to have the ${KINDS[where]} ${name}, and had not`;
      return { requirement, what, place, consumer: "request-refused" };
    }),
    ...onlyIn(earlier ?? [], later ?? [], keyOf).map(({ name, where, place }): FoundChange => {
      const what = `a request no longer has to have the ${KINDS[where]} ${name}`;
      return { requirement, what, place, provider: "new-demand", consumer: "request-accepted" };
    }),
  ];
}

/**
 * Changes of the request. A provider must refuse values that are no longer valid, and accept values that are now valid.
 */
function requestChanges({ before, now }: Pair): readonly FoundChange[] {
  const members = requestShapeChanges(before.operation, now.operation).map((change): FoundChange => {
    const words = { what: `in a request, ${inWords(change)}`, place: change.path, provider: "new-demand" } as const;
    if (change.effect === "wider")
      return { ...words, requirement: "accepts-valid-plant", consumer: "request-accepted" };
    if (change.keyword === "format") return narrowerFormat(change, words);
    const requirement = change.keyword === "required" ? "refuses-missing-member" : "refuses-invalid-member";
    // A consumer hardly sends a member that its document does not describe.
    return { ...words, requirement, consumer: change.keyword === "properties" ? "request-checked" : "request-refused" };
  });
  return [...bodyChanges(before.operation, now.operation), ...members];
}

/** A schema with a choice is not compared by keyword: any difference may allow less or more. */
function requestShapeChanges(before: Operation, now: Operation): readonly ShapeChange[] {
  if (choiceIn(before.request) === undefined && choiceIn(now.request) === undefined)
    return compareShapes(before.request, now.request);
  return wholeChanges([before.requestDocument, before.requestSchemaPath], [now.requestDocument, now.requestSchemaPath]);
}

/** A format is an annotation, so a provider may accept values without it. Only the format int32 is checked. */
function narrowerFormat({ now }: ShapeChange, { what, place }: Pick<FoundChange, "what" | "place">): FoundChange {
  const words = defined({ what, place, consumer: "request-refused" });
  return now === "int32"
    ? { ...words, requirement: BEYOND_INT32, provider: "new-demand" }
    : { ...words, requirement: "accepts-valid-plant" };
}

/** Changes for consumers only. For providers, the requirement starts or stops to apply. */
function bodyChanges(before: Operation, now: Operation): readonly FoundChange[] {
  if (before.bodyIsRequired === now.bodyIsRequired) return [];
  const requirement = "refuses-no-body";
  return now.bodyIsRequired
    ? [{ requirement, what: "a request has to have a body, and had not", consumer: "request-refused" }]
    : [{ requirement, what: "a request no longer has to have a body", consumer: "request-accepted" }];
}
