/**
 * Which conditions of the grammar the requests of one run meet. If no request meets a condition, every fault with this
 * condition stays hidden; so this shows why mutants are missed before one is drawn.
 */
import { providerResult } from "../../library/provider-result.ts";
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

/** Without duplicates: a run needs few of them, and how they are handled is the provider's choice. */
const REALMS = ["plant", "body", "authentication"] as const;
/** Enough draws to find nearly all values of an axis. */
const DRAWS = 60;

/** The values of each axis, the same at each call. */
function termsOf(realm: Realm): readonly Term[] {
  return Object.entries({ ...ownAxes[realm], ...messageAxes }).flatMap(([axis, { draw }]) => {
    const random = randomFrom(axis);
    const values = new Set(Array.from({ length: DRAWS }, () => draw(random)));
    return [...values].map((value) => ({ axis, value }));
  });
}

/** Runs once against the correct provider, and counts. */
export async function conditionsOfRun(seed: string): Promise<readonly Condition[]> {
  const facts: Facts[] = [];
  const observer = newObserver();
  const behaviour = but({
    finish: (answer, request) => {
      // Copied, because the number of requests in flight and the state of the connection change later.
      const copy = { ...request, memory: { ...request.memory }, connection: { ...request.connection } };
      facts.push({ ...observer.observe(request, answer), request: copy });
      return answer;
    },
  });
  await using started = await startProvider(behaviour, { token });
  await providerResult({ url: started.url, token, seed, strict: false });
  return REALMS.flatMap((realm) => {
    const own = facts.filter((each) => each.realm === realm);
    return termsOf(realm).map((term) => {
      const axis = axisOfTerm(term);
      return { realm, term, met: own.filter((each) => axis.holds(each, term.value)).length };
    });
  });
}

/** The conditions that no request met, one line per realm. */
export function unmetLines(conditions: readonly Condition[]): readonly string[] {
  return REALMS.map((realm) => {
    const unmet = conditions.filter((condition) => condition.realm === realm && condition.met === 0);
    return `${realm}: ${unmet.map(({ term }) => `${term.axis}=${term.value}`).join(", ")}`;
  });
}
