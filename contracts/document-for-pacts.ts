/** The part of a document that a pact is compared with: its operation, and the description of each answer. Pure. */
import { itemOf } from "../spec/create-operation.ts";
import { present } from "../spec/defined.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { type DescribedResponse, placeOfStatus } from "../spec/described-responses.ts";
import { type Operation, shapeIfKnown } from "../spec/read-operation.ts";
import { isWithin, resolved } from "../spec/references.ts";
import { at, pointerOf, token } from "../spec/schema.ts";
import type { Shape } from "../spec/shape.ts";
import { type Validator, type Validators, validatorOf } from "../spec/validators.ts";
import { type Remark, open } from "./remark.ts";

/** A documented answer with a body in JSON. */
export interface AnswerForPacts {
  readonly mediaTypes: readonly string[];
  /** The media type whose body is compared. */
  readonly mediaType: string;
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
  /** A remark on an open point; none if the document decides it. */
  readonly ifOpen: (id: string, where: string) => readonly Remark[];
}

/** Reads a document for comparing pacts with it. */
export function documentForPacts(operation: Operation, validators: Validators): DocumentForPacts {
  const { document, success, failure, others, operationPath, requestSchemaPath } = operation;
  const answerOf = (response: DescribedResponse, validate: Validator): readonly [number, AnswerForPacts] => [
    response.status,
    {
      mediaTypes: response.mediaTypes,
      mediaType: response.mediaType,
      name: withArticle(nameAt(document, response.schemaPath) ?? "body of the documented schema"),
      shape: shapeIfKnown(document, response.schemaPath),
      validate,
    },
  ];
  const openIds = new Set(catalogueFor(operation).flatMap(({ id, level }) => (level === "OPEN" ? [id] : [])));
  const request = nameAt(document, requestSchemaPath);
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
    headersOf: (status) => headersAt(document, placeOfStatus(document, operationPath, status)),
    queryNames: queryNames(operation),
    hasOtherSuccesses: "default" in at(document, `${operationPath}/responses`),
    ifOpen: (id, where) => (openIds.has(id) ? [open(id, where)] : []),
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

/** The name of the schema that a schema refers to; null if there is none. */
function nameAt(document: unknown, path: string): string | null {
  const { $ref } = at(document, path);
  return $ref === undefined ? null : (pointerOf($ref, path).split("/").at(-1) ?? null);
}

function withArticle(name: string): string {
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

function headersAt(document: unknown, response: string): ReadonlySet<string> {
  const headers: unknown = Reflect.get(at(document, resolved(document, response)), "headers");
  return new Set(Object.keys(Object(headers)).map((name) => name.toLowerCase()));
}

function queryNames({ document, operationPath }: Operation): ReadonlySet<string> {
  const owners = [itemOf(operationPath), operationPath];
  const parameters = owners.flatMap((owner) => {
    const list: unknown = Reflect.get(at(document, owner), "parameters") ?? [];
    return Object.keys(Object(list)).map((index) => at(document, resolved(document, `${owner}/parameters/${index}`)));
  });
  return new Set(
    parameters.flatMap((one) => (Reflect.get(one, "in") === "query" ? [String(Reflect.get(one, "name"))] : [])),
  );
}
