/**
 * The correct behaviour and its steps.
 *
 * Where the document leaves a choice, it does the simplest thing: 409 for an id that exists; 415 for a body without a
 * media type or with one other than JSON; 401 for a missing or unknown token; 404 and 405 without asking for a token;
 * no limits; unknown members and queries ignored. `error` is the status.
 */
import type { ServerResponse } from "node:http";
import {
  type ProviderAnswer,
  type Behaviour,
  type NewPlant,
  type Refusal,
  type Request,
  isRefusal,
  refuse,
} from "./behaviour.ts";
import { INT64, type Value, integerOf, readJson } from "./json-text.ts";

export const JSON_HEADERS = { "Content-Type": "application/json" } as const;

/** The correct behaviour with some of its steps replaced. */
export function but(steps: Partial<Behaviour>): Behaviour {
  return { ...correct, ...steps };
}

/** Accepts only POST on the path. */
export function route(request: Request): Refusal | undefined {
  if (request.path !== "/plants") return refuse("other-path", 404, "There is nothing here");
  return request.method === "POST" ? undefined : refuse("other-method", 405, "There is POST here and nothing else");
}

/** Section Authentication, statement 1; the scheme in any letter case by RFC 9110 section 11.1. */
export function authenticate({ headers, token }: Request): Refusal | undefined {
  const [, sent] = /^bearer +(.+)$/iu.exec(headers.authorization ?? "") ?? [];
  return sent === token ? undefined : unauthorized();
}

/** The refusal of a request without the token. */
export function unauthorized(): Refusal {
  return refuse("authentication", 401, "A known bearer token is needed");
}

/** The media type without parameters, in lower case; undefined if none is declared. */
export function mediaTypeOf({ headers }: Request): string | undefined {
  return headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
}

/** Refuses another media type. A request with neither body nor media type is refused later, for its body. */
export function checkMediaType(request: Request): Refusal | undefined {
  const mediaType = mediaTypeOf(request);
  if (mediaType === "application/json" || (mediaType === undefined && request.body.length === 0)) return undefined;
  return refuse("media-type", 415, "The body has to be declared as application/json");
}

/** Decodes strict UTF-8. A byte order mark stays in the text, where JSON does not allow it. */
export function decode({ body }: Request): string | Refusal {
  if (body.length === 0) return refuse("no-body", 400, "There is no body");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return refuse("not-utf8", 400, "The body is not UTF-8");
  }
}

/** Parses JSON by RFC 8259, without extensions. */
export function parse(text: string): Value | Refusal {
  try {
    return readJson(text);
  } catch {
    return refuse("not-json", 400, "The body is not JSON");
  }
}

/** Sections Plant and NewPlant: `id` is an int64, `name` a string, and `tag`, if present, a string. */
export function validate(value: Value): NewPlant | Refusal {
  if (value.type !== "object") return notANewPlant("The body is not an object");
  const members = value.members();
  const id = idOf(members.get("id"));
  if (isRefusal(id)) return id;
  const name = stringOf("name", members.get("name"));
  if (isRefusal(name)) return name;
  const tag = members.has("tag") ? stringOf("tag", members.get("tag")) : undefined;
  if (isRefusal(tag)) return tag;
  return tag === undefined ? { id, name } : { id, name, tag };
}

function idOf(member: Value | undefined): bigint | Refusal {
  const id = member?.type === "number" ? integerOf(member.source) : undefined;
  if (id === undefined) return notANewPlant("id has to be an integer");
  return id < INT64.least || id > INT64.greatest ? notANewPlant("id is beyond int64") : id;
}

function stringOf(name: string, member: Value | undefined): string | Refusal {
  return member?.type === "string" ? member.value : notANewPlant(`${name} has to be a string`);
}

/** The refusal of a body that is JSON but not a NewPlant. */
export function notANewPlant(message: string): Refusal {
  return refuse("not-a-new-plant", 400, message);
}

/** Stores the plant, and refuses an id that is already stored. */
export function store(plant: NewPlant, { memory }: Request): Refusal | undefined {
  const key = String(plant.id);
  if (memory.plants.has(key)) return refuse("duplicate", 409, "This id is taken");
  memory.plants.set(key, plant);
  return undefined;
}

/** An answer in JSON. */
export function json(status: number, body: unknown): ProviderAnswer {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

/** Section Plant: the name and, if one was sent, the tag; no id. */
export function plantBody({ name, tag }: NewPlant): { readonly name: string; readonly tag?: string } {
  return tag === undefined ? { name } : { name, tag };
}

/** Section Error, with the headers that RFC 9110 requires for a 401 and a 405. */
export function answerError({ status, message }: Refusal): ProviderAnswer {
  const answer = json(status, { error: status, message });
  if (status === 401) return withHeaders(answer, { "WWW-Authenticate": "Bearer" });
  return status === 405 ? withHeaders(answer, { Allow: "POST" }) : answer;
}

/** Adds headers to an answer, or replaces them. */
export function withHeaders(answer: ProviderAnswer, headers: ProviderAnswer["headers"]): ProviderAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Frames the answer with a Content-Length. */
export function send(answer: ProviderAnswer, response: ServerResponse): void {
  const bodiless = answer.status === 204;
  const length = bodiless ? {} : { "Content-Length": String(Buffer.byteLength(answer.body)) };
  response.writeHead(answer.status, { ...answer.headers, ...length } as Record<string, string | string[]>);
  response.end(bodiless ? undefined : answer.body);
}

/** A provider that meets every requirement of the catalogue. */
export const correct: Behaviour = {
  takeOver: () => false,
  expect: (_incoming, response) => {
    response.writeContinue();
    return false;
  },
  route,
  authenticate,
  checkHeaders: () => undefined,
  checkMediaType,
  decode,
  parse,
  validate,
  constrain: () => undefined,
  store,
  answerPlant: (plant) => json(200, plantBody(plant)),
  answerError,
  finish: (answer) => answer,
  send,
};
