/** "Length, format and uniqueness constraints of name, tag and id: not shown." */
import { type NewPlant, type Request, isRefusal, refuse } from "../behaviour.ts";
import { but, correct, validate } from "../correct.ts";
import { type Right, answeredBy, constrained, page } from "./right.ts";

/** Whether the store contains a plant that is alike. */
function taken(alike: (one: NewPlant, other: NewPlant) => boolean): (plant: NewPlant, request: Request) => boolean {
  return (plant, { memory }) => [...memory.plants.values()].some((other) => alike(plant, other));
}

const lengths: readonly Right[] = [
  {
    name: "refuses names beyond 40 characters",
    behaviour: constrained(400, ({ name }) => Array.from(name).length > 40),
    profile: { "name-length": "refused above 40" },
  },
  {
    name: "refuses names beyond 60 bytes with 422",
    behaviour: constrained(422, ({ name }) => Buffer.byteLength(name) > 60),
    profile: { "name-length": "refused above 60" },
  },
  {
    name: "refuses names beyond 255 characters with 422",
    behaviour: constrained(422, ({ name }) => name.length > 255),
    profile: { "name-length": "refused above 255" },
  },
  {
    name: "refuses names beyond 700 characters with 413",
    behaviour: constrained(413, ({ name }) => name.length > 700),
    profile: { "name-length": "accepted up to 601, refused at 800" },
  },
  {
    name: "refuses names below 3 characters",
    behaviour: constrained(400, ({ name }) => name.length < 3),
    profile: { "empty-name": "refused: 400", "blank-name": "accepted" },
  },
  {
    name: "refuses tags beyond 12 letters",
    behaviour: constrained(400, ({ tag }) => (tag ?? "").length > 12),
    profile: { "tag-length": "refused at 40", "empty-tag": "accepted" },
  },
  {
    name: "refuses tags beyond 64 letters with 422",
    behaviour: constrained(422, ({ tag }) => (tag ?? "").length > 64),
    profile: { "tag-length": "refused above 64" },
  },
];

