/** Providers with one fault that no fixed check can meet: conformant without fuzzing, and wrong with it. */
import { type Behaviour, refuse } from "../behaviour.ts";
import { but, json, notANewPlant, parse, plantBody, validate } from "../correct.ts";
import { coerce, nameAs, object, text } from "../mutants/mutant.ts";
import { constrained } from "../right/right.ts";

export interface Hidden {
  /** Says what the provider does. */
  readonly name: string;
  /** Ids of exactly the MUSTs and SHOULDs that fuzzing finds broken. */
  readonly breaks: readonly string[];
  /** The first broken check, and the smallest body that breaks it, without its fresh values. */
  readonly smallest: readonly [check: string, body: RegExp];
  readonly behaviour: Behaviour;
  /** How many cases are needed to find it, if more than usual. */
  readonly cases?: number;
}

function refusesText(pattern: RegExp): Behaviour {
  return but({ parse: (given) => (pattern.test(given) ? notANewPlant("Unexpected text") : parse(given)) });
}

export const hidden: readonly Hidden[] = [
  {
    name: "refuses names with a q before a capital, after two other letters",
    breaks: ["accepts-valid-plant"],
    smallest: ["accepts-valid-plant/fuzz", /^\{"name":"[a-z]{2}q[A-Z]a* [A-Z][a-z]{6}","id":\d+\}$/],
    behaviour: constrained(400, ({ name }) => /[a-z]{2}q[A-Z]/.test(name)),
  },
  {
    name: "drops the tag where the name has 17 characters and a capital within a word",
    breaks: ["returns-tag"],
    smallest: ["returns-tag/fuzz", /^\{"name":"[a-zA-Z]{9} [A-Z][a-z]{6}","id":\d+,"tag":"[a-z]{7,12}"\}$/],
    behaviour: but({
      answerPlant: (plant) =>
        json(200, plant.name.length === 17 && /[a-z][A-Z]/.test(plant.name) ? { name: plant.name } : plantBody(plant)),
    }),
  },
  {
    name: "takes a null name where there is no tag",
    breaks: ["refuses-invalid-member"],
    smallest: ["refuses-invalid-member/fuzz", /^\{"name":null,"id":\d+\}$/],
    behaviour: coerce((value) => {
      const members = value.type === "object" ? value.members() : new Map();
      if (members.has("tag") || members.get("name")?.type !== "null") return value;
      return object([...members].map(([name, member]) => [name, name === "name" ? text("Nameless") : member]));
    }),
  },
  {
    name: "refuses a null name with 422 where there is no tag",
    breaks: ["refuses-with-400"],
    smallest: ["refuses-with-400/fuzz", /^\{"name":null,"id":\d+\}$/],
    behaviour: but({
      validate: (value) => {
        const members = value.type === "object" ? value.members() : new Map();
        const isHidden = !members.has("tag") && members.get("name")?.type === "null";
        return isHidden ? refuse("not-a-new-plant", 422, "A name is a string") : validate(value);
      },
    }),
  },
  {
    name: "makes a plant of a tag alone, with neither id nor name",
    breaks: ["refuses-missing-member"],
    smallest: ["refuses-missing-member/fuzz", /^\{"tag":"[a-z]{7,12}"\}$/],
    cases: 3000,
    behaviour: coerce((value) => {
      if (value.type !== "object" || [...value.members().keys()].join() !== "tag") return value;
      return object([
        ["id", { type: "number", source: "0" }],
        ["name", text("Nameless")],
      ]);
    }),
  },
  {
    name: "refuses ids with the exponent -0",
    breaks: ["accepts-integer-spellings"],
    smallest: ["accepts-integer-spellings/fuzz", /^\{"name":"a{5} [A-Z][a-z]{6}","id":\d+e-0\}$/],
    behaviour: refusesText(/"id":\d+e-0\b/),
  },
  {
    name: "turns replacement characters into spaces",
    breaks: ["returns-name"],
    smallest: ["returns-name/fuzz", /^\{"name":"\ufffd","id":\d+\}$/],
    behaviour: nameAs((name) => name.replaceAll("\ufffd", " ")),
  },
];
