/** The part of a document that a pact is compared with: its operation, and the description of each answer. Pure. */
import { isLosslessNumber } from "lossless-json";
import type { Finding, OpenPoint } from "../result/result.ts";
import { parametersOf } from "../spec/create-operation.ts";
import { present } from "../spec/defined.ts";
import { type DescribedResponse, headersAt, placeOfStatus } from "../spec/described-responses.ts";
import { catalogueFor, rulesFor } from "../spec/document-catalogue.ts";
import { componentAt, withArticle } from "../spec/document-words.ts";
import { ifRun } from "../spec/pattern/run-pattern.ts";
import { type Operation, shapeIfKnown } from "../spec/read-operation.ts";
import { type DocumentPart, type PactPoint, readRecords, type ValuePoint } from "../spec/requirements.ts";
import { isWithin, resolved } from "../spec/document-references.ts";
import { type Member, type Shape, at, token } from "../spec/schema.ts";
import { type Mismatch, type Validator, type Validators, validatorOf } from "../spec/validators.ts";
import { type PactBody, at as memberAt, isObject, shown } from "./pact-file.ts";

/** A documented answer with a body in JSON. */
export interface AnswerForPacts extends Pick<DescribedResponse, "mediaType" | "mediaTypes"> {
  /** The name of the schema of the body, with its article: `a Plant`. */
  readonly name: string;
  /** Null if no shape can be made of the schema. */
  readonly shape: Shape | null;
  readonly validate: Validator;
}

/** A document, in the form that pacts are compared with. */
export interface DocumentForPacts {
  readonly operation: Operation;
  readonly newPlant: Validator;
  /** The name of a valid request, without an article: `valid NewPlant`. */
  readonly requestName: string;
  /** The documented answers with a body in JSON, by status. */
  readonly answers: ReadonlyMap<number, AnswerForPacts>;
  /** The header fields that the document shows for a status, in lower case. */
  readonly headersOf: (status: number) => ReadonlySet<string>;
  /** The query parameters that the document shows. */
  readonly queryNames: ReadonlySet<string>;
  /** Whether the document shows an answer for `default`. */
  readonly hasOtherSuccesses: boolean;
  /** A remark on an open point, of several that of the part; none if the document decides it. */
  readonly ifOpen: (point: PactPoint, where: string, part?: DocumentPart) => readonly Remark[];
  /** The statuses of a request without credentials; undefined if the document leaves them open. */
  readonly withoutCredentials: readonly string[] | undefined;
}

/** Reads a document for comparing pacts with it. */
export function documentForPacts(operation: Operation, validators: Validators): DocumentForPacts {
  const { document, success, failure, others, operationPath, requestSchemaPath } = operation;
  const answerOf = (response: DescribedResponse, validate: Validator): readonly [number, AnswerForPacts] => [
    response.status,
    {
      ...response,
      name: withArticle(componentAt(document, response.schemaPath) ?? "body of the documented schema"),
      shape: shapeIfKnown(document, response.schemaPath),
      validate,
    },
  ];
  const request = componentAt(document, requestSchemaPath);
  return {
    operation,
    newPlant: validators.newPlant,
    requestName: request === null ? "valid body" : `valid ${request}`,
    answers: new Map(
      present([
        answerOf(success, validators.plant),
        failure !== null && answerOf(failure, validators.error),
        ...others.map((other) => answerOf(other, validatorOf(validators, other))),
      ]),
    ),
    headersOf: (status) => {
      const response = resolved(document, placeOfStatus(document, operationPath, status));
      return new Set(headersAt(document, response).map(([name]) => name.toLowerCase()));
    },
    queryNames: new Set(
      parametersOf(document, { path: operation.template, operationPath }).flatMap(({ where, name }) =>
        where === "query" ? [name] : [],
      ),
    ),
    hasOtherSuccesses: "default" in at(document, `${operationPath}/responses`),
    ...openPointsOf(operation),
  };
}

function openPointsOf(operation: Operation): Pick<DocumentForPacts, "ifOpen" | "withoutCredentials"> {
  const records = readRecords();
  const open = new Set(catalogueFor(operation).flatMap(({ id, level }) => (level === "OPEN" ? [id] : [])));
  const ofCredentials = records.find(({ pact }) => pact === "no-credentials")?.id ?? "";
  return {
    ifOpen: (point, where, part) => {
      const all = records.filter(({ id, pact }) => pact === point && open.has(id));
      // No open point is about the characters of a tag, so that of a name applies.
      const [found] = all.toSorted((one, other) => Number(other.about === part) - Number(one.about === part));
      return found === undefined ? [] : [{ open: { id: found.id, where } }];
    },
    withoutCredentials: rulesFor(operation).get(ofCredentials)?.allowed(operation),
  };
}