const forms: readonly Right[] = [
  {
    name: "takes only names of ASCII letters, digits and spaces",
    behaviour: constrained(400, ({ name }) => !/^[A-Za-z][A-Za-z0-9]*( [A-Za-z0-9]+)*$/u.test(name)),
    profile: { "empty-name": "refused: 400", "blank-name": "refused: 400", "lone-surrogate-in-name": "refused: 400" },
  },
  {
    name: "takes names of letters of any script, with 422 for others",
    behaviour: constrained(422, ({ name }) => !/^\p{L}[\p{L}\p{M} ]*$/u.test(name)),
    profile: { "empty-name": "refused: 422", "control-characters-in-name": "refused: 422" },
  },
  {
    name: "takes nothing but ordinary values",
    behaviour: constrained(400, ({ id, name, tag = "tag" }) => {
      const isName = /^(?=.{3,40}$)[A-Za-z][A-Za-z0-9]*( [A-Za-z0-9]+)*$/u.test(name);
      return !isName || !/^[a-z]{3,12}$/u.test(tag) || id < 1n;
    }),
    profile: { "name-length": "refused above 40", "empty-tag": "refused: 400", "smallest-id": "refused: 400" },
  },
  {
    name: "refuses empty names with 422 and blank ones with 400",
    behaviour: but({
      constrain: ({ name }) => {
        if (name === "") return refuse("constraint", 422, "The name is empty");
        return name.trim() === "" ? refuse("constraint", 400, "The name is blank") : undefined;
      },
    }),
    profile: { "empty-name": "refused: 422", "blank-name": "refused: 400" },
  },
  {
    name: "refuses names with spaces at their ends",
    behaviour: constrained(400, ({ name }) => name !== name.trim()),
    profile: { "empty-name": "accepted", "blank-name": "refused: 400" },
  },
  {
    name: "refuses tags that are not lower case",
    behaviour: constrained(400, ({ tag = "tag" }) => !/^[a-z]+$/u.test(tag)),
    profile: { "empty-tag": "refused: 400", "blank-tag": "refused: 400", "tag-length": "accepted up to 65536" },
  },
  {
    name: "refuses control characters with 400",
    behaviour: constrained(400, ({ name }) => /\p{Cc}/u.test(name)),
    profile: { "control-characters-in-name": "refused: 400" },
  },
  {
    name: "refuses U+0000 alone, as some databases do, with 422",
    behaviour: constrained(422, ({ name }) => name.includes("\u0000")),
    profile: { "control-characters-in-name": "refused: 422" },
  },
  {
    name: "refuses lone surrogates with 400",
    behaviour: constrained(400, ({ name }) => /\p{Cs}/u.test(name)),
    profile: { "lone-surrogate-in-name": "refused: 400" },
  },
  {
    name: "replaces lone surrogates",
    behaviour: but({
      validate: (value) => {
        const plant = validate(value);
        return isRefusal(plant) ? plant : { ...plant, name: plant.name.replaceAll(/\p{Cs}/gu, "\ufffd") };
      },
    }),
    profile: { "lone-surrogate-in-name": "accepted" },
  },
  {
    name: "has a firewall that answers markup with 403 and a page",
    behaviour: {
      ...answeredBy("constraint", () => page(403)),
      constrain: constrained(403, ({ name, tag = "" }) => /[<>&"]/u.test(`${name}${tag}`)).constrain,
    },
    profile: { "other-statuses": "401, 403, 409, 415" },
  },
  {
    name: "refuses names that are words of a language",
    behaviour: constrained(400, ({ name }) => ["null", "__proto__", "constructor"].includes(name)),
  },
];

const uniqueness: readonly Right[] = [
  {
    name: "wants names to be unique",
    behaviour: constrained(
      409,
      taken((one, other) => one.name === other.name),
    ),
  },
  {
    name: "wants names to be unique in any letter case, with 422",
    behaviour: constrained(
      422,
      taken((one, other) => one.name.toLowerCase() === other.name.toLowerCase()),
    ),
    profile: { "duplicate-id": "422", "duplicate-id-other-body": "409" },
  },
  {
    name: "wants tags to be unique",
    behaviour: constrained(
      409,
      taken((one, other) => one.tag !== undefined && one.tag === other.tag),
    ),
  },
  {
    name: "wants names to be unique together with the tag",
    behaviour: constrained(
      400,
      taken((one, other) => one.name === other.name && one.tag === other.tag),
    ),
    profile: { "duplicate-id": "400", "duplicate-id-other-body": "409" },
  },
];

/** The number of characters in which two texts of the same length differ. */
function differences(one: string, other: string): number {
  return Array.from(one).filter((letter, at) => letter !== other[at]).length;
}

const likeness: readonly Right[] = [
  {
    name: "refuses names that are another's but for a letter or two",
    behaviour: constrained(
      409,
      taken((one, { id, name }) => {
        const isNear = one.name.length === name.length && differences(one.name, name) < 3;
        return isNear && name.length > 4 && one.id !== id;
      }),
    ),
  },
  {
    name: "takes each tag of letters once",
    behaviour: constrained(
      409,
      taken((one, { id, tag }) => tag !== undefined && /^[a-z]{3,12}$/u.test(tag) && one.tag === tag && one.id !== id),
    ),
  },
  {
    name: "knows UTF-8 as the only charset",
    behaviour: but({
      checkMediaType: (request) => {
        const charset = /;\s*charset="?([^";]*)/iu.exec(request.headers["content-type"] ?? "")?.[1] ?? "utf-8";
        return charset.trim().toLowerCase() === "utf-8"
          ? correct.checkMediaType(request)
          : refuse("media-type", 415, "Write it in UTF-8");
      },
    }),
  },
];

const ids: readonly Right[] = [
  {
    name: "refuses ids below 1",
    behaviour: constrained(400, ({ id }) => id < 1n),
    profile: { "id-zero": "refused: 400", "negative-id": "refused: 400", "smallest-id": "refused: 400" },
  },
  {
    name: "refuses ids below 0 with 422",
    behaviour: constrained(422, ({ id }) => id < 0n),
    profile: { "id-zero": "accepted", "negative-id": "refused: 422", "smallest-id": "refused: 422" },
  },
  {
    name: "refuses the id 0 with 422",
    behaviour: constrained(422, ({ id }) => id === 0n),
    profile: { "id-zero": "refused: 422", "negative-id": "accepted" },
  },
  {
    name: "refuses ids that a double does not hold below 0",
    behaviour: constrained(400, ({ id }) => id < BigInt(Number.MIN_SAFE_INTEGER)),
    profile: { "negative-id": "accepted", "smallest-id": "refused: 400" },
  },
  {
    name: "answers what is not a plant with 422",
    behaviour: but({
      answerError: (refusal, request) =>
        correct.answerError(refusal.refused === "not-a-new-plant" ? { ...refusal, status: 422 } : refusal, request),
    }),
    profile: { "other-statuses": "401, 409, 415, 422" },
    warns: ["refuses-with-400"],
  },
];

export const values: readonly Right[] = [...lengths, ...forms, ...uniqueness, ...likeness, ...ids];
