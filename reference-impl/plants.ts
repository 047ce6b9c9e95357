/** The create-plant operation, from the bytes of a body to an answer, without HTTP. */
import { errorAnswer, plantAnswer, type ServerAnswer, type Plant } from "./responses.ts";
import { int64Of } from "./integer.ts";
import { parseObject, type SourceMember } from "./json-reader.ts";
import type { PlantStore } from "./store.ts";

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
