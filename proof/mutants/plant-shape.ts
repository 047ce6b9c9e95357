/** Mutants whose 200 is JSON but not a Plant, or more than a Plant. */
import type { ProviderAnswer, NewPlant } from "../behaviour.ts";
import { but, json, plantBody } from "../correct.ts";
import { type Mutant, kindAs, plantAs, refusalAs, tagAs } from "./mutant.ts";

const asError = ({ message }: { readonly message: string }): ProviderAnswer =>
  json(200, { success: false, error: message });

/** The body of the request as a plain object with all members. */
function asSent(body: Buffer): Readonly<Record<string, unknown>> {
  return JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;
}

const shapes: readonly Mutant[] = [
  {
    name: "wraps-the-plant-in-data",
    breaks: ["plant-shape"],
    behaviour: plantAs((plant) => ({ data: plantBody(plant) })),
  },
  { name: "wraps-the-plant-in-an-array", breaks: ["plant-shape"], behaviour: plantAs((plant) => [plantBody(plant)]) },
  {
    name: "encodes-the-plant-twice",
    breaks: ["plant-shape"],
    why: "A text that is JSON already is given to what encodes JSON.",
    behaviour: plantAs((plant) => JSON.stringify(plantBody(plant))),
  },
  { name: "answers-null-for-the-plant", breaks: ["plant-shape"], behaviour: plantAs(() => null) },
  {
    name: "answers-an-empty-object-for-the-plant",
    breaks: ["plant-shape"],
    why: "Private fields that the serialiser does not see.",
    behaviour: plantAs(() => ({})),
  },
  {
    name: "writes-member-names-of-the-plant-in-capitals",
    breaks: ["plant-shape"],
    why: "The names of the fields in Go or C#, left as they are.",
    behaviour: plantAs(({ name, tag }) => (tag === undefined ? { Name: name } : { Name: name, Tag: tag })),
  },
  {
    name: "answers-a-null-tag-where-none-was-sent",
    breaks: ["plant-shape"],
    behaviour: plantAs(({ name, tag }) => ({ name, tag: tag ?? null })),
  },
  {
    name: "splits-tags-at-commas",
    breaks: ["plant-shape"],
    why: "A column of labels that an importer splits.",
    behaviour: plantAs(({ name, tag }) =>
      tag === undefined ? { name } : { name, tag: tag.includes(",") ? tag.split(",") : tag },
    ),
  },
  { name: "leaves-the-name-out", breaks: ["plant-shape"], behaviour: plantAs(({ tag }) => ({ tag })) },
  {
    name: "answers-a-null-name",
    breaks: ["plant-shape"],
    behaviour: plantAs((plant) => ({ ...plantBody(plant), name: null })),
  },
  {
    name: "writes-names-as-lists",
    breaks: ["plant-shape"],
    why: "How XML and LDAP are turned into JSON: any field may come again.",
    behaviour: plantAs((plant) => ({ ...plantBody(plant), name: [plant.name] })),
  },
  { name: "writes-tags-as-lists", breaks: ["plant-shape"], behaviour: tagAs((tag) => tag.split(",")) },
  {
    name: "writes-the-name-null-as-nothing",
    breaks: ["plant-shape"],
    why: "The word is read as the value, as in a column that was read from CSV.",
    behaviour: plantAs((plant) => ({ ...plantBody(plant), name: plant.name === "null" ? null : plant.name })),
  },
  {
    name: "answers-a-name-of-digits-as-a-number",
    breaks: ["plant-shape"],
    why: "What looks like a number becomes one, as in YAML and in some databases.",
    behaviour: plantAs((plant) => ({
      ...plantBody(plant),
      name: /^\d+$/.test(plant.name) ? Number(plant.name) : plant.name,
    })),
  },
  {
    name: "answers-a-tag-of-digits-as-a-number",
    breaks: ["plant-shape"],
    behaviour: tagAs((tag) => (/^\d+$/.test(tag) ? Number(tag) : tag)),
  },
  {
    name: "answers-an-error-with-200-to-duplicates",
    breaks: ["plant-shape"],
    why: "What becomes of duplicates is open, but every 200 is a Plant.",
    behaviour: kindAs("duplicate", asError),
  },
  {
    name: "answers-every-400-with-200-and-an-error",
    breaks: [
      "plant-shape",
      "refuses-no-body",
      "refuses-malformed-json",
      "refuses-lenient-json",
      "refuses-non-object",
      "refuses-missing-member",
      "refuses-invalid-member",
      "matches-member-names-exactly",
      "refuses-non-utf8",
      "refuses-id-beyond-int64",
    ],
    behaviour: refusalAs(({ status }) => status === 400, asError),
  },
  {
    name: "answers-malformed-json-with-200-and-an-error",
    breaks: ["plant-shape", "refuses-malformed-json", "refuses-lenient-json"],
    behaviour: kindAs("not-json", asError),
  },
  {
    name: "answers-200-and-an-error-without-a-token",
    breaks: ["plant-shape", "requires-authorization", "requires-bearer-scheme", "refuses-empty-token"],
    behaviour: kindAs("authentication", asError),
  },
];

