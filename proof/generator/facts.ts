/** What a provider knows about a request: the input of the axes. */
import { type ProviderAnswer, type ConnectionHistory, type NewPlant, type Request, isRefusal } from "../behaviour.ts";
import { authenticate, checkMediaType, decode, parse, validate } from "../correct.ts";

/** The correct treatment of a request by the document, which decides the part of the grammar that it belongs to. */
export type Realm = "plant" | "body" | "authentication" | "duplicate" | "unusual";

export interface Facts {
  readonly request: Request;
  /** Undefined for requests outside the grammar: another path or method, or a query. */
  readonly realm: Realm | undefined;
  /** The body as text. Bytes that are not UTF-8 are replaced. */
  readonly text: string;
  /** The plant in the body, even if the request is refused for another reason. */
  readonly plant: NewPlant | undefined;
  readonly isUtf8: boolean;
  /** The last request on this connection was refused. */
  readonly afterRefusal: boolean;
  /** The last request on this connection had a large body. */
  readonly afterLarge: boolean;
  /** Another stored id becomes the same number as a double. */
  readonly hasTwin: boolean;
  /** Another stored id has the same low 16 bits. */
  readonly hasSameBits: boolean;
  /** A greater ordinary id is stored. */
  readonly isBelow: boolean;
  /** How many requests the provider has had, including this one. */
  readonly ordinal: number;
  /** The plant that was accepted before this one. */
  readonly previous: NewPlant | undefined;
}

/** Collects the facts about the requests of one provider, in the order of its answers. */
export interface Observer {
  readonly observe: (request: Request, answer: ProviderAnswer) => Facts;
}

export function newObserver(): Observer {
  const refused = new WeakMap<ConnectionHistory, boolean>();
  const large = new WeakMap<ConnectionHistory, boolean>();
  let ordinal = 0;
  let previous: NewPlant | undefined;
  return {
    observe: (request, answer) => {
      ordinal += 1;
      const text = request.body.toString("utf8");
      const plant = plantOf(request);
      const facts: Facts = {
        request,
        realm: realmOf(request, { answer, plant }),
        text,
        plant,
        isUtf8: Buffer.from(text, "utf8").equals(request.body),
        afterLarge: large.get(request.connection) === true,
        afterRefusal: refused.get(request.connection) === true,
        hasTwin: plant !== undefined && hasTwin(plant, request),
        hasSameBits: plant !== undefined && isBeside(plant, request, (one, other) => one % LOW === other % LOW),
        isBelow: plant !== undefined && isBeside(plant, request, (one, other) => one < other && other < 2n ** 31n),
        ordinal,
        previous,
      };
      refused.set(request.connection, answer.status !== 200);
      large.set(request.connection, request.body.length >= 16_384);
      if (facts.realm === "plant") previous = plant;
      return facts;
    },
  };
}

function plantOf(request: Request): NewPlant | undefined {
  const text = decode(request);
  const value = isRefusal(text) ? text : parse(text);
  const plant = isRefusal(value) ? value : validate(value);
  return isRefusal(plant) ? undefined : plant;
}

function realmOf(
  request: Request,
  { answer, plant }: { readonly answer: ProviderAnswer; readonly plant: NewPlant | undefined },
): Realm | undefined {
  if (request.method !== "POST" || request.path !== "/plants" || request.query !== undefined) return undefined;
  const isOfOpen = isOpen(request, plant);
  if (isOfOpen) return plant !== undefined && answer.status === 200 ? "unusual" : undefined;
  if (authenticate(request) !== undefined) return "authentication";
  if (plant === undefined || checkMediaType(request) !== undefined) return "body";
  return answer.status === 200 ? "plant" : "duplicate";
}

/** A provider may refuse longer texts and bodies. */
const LONG = { text: 200, body: 8 * 1024 } as const;

/** Requests whose answer is not shown, whatever other properties they have. */
function isOpen(request: Request, plant: NewPlant | undefined): boolean {
  const { body, headers } = request;
  if (body.length > LONG.body || body.indexOf("\uFEFF") === 0) return true;
  if (body.length > 0 && headers["content-type"] === undefined) return true;
  return plant !== undefined && (plant.id <= 0n || isOpenText(plant) || hasOtherMembers(body.toString("utf8")));
}

function isOpenText({ name, tag = "tag" }: NewPlant): boolean {
  return [name, tag].some((text) => text.trim() === "" || text.length > LONG.text || /[\0\p{Surrogate}]/u.test(text));
}

/** An unknown member, or a member twice. */
function hasOtherMembers(text: string): boolean {
  const names = Object.keys(JSON.parse(text) as object);
  const written = text.replace(/:\s*"(?:[^"\\]|\\[^])*"/gu, "").match(/"(?:[^"\\]|\\[^])*"/gu) ?? [];
  return names.some((name) => !["id", "name", "tag"].includes(name)) || written.length > names.length;
}

const LOW = 2n ** 16n;

/** Whether a test holds of the id and a stored one. */
function isBeside({ id }: NewPlant, { memory }: Request, test: (one: bigint, other: bigint) => boolean): boolean {
  return [...memory.plants.values()].some((other) => other.id !== id && test(id, other.id));
}

function hasTwin({ id }: NewPlant, { memory }: Request): boolean {
  if (id <= BigInt(Number.MAX_SAFE_INTEGER)) return false;
  return [...memory.plants.values()].some((other) => other.id !== id && Number(other.id) === Number(id));
}
