/** The create-plant operation, from the bytes of a body to an answer, without HTTP. */
import { int64Of } from "./int64.ts";
import { type SourceMember, parseObject } from "./json-reader.ts";
import { type Plant, type ServerAnswer, errorAnswer, plantAnswer } from "./server-answers.ts";

const MEMBERS: ReadonlySet<string> = new Set(["id", "name", "tag"]);

/** Half a surrogate pair: `\ud800` without its second half is JSON, but not a character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Section Endpoints, Create plant: adds a valid NewPlant to `store` and answers 200 with its Plant; answers 400 to
 * anything else and leaves the store unchanged. The answer to an id that is taken is "not shown"; here it is 409.
 */
export function createPlant(body: Buffer, store: PlantStore): ServerAnswer {
  const parsed = parseObject(body, MEMBERS);
  if (parsed.kind === "refused") return errorAnswer(400, parsed.message);
  const id = idOf(parsed.members.get("id"));
  if (typeof id !== "bigint") return errorAnswer(400, id.fault);
  const plant = plantOf(parsed.members);
  if ("fault" in plant) return errorAnswer(400, plant.fault);
  return store.add(id) ? plantAnswer(plant) : errorAnswer(409, 'A plant with this "id" exists.');
}

/** How a member departs from section Resources. */
interface Fault {
  readonly fault: string;
}

function idOf(member: SourceMember | undefined): bigint | Fault {
  if (member === undefined) return { fault: '"id" is missing. It is required, an integer.' };
  const id = int64Of(member.source);
  switch (id) {
    case "not-an-integer":
      return { fault: '"id" must be an integer.' };
    case "outside-int64":
      return { fault: '"id" must be an int64: from -9223372036854775808 to 9223372036854775807.' };
    default:
      return id;
  }
}

function plantOf(members: ReadonlyMap<string, SourceMember>): Plant | Fault {
  const nameMember = members.get("name");
  if (nameMember === undefined) return { fault: '"name" is missing. It is required, a string.' };
  const name = textOf("name", nameMember);
  if (typeof name !== "string") return name;
  const tagMember = members.get("tag");
  if (tagMember === undefined) return { name };
  const tag = textOf("tag", tagMember);
  return typeof tag === "string" ? { name, tag } : tag;
}

function textOf(name: string, { value }: SourceMember): string | Fault {
  if (typeof value !== "string") return { fault: `"${name}" must be a string.` };
  if (LONE_SURROGATE.test(value)) return { fault: `"${name}" holds half a surrogate pair, which is not in UTF-8.` };
  return value;
}

// The store of plants: which ids are taken.

/**
 * No operation shown reads a plant back, so only its id is kept. Ids are exact: 9007199254740992 and 9007199254740993
 * are different, `1` and `1.0` are the same.
 */
export type PlantStore = IdStore<bigint>;

/** Which ids of one type are taken. */
export interface IdStore<Id> {
  has(id: Id): boolean;
  /** Returns false, and changes nothing, when the id is taken. */
  add(id: Id): boolean;
  clear(): void;
}

/** Enough for any test run; twice as many ids take some 15 MB. */
const DEFAULT_REMEMBERED = 100_000;

/**
 * An empty store that remembers at least the last `remembered` ids, a positive number, and at most twice as many. It
 * keeps ids in two generations, and drops the older when the younger is full. A forgotten id is free again.
 */
export function createStore<Id = bigint>(remembered: number = DEFAULT_REMEMBERED): IdStore<Id> {
  // Two sets, because removing the oldest element of one large set again and again takes time in proportion to its
  // size. Numbers and not their texts, because a slice of a body would keep the whole body in memory.
  let older = new Set<Id>();
  let younger = new Set<Id>();
  const has = (id: Id): boolean => younger.has(id) || older.has(id);
  return {
    has,
    add: (id) => {
      if (has(id)) return false;
      if (younger.size >= remembered) {
        older = younger;
        younger = new Set();
      }
      younger.add(id);
      return true;
    },
    clear: () => {
      older = new Set();
      younger = new Set();
    },
  };
}
