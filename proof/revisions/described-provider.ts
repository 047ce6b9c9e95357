/**
 * A provider for any document with one JSON create operation: it validates with ajv and the schema, and every freedom
 * is a step that can be replaced. It shares no code with the suite.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse as parseYaml } from "yaml";
import { type Behaviour, type ProviderAnswer, type Request, isRefusal, refuse } from "../behaviour.ts";
import { but, decode, json, mediaTypeOf, parse } from "../correct.ts";
import type { Value } from "../json-text.ts";
import { type AnswerSchema, exampleOf, lookUp } from "../../reference-impl/from-document/served-example.ts";
import { identityOf, plainOf } from "./read-values.ts";

/** Why a request is refused. */
export type Refused = "other-path" | "other-method" | "token" | "media-type" | "body" | "duplicate";

/** What a provider does, step by step. */
export interface Steps {
  readonly path: string;
  readonly method: string;
  /** Whether the request has the credentials that the document's security requires. */
  readonly isAuthorized: (request: Request) => boolean;
  readonly isJson: (request: Request) => boolean;
  readonly isValid: (body: unknown) => boolean;
  /** The integer member that identifies duplicates; null if every body is accepted. */
  readonly identity: string | null;
  readonly accept: (body: unknown) => ProviderAnswer;
  /** The answer to a missing body, if the document does not require one. */
  readonly withoutBody?: () => ProviderAnswer;
  readonly refuse: (why: Refused) => ProviderAnswer;
}

/** How a document secures the operation: a bearer token, the token in a header field of this name, or not at all. */
export type SecuredBy = "bearer" | { readonly header: string } | "none";

/** The facts about a document that a provider needs. */
export interface Described {
  readonly text: string;
  readonly path: string;
  /** `POST` when absent. */
  readonly method?: "POST" | "PUT";
  readonly credentials: SecuredBy;
  /** The status of a success. */
  readonly success: number;
  /** The status and the body of the answer to an invalid body. */
  readonly failure: { readonly status: number; readonly body: unknown };
}

/** The simplest steps that meet a document. */
export function stepsOf({ text, path, method = "POST", credentials, success, failure }: Described): Steps {
  const document: unknown = parseYaml(text);
  const operation = operationIn({ path, method });
  const media = "content/application~1json/schema";
  const refusal = json(failure.status, failure.body);
  return {
    path,
    method,
    isAuthorized: (request) => carries(request, credentials),
    isJson: (request) => mediaTypeOf(request) === "application/json",
    isValid: validatorOf(document, `${operation}/requestBody/${media}`),
    identity: null,
    accept: (body) => {
      const schema = { $ref: `${operation}/responses/${success}/${media}` } satisfies AnswerSchema;
      return json(success, exampleOf(schema, { document, given: body, which: "all" }));
    },
    refuse: (why) => {
      const unauthorized = { ...refusal, status: 401, headers: { ...refusal.headers, "WWW-Authenticate": "Bearer" } };
      return why === "token" ? unauthorized : { ...refusal, status: statuses[why] ?? failure.status };
    },
  };
}

const statuses: Readonly<Partial<Record<Refused, number>>> = {
  "other-path": 404,
  "other-method": 405,
  "media-type": 415,
  duplicate: 409,
};

function operationIn({ path, method }: { readonly path: string; readonly method: string }): string {
  return `#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}`;
}

/** A success with only the required members of its schema. */
export function shortest({ text, path, method = "POST", success }: Described): Steps["accept"] {
  const document: unknown = parseYaml(text);
  const $ref = `${operationIn({ path, method })}/responses/${success}/content/application~1json/schema`;
  return (body) => json(success, exampleOf({ $ref }, { document, given: body, which: "required" }));
}

function carries({ headers, token }: Request, credentials: SecuredBy): boolean {
  if (credentials === "none") return true;
  if (credentials !== "bearer") return headers[credentials.header.toLowerCase()] === token;
  const [, sent] = /^bearer +(.+)$/iu.exec(headers.authorization ?? "") ?? [];
  return sent === token;
}

function validatorOf(document: unknown, pointer: string): (body: unknown) => boolean {
  const within = (least: number, greatest: number) => ({
    type: "number" as const,
    validate: (value: number) => Number.isInteger(value) && value >= least && value < greatest,
  });
  const formats = {
    int32: within(-(2 ** 31), 2 ** 31),
    int64: within(-(2 ** 63), 2 ** 63),
    date: /^\d{4}-\d\d-\d\d$/u,
  };
  const ajv = new Ajv2020({ strict: false, ownProperties: true, formats });
  ajv.addSchema(document as object, "document");
  // Looked up here, because a schema at a wrong pointer would match everything.
  if (typeof lookUp(document, pointer) !== "object") throw new Error(`There is no schema at ${pointer}`);
  return ajv.compile({ $ref: `document${pointer}` });
}

/** The provider with these steps, for a run in memory. */
export function providerOf(steps: Steps): Behaviour {
  return but({
    // `finish` makes its answers, whatever the other steps return.
    route: () => refuse("other-path", 404, "Not asked"),
    finish: (_answer, request) => answered(steps, request),
  });
}

function answered(steps: Steps, request: Request): ProviderAnswer {
  if (request.path !== steps.path) return steps.refuse("other-path");
  if (request.method !== steps.method) return withAllow(steps.refuse("other-method"), steps.method);
  if (!steps.isAuthorized(request)) return steps.refuse("token");
  if (request.body.length === 0 && steps.withoutBody !== undefined) return steps.withoutBody();
  const value = valueOf(request);
  if (value !== undefined && !steps.isJson(request)) return steps.refuse("media-type");
  if (value === undefined) return steps.refuse("body");
  const body = plainOf(value);
  if (!steps.isValid(body)) return steps.refuse("body");
  const key = steps.identity === null ? undefined : identityOf(value, steps.identity);
  if (key !== undefined && request.memory.notes.has(key)) return steps.refuse("duplicate");
  if (key !== undefined) request.memory.notes.set(key, 1);
  return steps.accept(body);
}

function withAllow(answer: ProviderAnswer, method: string): ProviderAnswer {
  return { ...answer, headers: { ...answer.headers, Allow: method } };
}

function valueOf(request: Request): Value | undefined {
  const text = decode(request);
  const value = isRefusal(text) ? text : parse(text);
  return isRefusal(value) ? undefined : value;
}
