/** Mutants that look plants up by a label. */
import type { Behaviour, NewPlant } from "../behaviour.ts";
import { but, json, plantBody } from "../correct.ts";
import type { Mutant } from "./mutant.ts";

/** Answers with the first plant that has the same key as the one sent. */
function firstOf(keyOf: (plant: NewPlant) => string | undefined): Behaviour {
  return but({
    answerPlant: (plant, { memory }) => {
      const key = keyOf(plant);
      const known = key === undefined ? undefined : [...memory.plants.values()].find((one) => keyOf(one) === key);
      return json(200, plantBody(known ?? plant));
    },
  });
}

export const lookedUpMutants: readonly Mutant[] = [
  {
    name: "answers-with-the-first-plant-of-a-name",
    breaks: ["returns-tag"],
    why: "A cache of answers, or a search by a column that is not unique.",
    behaviour: firstOf(({ name }) => name),
  },
  {
    name: "answers-with-the-first-plant-of-a-tag",
    breaks: ["keeps-answers-apart"],
    behaviour: firstOf(({ tag }) => tag),
  },
];
