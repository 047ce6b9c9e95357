/** Two faults in one provider give two entries in a report, with the causes derived from the faults. */
import { describe, expect, test } from "vitest";
import { judge } from "../library/index.ts";
import type { Behaviour } from "./behaviour.ts";
import { correct } from "./correct.ts";
import { mutants } from "./mutants/index.ts";
import { startInMemory } from "./seeds/in-memory.ts";

const token = "token-of-the-two-faults";

/** The steps that a mutant replaces in the correct provider. */
function changedSteps(name: string): Partial<Behaviour> {
  const mutant = mutants.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant ${name}`);
  const steps = Object.entries(mutant.behaviour) as ReadonlyArray<readonly [keyof Behaviour, unknown]>;
  return Object.fromEntries(steps.filter(([step, does]) => does !== correct[step]));
}

/** A provider with both faults. The faults are in different steps, so that neither replaces the other. */
function both(one: string, other: string): Behaviour {
  const [first, second] = [changedSteps(one), changedSteps(other)];
  const shared = Object.keys(first).filter((step) => step in second);
  if (shared.length > 0) throw new Error(`Both change ${shared.join(", ")}`);
  return { ...correct, ...first, ...second };
}

describe("two faults have two causes:", () => {
  test.each([
    ["echoes-the-body", "answers-a-page-to-malformed-json-alone", ["framework-error-page", "record-returned-whole"]],
    ["gives-names-and-tags-of-any-type-back", "answers-422-to-malformed-json", ["no-type-checks", "refuses-with-400"]],
    ["gives-names-and-tags-of-any-type-back", "lets-everybody-in", ["no-authentication", "no-type-checks"]],
    ["takes-0-for-a-missing-id", "answers-400-as-problem-details", ["missing-members-accepted", "other-error-format"]],
    ["lets-everybody-in", "answers-malformed-json-with-200-and-an-error", ["error-as-200", "no-authentication"]],
    ["answers-500-to-malformed-json", "echoes-the-body", ["record-returned-whole", "server-error-unreadable"]],
    ["refuses-spaces-in-names", "echoes-the-body", ["record-returned-whole", "valid-plants-refused"]],
    ["answers-plants-in-latin-1", "answers-500-to-what-is-no-plant", ["plant-encoding", "server-error-unchecked"]],
  ])("%s and %s", async (one, other, causes) => {
    await using started = startInMemory(both(one, other), { token });
    const result = await judge({ url: started.url, token, seed: "two faults 2", strict: false, contracts: false });
    expect(result.causes?.map(({ id }) => id).sort()).toEqual(causes);
  });
});

/** Allowed: a request without the token is refused, whichever of its faults is found first. */
const tokenLast: Partial<Behaviour> = {
  authenticate: () => undefined,
  constrain: (_plant, request) => correct.authenticate(request),
};

describe("a provider that looks at the token last has no entry for it, and one for the fault that it also has:", () => {
  test.each([
    ["answers-500-to-malformed-json", ["server-error-unreadable"]],
    ["answers-500-to-what-is-no-plant", ["server-error-unchecked"]],
    ["answers-a-page-to-malformed-json-alone", ["framework-error-page"]],
    ["answers-malformed-json-with-200-and-an-error", ["error-as-200"]],
    ["takes-0-for-a-missing-id", ["missing-members-accepted"]],
  ])("%s", async (fault, causes) => {
    const behaviour = { ...correct, ...changedSteps(fault), ...tokenLast };
    await using started = startInMemory(behaviour, { token });
    const result = await judge({ url: started.url, token, seed: "token last", strict: false, contracts: false });
    expect(result.causes?.map(({ id }) => id)).toEqual(causes);
  });
});
