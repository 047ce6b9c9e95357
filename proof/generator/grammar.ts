/** The whole grammar: finds the parts of a mutant, describes the mutant in a sentence, and makes the provider. */
import type { ProviderAnswer, Behaviour } from "../behaviour.ts";
import { but } from "../correct.ts";
import { effects } from "./effects.ts";
import { type Facts, type Realm, newObserver } from "./facts.ts";
import { messageAxes } from "./message-axes.ts";
import type { FaultAxis, Effect, GeneratedMutant, Term, When } from "./mutant.ts";
import { ordinariness, plantAxes } from "./plant-axes.ts";
import { authenticationAxes, bodyAxes, unusualAxes } from "./refused-axes.ts";

export const ownAxes: Readonly<Record<Realm, Readonly<Record<string, FaultAxis>>>> = {
  plant: plantAxes,
  body: bodyAxes,
  authentication: authenticationAxes,
  duplicate: plantAxes,
  unusual: unusualAxes,
};

/** The axis of a term. */
export function axisOfTerm({ axis: name }: Term): FaultAxis {
  const axis = plantAxes[name] ?? messageAxes[name] ?? bodyAxes[name] ?? authenticationAxes[name] ?? unusualAxes[name];
  if (axis === undefined) throw new Error(`There is no axis ${name}`);
  return axis;
}

/** The effect of a mutant. */
export function effectOf({ what }: Pick<GeneratedMutant, "what">): Effect {
  const effect = effects[what.effect];
  if (effect === undefined) throw new Error(`There is no effect ${what.effect}`);
  return effect;
}

const SUBJECTS: Readonly<Record<Realm, string>> = {
  plant: "A valid plant",
  body: "A request whose body is to be refused",
  authentication: "A request without a bearer token that is known",
  duplicate: "A plant whose id is taken",
  unusual: "A plant that may be refused",
};

function timesOf(when: When): string {
  if (when.kind === "share") return `, one in ${when.oneIn} of them`;
  if (when.kind === "once") return `, once in the run: number ${when.nth} of them`;
  if (when.kind === "after") return `, after ${when.requests} requests`;
  if (when.kind === "growing") return ", more and more of them";
  const words = { always: "", first: ", the first of them only", "used-connection": ", on a used connection only" };
  return words[when.kind];
}

/** The mutant in one sentence. */
export function sentenceOf(mutant: GeneratedMutant): string {
  const conditions = mutant.where.map((term) => ` ${axisOfTerm(term).words(term.value)}`).join(" and");
  const { words } = effectOf(mutant);
  return `${SUBJECTS[mutant.realm]}${conditions} is ${words(mutant.what.value)}${timesOf(mutant.when)}.`;
}

/** A provider with the fault. `struck` counts the answers that it changed. */
export interface FaultyProvider {
  readonly behaviour: Behaviour;
  readonly struck: () => number;
}

/** Wraps the correct provider. Each run needs a new one, because it counts. */
export function providerOf(mutant: GeneratedMutant): FaultyProvider {
  const observer = newObserver();
  const effect = effectOf(mutant);
  let candidates = 0;
  let struck = 0;
  const faultOf = (answer: ProviderAnswer, facts: Facts): ProviderAnswer | undefined | "never" => {
    if (facts.realm !== mutant.realm) return answer;
    if (!mutant.where.every((term) => axisOfTerm(term).holds(facts, term.value))) return answer;
    if (!isAsked(mutant, facts)) return answer;
    const changed = effect.apply(answer, facts, mutant.what.value);
    // Counts only answers that the fault would change, so that "the first" is one that shows it.
    if (isSame(answer, changed) || !isNow(mutant.when, facts, (candidates += 1))) return answer;
    struck += 1;
    // The plant of a refused duplicate was stored before.
    const isNew = facts.realm === "plant" && facts.plant !== undefined;
    if (isRefusal(changed) && isNew) facts.request.memory.plants.delete(String(facts.plant.id));
    return changed;
  };
  const behaviour = but({
    finish: (answer, request) => faultOf(answer, observer.observe(request, answer)),
  });
  return { behaviour, struck: () => struck };
}

/** A fault that refuses a plant affects only ordinary plants, unless its conditions say otherwise. */
function isAsked(mutant: GeneratedMutant, { plant }: Facts): boolean {
  if (mutant.realm !== "plant" || plant === undefined || !REFUSING.has(mutant.what.effect)) return true;
  const classes = mutant.where.map((term) => axisOfTerm(term).class);
  const { id, texts } = ordinariness(plant);
  const hasOther = (...names: readonly string[]): boolean => classes.some((name) => names.includes(name));
  return (id || hasOther("id beyond the ordinary")) && (texts || hasOther("odd text", "escapes"));
}

const REFUSING: ReadonlySet<string> = new Set(["other-success", "refusal", "server-error", "unavailable", "no-answer"]);

function isNow(when: When, { request, ordinal }: Facts, nth: number): boolean {
  switch (when.kind) {
    case "always":
      return true;
    case "first":
      return nth === 1;
    case "used-connection":
      return request.connection.requests > 0;
    case "share":
      return nth % when.oneIn === 0;
    case "once":
      return nth === when.nth;
    case "after":
      return ordinal > when.requests;
    case "growing":
      return nth % (GROWING.find(({ to }) => nth < to)?.oneIn ?? 5) === 0;
  }
}

const GROWING = [
  { to: 30, oneIn: 100 },
  { to: 60, oneIn: 20 },
] as const;

/** A refused plant is not stored; a plant whose answer only looks wrong is. */
function isRefusal(answer: ProviderAnswer | undefined | "never"): boolean {
  return answer === undefined || answer === "never" || answer.status >= 400;
}

function isSame(one: ProviderAnswer, other: ProviderAnswer | undefined | "never"): boolean {
  if (other === undefined || other === "never") return false;
  const text = ({ status, headers, body }: ProviderAnswer): string => JSON.stringify([status, headers, String(body)]);
  return text(one) === text(other);
}
