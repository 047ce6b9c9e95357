/** Mutants that misread certain words as other types, short escapes, and ids that a double cannot hold. */
import { but, parse, plantBody, validate } from "../correct.ts";
import { type Behaviour, isRefusal, refuse } from "../behaviour.ts";
import { INT64 } from "../json-text.ts";
import { type Mutant, nameAs, plantAs, tagAs } from "./mutant.ts";

/** Returns a name that is a certain word as the value that a format reads. */
function nameOfWord(word: string, value: unknown): Behaviour {
  return plantAs((plant) => ({ ...plantBody(plant), ...(plant.name === word ? { name: value } : {}) }));
}

const words = (
  [
    ["No", false, "YAML 1.1."],
    ["NaN", null, "A data frame has no value there."],
    ["true", true, "A store that guesses types."],
    ["undefined", null, "A template."],
    ["Infinity", null, "A number, which JSON cannot write."],
    ["1e5", 100_000, "A spreadsheet."],
  ] as const
).map(([word, value, why]): Mutant => ({
  name: `reads-the-name-${word.toLowerCase()}-as-another-type`,
  breaks: ["plant-shape"],
  why,
  behaviour: nameOfWord(word, value),
}));

/** Refuses bodies whose text this matches, although their value must be accepted. */
function refusesText(pattern: RegExp): Behaviour {
  return but({
    parse: (text) => (pattern.test(text) ? refuse("not-json", 400, "Not this way") : parse(text)),
  });
}

export const misreadValueMutants: readonly Mutant[] = [
  ...words,
  {
    name: "capitalises-words-of-yaml",
    breaks: ["returns-name"],
    why: "What is read as a boolean is written again as one.",
    behaviour: nameAs((name) => (/^(?:no|true)$/iu.test(name) ? name.toUpperCase() : name)),
  },
  {
    name: "drops-the-backslash-of-short-escapes-in-names",
    breaks: ["returns-name"],
    behaviour: nameAs((name) => name.replaceAll("\b", "b").replaceAll("\f", "f")),
  },
  {
    name: "drops-the-backslash-of-short-escapes-in-tags",
    breaks: ["returns-tag"],
    behaviour: tagAs((tag) => tag.replaceAll("\b", "b").replaceAll("\f", "f")),
  },
  {
    name: "does-not-know-short-escapes-of-controls",
    breaks: ["accepts-json-spellings"],
    why: "It knows the escapes of its own language.",
    behaviour: refusesText(/\\[bf]/u),
  },
  {
    name: "refuses-large-ids-with-a-fraction-of-zero",
    breaks: ["accepts-integer-spellings"],
    why: "What has a point is read as an integer of 32 bits.",
    behaviour: refusesText(/(?<!\d)(?:[89]\d{9}|1\d{10})\.0/u),
  },
  {
    name: "ends-at-the-least-id",
    breaks: ["answers-without-server-error"],
    why: "It has no opposite, and its absolute value is negative.",
    behaviour: but({
      validate: (value) => {
        const plant = validate(value);
        return isRefusal(plant) || plant.id !== INT64.least ? plant : fault;
      },
    }),
  },
];

const fault = refuse("fault", 500, "Overflow");
