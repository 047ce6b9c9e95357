/**
 * A mutant: a provider that is wrong in one named way. The suite has to find what it breaks, and nothing else.
 *
 * What `breaks` counts, where one fault touches several requirements:
 * - An answer is judged from the outside in. A body that is not JSON in UTF-8 breaks the encoding and not the shape; a
 *   body that does not match its shape breaks the shape, and then what it gives back (name, tag, other members) is not
 *   judged. The media type and the member `id` are judged in any case.
 * - A provider that never answers a valid plant as the document asks breaks one requirement, `operation-exists` (404,
 *   405, a redirect) or `accepts-valid-plant` (any other status): nothing else can be proved beside it.
 * - No answer at all breaks `answers-every-request` and nothing else, whatever the request was sent for.
 * - Where no plant can be refused as a duplicate because ids are not compared, that is the provider's freedom.
 */
import type { ProviderAnswer, Behaviour, NewPlant, Refusal, RefusalKind, Request } from "../behaviour.ts";
import { refuse } from "../behaviour.ts";
import { answerError, but, json, parse, plantBody, validate } from "../correct.ts";
import type { Value } from "../json-text.ts";

export interface Mutant {
  /** Says what it does. */
  readonly name: string;
  /** Ids of exactly the MUST and SHOULD requirements that it breaks in an ordinary run. */
  readonly breaks: readonly string[];
  /** Ids of further requirements that it breaks for some of the values that are drawn, and not for others. */
  readonly breaksByChance?: readonly string[];
  /** Where such a provider comes from, or why it breaks what it breaks. */
  readonly why?: string;
  /** The run deserves to be inconclusive: no MUST is seen broken, and one cannot be judged. */
  readonly exitCode?: 3;
  /** Leaves a request waiting, so that it is judged with a short limit for each request. */
  readonly isSilent?: true;
  /** Shows its fault while several requests are in flight, so that the order in which they arrive is not the same in each run. */
  readonly isSeenAtOnce?: true;
  readonly behaviour: Behaviour;
}

/** Keeps every plant, also one whose id is there already: for faults that a refused duplicate would hide. */
export function keepAnything(plant: NewPlant, { memory }: Request): undefined {
  memory.plants.set(String(plant.id), plant);
}

/** Answers 200 with another value in place of the Plant. */
export function plantAs(change: (plant: NewPlant) => unknown): Behaviour {
  return but({ answerPlant: (plant) => json(200, change(plant)) });
}

/** Answers with another name than the one sent. */
export function nameAs(change: (name: string) => string): Behaviour {
  return plantAs((plant) => ({ ...plantBody(plant), name: change(plant.name) }));
}

/** Answers with another tag than the one sent, where one was sent. */
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

/** Answers some refusals in another way; the others stay as they are. */
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

/** The error page of a server or framework, with the status of an Error. */
export const page: ProviderAnswer = {
  status: 400,
  headers: { "Content-Type": "text/html" },
  body: "<!DOCTYPE html><h1>Bad Request</h1>",
};

/** Refuses valid plants with a status, by a constraint of the provider, and answers the refusal in the given way. */
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

/** Takes bodies for JSON that are not: what is no JSON is changed and read again. */
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

/** Changes the parsed body before it is held against NewPlant: for coercion. */
export function coerce(change: (value: Value, request: Request) => Value): Behaviour {
  return but({ validate: (value, request) => validate(change(value, request)), store: keepAnything });
}

/** Changes one member, where it is there, before the body is held against NewPlant; undefined takes it out. */
export function coerceAny(name: string, change: (member: Value) => Value | undefined): Behaviour {
  return coerce((value) => {
    const member = value.type === "object" ? value.members().get(name) : undefined;
    if (value.type !== "object" || member === undefined) return value;
    const changed = change(member);
    const others = [...value.members()].filter(([other]) => other !== name);
    return object(changed === undefined ? others : [...others, [name, changed]]);
  });
}

/** Changes one member where it has one type. */
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