const ids: readonly Mutant[] = [
  {
    name: "answers-with-the-id",
    breaks: ["plant-has-no-id"],
    behaviour: plantAs((plant) => ({ id: Number(plant.id), ...plantBody(plant) })),
  },
  {
    name: "answers-with-the-id-as-a-string",
    breaks: ["plant-has-no-id"],
    why: "What keeps an int64 whole in JavaScript.",
    behaviour: plantAs((plant) => ({ id: String(plant.id), ...plantBody(plant) })),
  },
  {
    name: "answers-with-a-null-id",
    breaks: ["plant-has-no-id"],
    why: "One class for both shapes, its id not filled in.",
    behaviour: plantAs((plant) => ({ id: null, ...plantBody(plant) })),
  },
  {
    name: "answers-with-the-id-where-there-is-a-tag",
    breaks: ["plant-has-no-id"],
    behaviour: plantAs((plant) => (plant.tag === undefined ? plantBody(plant) : { ...plant, id: 1 })),
  },
  {
    name: "answers-duplicates-with-the-stored-record",
    breaks: ["plant-has-no-id"],
    why: "To give back the plant that is there is one of the freedoms; its id is not.",
    behaviour: kindAs("duplicate", (_refusal, { body, memory }) => {
      const stored = memory.plants.get(/"id":(\d+)/.exec(body.toString())?.[1] ?? "");
      return json(200, { id: 1, ...(stored === undefined ? { name: "" } : plantBody(stored)) });
    }),
  },
  {
    name: "answers-with-the-id-alone",
    breaks: ["plant-has-no-id", "plant-shape"],
    behaviour: plantAs((plant) => ({ id: Number(plant.id) })),
  },
  {
    name: "echoes-the-body",
    breaks: ["plant-has-no-id", "plant-has-no-other-members", "answers-name-members-once"],
    why: "What comes in is what goes out, unknown members and those that are there twice with it.",
    behaviour: but({ answerPlant: (_plant, { body }) => ({ ...json(200, null), body }) }),
  },
];

const members: readonly Mutant[] = [
  {
    name: "adds-the-time-of-creation",
    breaks: ["plant-has-no-other-members"],
    behaviour: plantAs((plant) => ({ ...plantBody(plant), createdAt: "2026-01-01" })),
  },
  {
    name: "adds-an-id-of-its-own",
    breaks: ["plant-has-no-other-members"],
    why: "The key of a document store: another name than `id`.",
    behaviour: plantAs((plant) => ({ _id: "65a1b2c3d4e5f60718293a4b", ...plantBody(plant) })),
  },
  {
    name: "gives-unknown-members-back",
    breaks: ["plant-has-no-other-members"],
    why: "It leaves out the id and keeps everything else that was sent.",
    behaviour: but({ answerPlant: (_plant, { body }) => json(200, { ...asSent(body), id: undefined }) }),
  },
  {
    name: "answers-an-empty-tag-where-none-was-sent",
    breaks: ["adds-no-tag"],
    behaviour: plantAs(({ name, tag }) => ({ name, tag: tag ?? "" })),
  },
  {
    name: "answers-the-tag-none-where-none-was-sent",
    breaks: ["adds-no-tag"],
    why: "How Python writes that there is nothing.",
    behaviour: plantAs(({ name, tag }) => ({ name, tag: tag ?? "None" })),
  },
  {
    name: "leaves-the-tag-of-the-last-plant-behind",
    breaks: ["adds-no-tag"],
    why: "One object is filled again and again, and what is missing is not emptied: Go's decoder does so.",
    behaviour: but({
      answerPlant: (plant, { memory }) => {
        const before: NewPlant | undefined = [...memory.plants.values()].at(-2);
        return json(200, plantBody({ ...before, ...plant }));
      },
    }),
  },
];

export const plantShapeMutants: readonly Mutant[] = [...shapes, ...ids, ...members];
