/** Mutants that accept as a NewPlant a value that is not an object, or an object without a required member. */
import type { Behaviour } from "../behaviour.ts";
import { isRefusal } from "../behaviour.ts";
import { but, json, parse } from "../correct.ts";
import type { Value } from "../json-text.ts";
import { asText } from "./conversions.ts";
import { type Mutant, coerce, keepAnything, number, object, text } from "./mutant.ts";

const someId = number("77");

/** Adds a member if it is missing. */
function defaulted(name: string, value: Value): Behaviour {
  return coerce((body) =>
    body.type === "object" && !body.members().has(name) ? object([...body.members(), [name, value]]) : body,
  );
}

/** Changes the names of members before it looks them up. */
function renamed(change: (name: string) => string): Behaviour {
  return coerce((body) =>
    body.type === "object" ? object([...body.members()].map(([name, member]) => [change(name), member])) : body,
  );
}

const notObjects: readonly Mutant[] = [
  {
    name: "unwraps-arrays-of-one",
    breaks: ["refuses-non-object"],
    behaviour: but({ parse: (body) => parse(/^\[(\{.*\})\]$/s.exec(body)?.[1] ?? body), store: keepAnything }),
  },
  {
    name: "reads-json-within-a-string",
    breaks: ["refuses-non-object"],
    behaviour: coerce((value) => {
      const inner = value.type === "string" ? parse(value.value) : value;
      return isRefusal(inner) ? value : inner;
    }),
  },
  {
    name: "takes-null-for-an-empty-plant",
    breaks: ["refuses-non-object"],
    why: "Go's decoder leaves what it fills as it was: all zero.",
    behaviour: coerce((value) =>
      value.type === "null"
        ? object([
            ["id", number("0")],
            ["name", text("")],
          ])
        : value,
    ),
  },
  {
    name: "takes-scalars-for-names",
    breaks: ["refuses-non-object"],
    why: "A constructor of one argument is used for what is not an object, as Jackson does.",
    behaviour: coerce((value) =>
      value.type === "number" || value.type === "boolean" || value.type === "string"
        ? object([
            ["id", someId],
            ["name", text(asText(value))],
          ])
        : value,
    ),
  },
];

const missing: readonly Mutant[] = [
  {
    name: "takes-an-empty-object-for-a-plant",
    breaks: ["refuses-missing-member"],
    why: "A form without a single field filled in is passed on as it is.",
    behaviour: coerce((body) =>
      body.type === "object" && body.members().size === 0
        ? object([
            ["id", someId],
            ["name", text("Nameless")],
          ])
        : body,
    ),
  },
  {
    name: "takes-0-for-a-missing-id",
    breaks: ["refuses-missing-member", "matches-member-names-exactly"],
    why: "An id in different letter case is missing as well.",
    behaviour: defaulted("id", number("0")),
  },
  {
    name: "takes-0-for-a-missing-id-and-refuses-unknown-members",
    breaks: ["refuses-missing-member"],
    behaviour: coerce((body) => {
      if (body.type !== "object" || body.members().has("id")) return body;
      const isKnown = [...body.members().keys()].every((name) => name === "name" || name === "tag");
      return isKnown ? object([...body.members(), ["id", number("0")]]) : body;
    }),
  },
  {
    name: "takes-an-empty-text-for-a-missing-name",
    breaks: ["refuses-missing-member", "matches-member-names-exactly"],
    why: "A name in different letter case is missing as well.",
    behaviour: defaulted("name", text("")),
  },
  {
    name: "answers-a-null-name-where-it-is-missing",
    breaks: ["refuses-missing-member", "matches-member-names-exactly", "plant-shape"],
    why: "A field of Java that nobody has set.",
    behaviour: {
      ...defaulted("name", text("\u0000")),
      answerPlant: ({ name, tag }) => json(200, { name: name === "\u0000" ? null : name, tag }),
    },
  },
  {
    name: "knows-member-names-in-any-letter-case",
    breaks: ["matches-member-names-exactly"],
    why: "Go, Gson and .NET.",
    behaviour: renamed((name) => name.toLowerCase()),
  },
  {
    name: "knows-capitalised-member-names-as-well",
    breaks: ["matches-member-names-exactly"],
    behaviour: renamed((name) => (/^[A-Z][a-z]+$/.test(name) ? name.toLowerCase() : name)),
  },
  {
    name: "knows-member-names-in-capitals-as-well",
    breaks: ["matches-member-names-exactly"],
    why: "The names of a database's columns.",
    behaviour: renamed((name) => (/^[A-Z]+$/.test(name) ? name.toLowerCase() : name)),
  },
];

export const objectMutants: readonly Mutant[] = [...notObjects, ...missing];