/** Whether a media type is one of those that a document shows, which may be ranges such as `text/*`. */
export function isOneOf(mediaTypes: readonly string[], given: string): boolean {
  return mediaTypes.some((range) => isWithin(given, range));
}

const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** Whether the document shows another operation for a request; the method is in lower case. */
export function isOtherOperation({ document, operationPath }: Operation, method: string, path: string): boolean {
  if (!METHODS.has(method)) return false;
  return Object.keys(at(document, "/paths")).some((template) => {
    const place = resolved(document, `/paths/${token(template)}`);
    return isOfTemplate(path, template) && method in at(document, place) && `${place}/${method}` !== operationPath;
  });
}

function isOfTemplate(path: string, template: string): boolean {
  const [parts, given] = [template.split("/"), path.split("/")];
  return (
    parts.length === given.length &&
    parts.every((part, k) => part === given[k] || (/\{.*\}/.test(part) && given[k] !== ""))
  );
}

// Compares the request body of a pact with the schema of the request: NewPlant in ours.

/** Why a body is not valid, and which of its values the document leaves open. */
export interface NewPlantRemarks {
  readonly faults: readonly Remark[];
  readonly values: readonly Remark[];
  /** Whether the document states explicitly that a body with these values is accepted. */
  readonly isOrdinary: boolean;
}

/**
 * Compares a body with the request body of the operation (in ours, section Resources; section Endpoints, Create plant:
 * the body is required).
 */
export function newPlantRemarks(body: PactBody, document: DocumentForPacts): NewPlantRemarks {
  const { operation, newPlant } = document;
  if (body.kind === "none") {
    const faults = operation.bodyIsRequired ? [contradicts("request", "a body", "none")] : [];
    return { faults, values: [], isOrdinary: false };
  }
  if (body.kind === "not-json")
    return { faults: [contradicts("request", "JSON text", "something else")], values: [], isOrdinary: false };
  const { members } = operation.request;
  const found = [
    // In another document a format is an annotation, for the checks as well.
    ...(operation.isShipped ? formatFaults(body.exact, members) : []),
    ...schemaRemarks(body.value, newPlant, "request "),
  ];
  const faults = oncePerPlace(found, placeOf);
  if (!isObject(body.value)) return { faults, values: [], isOrdinary: false };
  const { value } = body;
  const wrong = new Set(faults.map(placeOf));
  return {
    faults,
    // A value that the schema does not allow is not an open point.
    values: valueRemarks(value, document).filter((remark) => !wrong.has(placeOf(remark))),
    isOrdinary: members.every(
      ({ name, ...member }) =>
        isOrdinary(member, memberAt(value, name)) && beyondFormat(memberAt(body.exact, name), member) === null,
    ),
  };
}

/** Numbers beyond their format, judged by their texts: for ajv an id is a double, in which 2^63 equals 2^63-1. */
function formatFaults(exact: unknown, members: readonly Member[]): readonly Remark[] {
  return members.flatMap(({ name, shape }) => {
    const beyond = beyondFormat(memberAt(exact, name), { shape });
    return beyond === null ? [] : [contradicts(`request /${name}`, `an integer within ${beyond.format}`, beyond.text)];
  });
}

const BITS = { int32: 32, int64: 64 } as const;

/** The format that a whole number exceeds, and the number's text; null if it is within its formats. */
function beyondFormat(
  number: unknown,
  { shape }: Pick<Member, "shape">,
): { readonly format: keyof typeof BITS; readonly text: string } | null {
  const text = isLosslessNumber(number) ? number.value : "";
  if (!/^-?\d+$/.test(text)) return null;
  const format = (["int32", "int64"] as const).find(
    (one) => shape.formats.includes(one) && BigInt.asIntN(BITS[one], BigInt(text)) !== BigInt(text),
  );
  return format === undefined ? null : { format, text };
}

/**
 * Remarks on values for which the document shows no constraints, and on members that it does not name. In ours the
 * constraints on name, tag and id are "not shown".
 */
function valueRemarks(body: Readonly<Record<string, unknown>>, document: DocumentForPacts): readonly Remark[] {
  const { members, others } = document.operation.request;
  const unknown = Object.keys(body).filter((name) => !members.some((member) => member.name === name));
  return [
    ...inOrder
      .flatMap((role) => members.filter((member) => member.role === role))
      .flatMap((member) => memberRemarks(member, memberAt(body, member.name), document)),
    // If the document describes other members, its schema decides.
    ...unknown.flatMap((name) => (others === undefined ? document.ifOpen("unknown-member", `request /${name}`) : [])),
  ];
}

