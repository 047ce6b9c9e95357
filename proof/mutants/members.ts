/** Mutants that accept an object with a member of the wrong type as a NewPlant. */
import { isRefusal } from "../behaviour.ts";
import { but, correct, json, validate } from "../correct.ts";
import { asNumber, asPhpInt, asText, onlyItem } from "./conversions.ts";
import { type Mutant, coerce, coerceAny, coerceMember, keepAnything, number, object, text } from "./mutant.ts";

const someId = number("77");

const names: readonly Mutant[] = [
  {
    name: "turns-numbers-into-names",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("name", "number", (name) => text(asText(name))),
  },
  {
    name: "turns-booleans-into-names",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("name", "boolean", (name) => text(asText(name))),
  },
  {
    name: "takes-a-null-name-for-an-empty-one",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("name", "null", () => text("")),
  },
  {
    name: "turns-everything-into-a-name",
    breaks: ["refuses-invalid-member"],
    why: "JavaScript's String(), which makes [object Object] of an object.",
    behaviour: coerceAny("name", (name) => text(asText(name))),
  },
  {
    name: "gives-names-and-tags-of-any-type-back",
    breaks: ["refuses-invalid-member", "plant-shape"],
    why: "A store without a schema, and no check before it.",
    behaviour: {
      ...but({
        validate: (value) =>
          validate(
            value.type === "object"
              ? object([...value.members()].map(([name, member]) => [name, name === "id" ? member : text("")]))
              : value,
          ),
        store: keepAnything,
      }),
      answerPlant: (_plant, { body }) => {
        const { name, tag } = JSON.parse(body.toString()) as { readonly name: unknown; readonly tag: unknown };
        return json(200, { name, tag });
      },
    },
  },
];

const idsAndTags: readonly Mutant[] = [
  {
    name: "turns-booleans-into-ids",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("id", "boolean", () => someId),
  },
  {
    name: "takes-a-wrong-member-that-is-sent-again",
    breaks: ["refuses-invalid-member"],
    why: "What was refused is remembered as seen, and what was seen is answered as if it were there.",
    behaviour: but({
      validate: (value, request) => {
        const plant = correct.validate(value, request);
        const key = `refused ${request.body.toString("latin1")}`;
        if (!isRefusal(plant) || value.type !== "object" || !value.members().has("name")) return plant;
        if (request.memory.notes.has(key)) return { id: 7n, name: "Fern" };
        request.memory.notes.set(key, 1);
        return plant;
      },
    }),
  },
  {
    name: "takes-ids-in-strings",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("id", "string", asNumber),
  },
  ...(
    [
      ["takes-ids-in-hexadecimal-in-strings", /^0x[0-9a-f]+$/],
      ["takes-ids-with-an-exponent-in-strings", /^\d+e\d+$/],
      ["takes-ids-with-a-fraction-of-zero-in-strings", /^\d+\.0+$/],
      ["takes-ids-with-leading-zeros-in-strings", /^0+\d+$/],
    ] as const
  ).map(([name, pattern]): Mutant => ({
    name,
    breaks: ["refuses-invalid-member"],
    why: "Readers of numbers differ in what they know, so what one accepts another refuses.",
    behaviour: coerceMember("id", "string", (id) => (pattern.test(asText(id)) ? asNumber(id) : id)),
  })),
  {
    name: "takes-0-for-a-null-id",
    breaks: ["refuses-invalid-member"],
    why: "A primitive of Java.",
    behaviour: coerceMember("id", "null", () => number("0")),
  },
  {
    name: "cuts-fractions-off-ids",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("id", "number", asPhpInt),
  },
  {
    name: "reads-ids-as-javascript-converts-them",
    breaks: ["refuses-invalid-member"],
    why: "Number() makes something of null, booleans, texts and lists of one; of an object it makes nothing.",
    behaviour: coerceAny("id", asNumber),
  },
  {
    name: "casts-ids-as-php-does",
    breaks: ["refuses-invalid-member"],
    why: "An object counts as 1, like everything that is not empty.",
    behaviour: coerceAny("id", asPhpInt),
  },
  {
    name: "unwraps-lists-of-one-in-members",
    breaks: ["refuses-invalid-member"],
    why: "A setting of Jackson.",
    behaviour: coerce((value) =>
      value.type === "object" ? object([...value.members()].map(([name, member]) => [name, onlyItem(member)])) : value,
    ),
  },
  {
    name: "takes-a-null-tag-for-no-tag",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("tag", "null", () => undefined),
  },
  {
    name: "drops-tags-that-are-no-strings",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceAny("tag", (tag) => (tag.type === "string" ? tag : undefined)),
  },
  {
    name: "turns-everything-into-a-tag",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceAny("tag", (tag) => text(asText(tag))),
  },
];

export const memberMutants: readonly Mutant[] = [...names, ...idsAndTags];
