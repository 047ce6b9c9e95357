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
import type { Answer, Behaviour, NewPlant, Refusal, Request } from "../behaviour.ts";
import { json, plantBody } from "../correct.ts";
import { answerError, but, parse, validate } from "../correct.ts";
import type { Value } from "../json.ts";

export interface Mutant {
  /** Says what it does. */
  readonly name: string;
  /** Ids of exactly the MUST and SHOULD requirements that it breaks in an ordinary run. */
  readonly breaks: readonly string[];
  /** Where such a provider comes from, or why it breaks what it breaks. */
  readonly why?: string;
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
  answer: (refusal: Refusal, request: Request) => Answer,
): Behaviour {
  return but({
    answerError: (refusal, request) => (applies(refusal, request) ? answer : answerError)(refusal, request),
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

/** Changes one member, where it is there, before the body is held against NewPlant. */
export function coerceMember(
  name: string,
  type: Value["type"],
  change: (member: Value) => Value | undefined,
): Behaviour {
  return coerce((value) => {
    if (value.type !== "object") return value;
    const member = value.members().get(name);
    if (member?.type !== type) return value;
    const changed = change(member);
    const others = [...value.members()].filter(([other]) => other !== name);
    return object(changed === undefined ? others : [...others, [name, changed]]);
  });
}

/** An object of these members. */
export function object(members: readonly (readonly [string, Value])[]): Value {
  return { type: "object", members: () => new Map(members) };
}

/** A JSON string. */
export function text(value: string): Value {
  return { type: "string", value };
}