function memberRemarks({ name, role, shape }: Member, value: unknown, document: DocumentForPacts): readonly Remark[] {
  if (role === undefined) return [];
  const [part, longest] = OF_ROLE[role];
  const point =
    role === "identity" ? openNumber(value) : openText(value, shape.maxLength === undefined ? longest : undefined);
  return point === null ? [] : document.ifOpen(point, `request /${name}`, part);
}

const inOrder = ["identity", "label", "optionalLabel"] as const;

/** The part of a document that its records are about, and the longest ordinary text. A provider may have constraints for longer ones. */
const OF_ROLE = {
  identity: ["open-identity", 0],
  label: ["open-label", 40],
  optionalLabel: ["open-optional-label", 12],
} as const;

/** The open point that the value of an identity raises; null if there is none. */
function openNumber(value: unknown): ValuePoint | null {
  if (typeof value !== "number" || value > 0) return null;
  return value === 0 ? "zero" : "negative";
}

/** The open point that a text raises. A bound in the document decides on length. */
function openText(value: unknown, longest = Infinity): ValuePoint | null {
  if (typeof value !== "string") return null;
  if (value === "") return "empty";
  if (value.trim() === "") return "blank";
  if (/\p{Cc}/u.test(value)) return "control-characters";
  if (/\p{Surrogate}/u.test(value)) return "lone-surrogate";
  return Array.from(value).length > longest ? "length" : null;
}

/**
 * Whether no provider of the document refuses a value: members with a role have open points of their own, listed values
 * are in the document, and of other values only booleans and short texts count.
 */
function isOrdinary({ role, shape }: Omit<Member, "name">, value: unknown): boolean {
  if (value === undefined || role !== undefined || shape.values !== undefined || typeof value === "boolean")
    return true;
  return typeof value === "string" && shape.formats.length === 0 && openText(value, OF_ROLE.optionalLabel[1]) === null;
}

// Remarks on an interaction that is compared with the document.

export type Remark = { readonly contradicts: Finding } | { readonly open: OpenPoint };

/** A remark that the document contradicts the pact: what the document says, and what the pact has. */
export function contradicts(where: string, expected: string, seen: string): Remark {
  return { contradicts: { where, expected, seen } };
}

/** The place in the interaction that a remark is about. */
export function placeOf(remark: Remark): string {
  return "contradicts" in remark ? remark.contradicts.where : remark.open.where;
}

/** The first item for each place. */
export function oncePerPlace<T>(items: readonly T[], place: (item: T) => string): readonly T[] {
  const places = new Set<string>();
  return items.filter((item) => !places.has(place(item)) && places.add(place(item)));
}

/**
 * Remarks on an example that a schema does not allow. No provider that keeps the document sends or accepts it.
 * @param before a prefix for the places
 */
export function schemaRemarks(value: unknown, validate: Validator, before = ""): readonly Remark[] {
  // What was not compared contradicts nothing.
  const found = ifRun(
    () => validate(value),
    () => [],
  );
  return found.map(({ where, expected }) =>
    contradicts(`${before}${where}`.trimEnd(), expected, shown(memberAt(value, ...where.split("/").slice(1)))),
  );
}

/**
 * Remarks on an answer that a pact expects. It is a part of an answer: Pact ignores the members that it does not name. So
 * nothing is said of those, or of a choice of schemas that they may decide.
 */
export function partRemarks(value: unknown, validate: Validator): readonly Remark[] {
  return schemaRemarks(value, (part) => {
    const found = validate(part);
    const undecided = found
      .filter((one) => CHOICES.has(one.keyword) && isStructured(part, one))
      .map(({ where }) => where);
    const isUndecided = (place: string): boolean => undecided.some((of) => place === of || place.startsWith(`${of}/`));
    return found.filter(({ where, keyword }) => !OF_UNNAMED.has(keyword) && !isUndecided(where));
  });
}

/** Keywords that ask for more members. */
const OF_UNNAMED: ReadonlySet<string> = new Set(["required", "minProperties", "dependentRequired"]);

/** Keywords that choose among schemas. */
const CHOICES: ReadonlySet<string> = new Set(["oneOf", "anyOf", "not", "if"]);

function isStructured(value: unknown, { where }: Mismatch): boolean {
  const found = memberAt(value, ...where.split("/").slice(1));
  return typeof found === "object" && found !== null;
}
