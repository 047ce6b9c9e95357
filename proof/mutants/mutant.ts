/**
 * A mutant: a provider that is wrong in one named way. The suite has to find what it breaks, and nothing else.
 *
 * What `breaks` counts if one fault affects several requirements:
 * - An answer is judged from the outside in. A body that is not JSON in UTF-8 breaks the encoding but not the shape. A
 *   body of the wrong shape breaks the shape, and what it returns (name, tag, other members) is not judged. The media
 *   type and the member `id` are always judged.
 * - A provider that never answers a valid plant as the document asks breaks one requirement, `operation-exists` (404,
 *   405, a redirect) or `accepts-valid-plant` (any other status), because nothing else can be proved.
 * - No answer breaks only `answers-every-request`, whatever the purpose of the request.
 * - A provider may leave ids uncompared and therefore refuse no plant as a duplicate: it is free to do so.
 */
import type { ProviderAnswer, Behaviour, NewPlant, Refusal, RefusalKind, Request } from "../behaviour.ts";
import { refuse } from "../behaviour.ts";
import { answerError, but, json, parse, plantBody, validate } from "../correct.ts";
import type { Value } from "../json-text.ts";

export interface Mutant {
  /** Says what the provider does. */
  readonly name: string;
  /** Ids of exactly the MUSTs and SHOULDs that it breaks in an ordinary run. */
  readonly breaks: readonly string[];
  /** Ids of further requirements that it breaks only for some of the values that a run draws. */
  readonly breaksByChance?: readonly string[];
  /** Where such a provider comes from, or why it breaks what it breaks. */
  readonly why?: string;
  /** The correct exit status is "inconclusive": no MUST is seen broken, and one cannot be judged. */
  readonly exitCode?: 3;
  /** Leaves a request waiting, so it is judged with a short limit for each request. */
  readonly isSilent?: true;
  /** Shows its fault only during parallel requests, whose order of arrival differs between runs. */
  readonly isSeenAtOnce?: true;
  readonly behaviour: Behaviour;
}

/** Stores every plant, even if its id exists: for faults that the refusal of a duplicate would hide. */
export function keepAnything(plant: NewPlant, { memory }: Request): undefined {
  memory.plants.set(String(plant.id), plant);
}

/** Answers 200 with another value in place of the Plant. */
export function plantAs(change: (plant: NewPlant) => unknown): Behaviour {
  return but({ answerPlant: (plant) => json(200, change(plant)) });
}

/** Answers with a changed name. */
export function nameAs(change: (name: string) => string): Behaviour {
  return plantAs((plant) => ({ ...plantBody(plant), name: change(plant.name) }));
}

/** Answers with a changed tag, if one was sent. */
export function tagAs(change: (tag: string) => unknown): Behaviour {
  return plantAs(({ name, tag }) => (tag === undefined ? { name } : { name, tag: change(tag) }));
}

/** Answers 200 with the Plant's JSON text changed. */
export function plantTextAs(change: (text: string) => string | Buffer): Behaviour {
  return but({
    answerPlant: (plant) => {
      const answer = json(200, plantBody(plant));
      return { ...answer, body: change(String(answer.body)) };
    },
  });
}

/** Answers some refusals in another way. The others stay the same. */
export function refusalAs(
  applies: (refusal: Refusal, request: Request) => boolean,
  answer: (refusal: Refusal, request: Request) => ProviderAnswer,
): Behaviour {
  return but({
    answerError: (refusal, request) => (applies(refusal, request) ? answer : answerError)(refusal, request),
  });
}

/** Answers the refusals of one kind in another way. */
export function kindAs(kind: RefusalKind, answer: (refusal: Refusal, request: Request) => ProviderAnswer): Behaviour {
  return refusalAs(({ refused }) => refused === kind, answer);
}

/** Answers the refusals of one kind with another status. */
export function statusAs(kind: RefusalKind, status: number): Behaviour {
  return kindAs(kind, ({ message }) => json(status, { error: status, message }));
}

/** The error page of a server or framework, with status 400. */
export const page: ProviderAnswer = {
  status: 400,
  headers: { "Content-Type": "text/html" },
  body: "<!DOCTYPE html><h1>Bad Request</h1>",
};

/** Refuses some valid plants with a status, by a constraint of the provider. */
export function refusing(
  status: number,
  applies: (plant: NewPlant, request: Request) => boolean,
  answer: (refusal: Refusal) => ProviderAnswer = answerError,
): Behaviour {
  return but({
    constrain: (plant, request) => (applies(plant, request) ? refuse("constraint", status, "Not here") : undefined),
    answerError: (refusal) => (refusal.refused === "constraint" ? answer : answerError)(refusal),
  });
}

/** Answers every refusal that is a 400 with another body. */
export function errorAs(change: (refusal: Refusal) => unknown): Behaviour {
  return refusalAs(
    ({ status }) => status === 400,
    (refusal) => json(400, change(refusal)),
  );
}

/** Reads more texts than JSON: a text that is not JSON is changed and parsed again. */
export function readAlso(change: (text: string) => string | undefined): Behaviour {
  return but({
    parse: (body) => {
      const strict = parse(body);
      const changed = "refused" in strict ? change(body) : undefined;
      return changed === undefined ? strict : parse(changed);
    },
    store: keepAnything,
  });
}

/** Changes the parsed body before it is validated as a NewPlant: for coercion. */
export function coerce(change: (value: Value, request: Request) => Value): Behaviour {
  return but({ validate: (value, request) => validate(change(value, request)), store: keepAnything });
}

/** Changes one member, if present, before the body is validated; undefined removes it. */
export function coerceAny(name: string, change: (member: Value) => Value | undefined): Behaviour {
  return coerce((value) => {
    const member = value.type === "object" ? value.members().get(name) : undefined;
    if (value.type !== "object" || member === undefined) return value;
    const changed = change(member);
    const others = [...value.members()].filter(([other]) => other !== name);
    return object(changed === undefined ? others : [...others, [name, changed]]);
  });
}

/** Changes one member if it has a certain type. */
export function coerceMember(
  name: string,
  type: Value["type"],
  change: (member: Value) => Value | undefined,
): Behaviour {
  return coerceAny(name, (member) => (member.type === type ? change(member) : member));
}

/** An object of these members. */
export function object(members: readonly (readonly [string, Value])[]): Value {
  return { type: "object", members: () => new Map(members) };
}

/** A JSON string. */
export function text(value: string): Value {
  return { type: "string", value };
}

/** A JSON number. */
export function number(source: string): Value {
  return { type: "number", source };
}
