/** A fault that shows only for requests that are sent in one way: its cause says so, and says nothing where it is general. */
import { describe, expect, test } from "vitest";
import { judge } from "../library/index.ts";
import { exampleLine } from "../reports/words/cause-words.ts";
import type { Behaviour, ProviderAnswer, Request } from "./behaviour.ts";
import { but, correct, json, plantBody } from "./correct.ts";
import { mutants } from "./mutants/index.ts";
import { startInMemory } from "./seeds/in-memory.ts";

const token = "token-of-the-conditions";

const ways: ReadonlyArray<readonly [string, (request: Request) => boolean]> = [
  ["a chunked body", ({ headers }) => headers["transfer-encoding"] !== undefined],
  ["no Accept", ({ headers }) => headers.accept === undefined],
  ["a connection that was used before", ({ connection }) => connection.requests > 0],
];

const asText = ({ message }: { readonly message: string }, status = 400): ProviderAnswer => ({
  status,
  headers: { "Content-Type": "text/plain" },
  body: message,
});

const { validate, store, answerPlant } = mutantNamed("gives-names-and-tags-of-any-type-back");

/** Faults by their causes. `Behaviour` has them always. */
const faults: ReadonlyArray<readonly [string, Partial<Behaviour>]> = [
  ["record-returned-whole", { answerPlant: (plant) => json(200, { id: Number(plant.id), ...plantBody(plant) }) }],
  [
    "error-as-text",
    {
      answerError: (refusal, request) =>
        refusal.status === 400 ? asText(refusal) : correct.answerError(refusal, request),
    },
  ],
  ["no-type-checks", { validate, store, answerPlant }],
];

function mutantNamed(name: string): Behaviour {
  const found = mutants.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no mutant ${name}`);
  return found.behaviour;
}

/** A behaviour that has its faults for some requests only. */
function onlyWhen(isMet: (request: Request) => boolean, fault: Partial<Behaviour>): Behaviour {
  const steps = Object.entries(fault).map(([step, faulty]) => {
    const right = correct[step as keyof Behaviour];
    const chosen = (...given: readonly unknown[]): unknown =>
      Reflect.apply(isMet(given.at(-1) as Request) ? faulty : right, undefined, given);
    return [step, chosen];
  });
  return but(Object.fromEntries(steps) as Partial<Behaviour>);
}

async function lineFor(id: string, behaviour: Behaviour): Promise<string> {
  await using started = startInMemory(behaviour, { token });
  const result = await judge({ url: started.url, token, seed: "conditions", contracts: false });
  const cause = result.causes?.find((one) => one.id === id);
  return cause === undefined
    ? `no cause ${id}: ${result.causes?.map((one) => one.id).join(", ")}`
    : exampleLine(cause, result, 100);
}

describe.each(faults)("%s", (id, fault) => {
  // Nearly all bodies that are to be refused are sent on used connections, so that nothing is known of others.
  const known = ways.filter(([way]) => id !== "no-type-checks" || !way.includes("connection"));
  test.each(known)("only with %s", async (way, isMet) => {
    expect(await lineFor(id, onlyWhen(isMet, fault))).toMatch(new RegExp(`; seen only with ${way}$`));
  });

  test("always", async () => {
    const line = await lineFor(
      id,
      onlyWhen(() => true, fault),
    );
    expect(line).not.toMatch(/^no cause|; seen /);
  });
});

test("what like requests meet at times is said to be in so many of so many answers", async () => {
  const isAtTimes = ({ memory }: Request): boolean => {
    const nth = (memory.notes.get("nth") ?? 0) + 1;
    memory.notes.set("nth", nth);
    return nth % 3 === 0;
  };
  const [[id, fault] = ["", {}]] = faults;
  expect(await lineFor(id, onlyWhen(isAtTimes, fault))).toMatch(/; seen in \d+ of \d+ answers$/);
});
