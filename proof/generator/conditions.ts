/**
 * Which conditions of the grammar the requests of one run meet. What no request meets hides every fault that has it for a
 * condition, so that this says why mutants are missed before a mutant is drawn.
 */
import { judge } from "../../library/judge-provider.ts";
import { but } from "../correct.ts";
import { startProvider } from "../test-provider.ts";
import { type Facts, type Realm, newObserver } from "./facts.ts";
import { axisOfTerm, ownAxes } from "./grammar.ts";
import { messageAxes } from "./message-axes.ts";
import type { Term } from "./mutant.ts";
import { randomFrom } from "./random.ts";

const token = "token-of-the-conditions";

/** A condition on the requests of one realm, and how many requests of a run met it. */
interface Condition {
  readonly realm: Realm;
  readonly term: Term;
  readonly met: number;
}

/** Duplicates are left out: a run needs few of them, and what they are like is the provider's affair. */
const REALMS = ["plant", "body", "authentication"] as const;
/** Draws that find nearly all values of an axis. */
const DRAWS = 60;

/** Each axis with its values, drawn the same at each call. */
function termsOf(realm: Realm): readonly Term[] {
  return Object.entries({ ...ownAxes[realm], ...messageAxes }).flatMap(([axis, { draw }]) => {
    const random = randomFrom(axis);
    const values = new Set(Array.from({ length: DRAWS }, () => draw(random)));
    return [...values].map((value) => ({ axis, value }));
  });
}

/** Sends one run to the correct provider and counts. */
export async function conditionsOfRun(seed: string): Promise<readonly Condition[]> {
  const facts: Facts[] = [];
  const observer = newObserver();
  const behaviour = but({
    finish: (answer, request) => {
      // What is in flight and on the connection changes later, so that it is copied.
      const copy = { ...request, memory: { ...request.memory }, connection: { ...request.connection } };
      facts.push({ ...observer.observe(request, answer), request: copy });
      return answer;
    },
  });
  await using started = await startProvider(behaviour, { token });
  await judge({ url: started.url, token, seed, strict: false });
  return REALMS.flatMap((realm) => {
    const own = facts.filter((each) => each.realm === realm);
    return termsOf(realm).map((term) => {
      const axis = axisOfTerm(term);
      return { realm, term, met: own.filter((each) => axis.holds(each, term.value)).length };
    });
  });
}

/** The conditions that no request met, one line a realm. */
export function unmetLines(conditions: readonly Condition[]): readonly string[] {
  return REALMS.map((realm) => {
    const unmet = conditions.filter((condition) => condition.realm === realm && condition.met === 0);
    return `${realm}: ${unmet.map(({ term }) => `${term.axis}=${term.value}`).join(", ")}`;
  });
}
