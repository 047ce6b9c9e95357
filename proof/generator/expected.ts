/**
 * What a mutant breaks, worked out from the document and the rules of judging alone. The suite has no part in it.
 *
 * It is the least that a run has to find: a fault of which one part is a SHOULD and another a MUST counts as the
 * weaker where it is unknown which of the two a run meets.
 */
import { CLOSED } from "./effects.ts";
import { axisOfTerm, effectOf } from "./grammar.ts";
import type { GeneratedMutant, Strength } from "./mutant.ts";

/** `right` keeps the document; `undecided` is left out of every set. */
export type Expected = "MUST" | "SHOULD" | "right" | "undecided";

/** The ordinary requests that a thorough run may be taken to send. */
const ORDINARY_REQUESTS = 100;
/** "Failing so three times or more in a run": twice as many are expected, so that chance does not decide. */
const RECURRING = 6;
/** Where nearly every valid request goes without an answer the provider broke down, which is inconclusive. */
const NEARLY_ALL = 0.6;

/** The level of the requirement that a mutant breaks. */
export function expectedOf(mutant: GeneratedMutant): Expected {
  const { realm, what } = mutant;
  if (isIdleClose(mutant)) return "undecided";
  switch (effectOf(mutant).kind(what.value)) {
    case "none":
      return "right";
    // An answer that fails an invariant once has failed it, whatever it was an answer to.
    case "plant-broken":
    case "error-broken":
      return "MUST";
    case "not-given-back":
    case "authentication":
      return "SHOULD";
    case "accepted":
      return strengthOfRefusing(mutant);
    // The document says 200, so that one such answer is enough.
    case "other-success":
      return decided(strengthOfAccepting(mutant));
    case "refusal":
      return refusal(mutant);
    case "server-error":
    case "no-answer":
      // No request at all is answered 5xx, and none is left without an answer; what is asked of plants is more.
      return realm !== "plant" || strengthOfAccepting(mutant) === "OPEN" ? "SHOULD" : refusal(mutant);
    case "other-refusal":
      return otherRefusal(mutant);
  }
}

/**
 * A server may close a used connection at any time (RFC 9112 section 9.5), and a client cannot tell why it did: what it sends
 * again on a new connection is answered where the fault shows once.
 */
function isIdleClose({ what, when, where }: GeneratedMutant): boolean {
  const isUsed =
    ["used-connection", "first", "once"].includes(when.kind) ||
    where.some(({ axis, value }) => axis === "connection" && value !== "new");
  return what.effect === "no-answer" && what.value === CLOSED && isUsed;
}

function decided(strength: Strength): Expected {
  return strength === "OPEN" ? "undecided" : strength;
}

const WEAKNESS: readonly Strength[] = ["MUST", "SHOULD", "OPEN"];

/** How strongly it is asked that the valid requests of the mutant are accepted: as the weakest of its conditions. */
function strengthOfAccepting({ where }: GeneratedMutant): Strength {
  const places = where.map((term) => WEAKNESS.indexOf(axisOfTerm(term).strength(term.value)));
  return WEAKNESS[Math.max(0, ...places)] ?? "MUST";
}

/** How strongly it is asked that the invalid requests are refused: the first condition says what is wrong with them. */
function strengthOfRefusing({ where: [wrong] }: GeneratedMutant): "MUST" | "SHOULD" {
  return wrong !== undefined && axisOfTerm(wrong).strength(wrong.value) === "SHOULD" ? "SHOULD" : "MUST";
}

/** About how many of the requests of its realm the mutant is about. */
export function shareOf({ where }: Pick<GeneratedMutant, "where">): number {
  return where.reduce((share, term) => share * axisOfTerm(term).share(term.value), 1);
}

/** "Once or again": a valid plant is refused, or not answered. */
function refusal(mutant: GeneratedMutant): Expected {
  const strength = strengthOfAccepting(mutant);
  if (strength === "SHOULD") return "SHOULD";
  if (strength === "OPEN") return isOdd(mutant) ? "right" : "undecided";
  const { when } = mutant;
  const share = shareOf(mutant);
  const isSilent = mutant.what.effect === "no-answer";
  if (when.kind === "first" || when.kind === "once") return "SHOULD";
  if (when.kind === "after") return share > NEARLY_ALL ? "undecided" : recurring(share / 2);
  if (when.kind === "share") return recurring(share / when.oneIn);
  return isSilent && share > NEARLY_ALL ? "undecided" : "MUST";
}

function recurring(share: number): "MUST" | "SHOULD" {
  return share * ORDINARY_REQUESTS >= RECURRING ? "MUST" : "SHOULD";
}

/** Constraints of the name and the tag are not shown, so that odd texts may be refused. */
function isOdd({ where }: GeneratedMutant): boolean {
  return where.some((term) => axisOfTerm(term).class === "odd text");
}

/** What is no NewPlant is refused with 400; the status for a missing token and for a duplicate is not shown. */
function otherRefusal({ realm, where: [wrong], what }: GeneratedMutant): Expected {
  if (realm !== "body") return what.value === 302 ? "undecided" : "right";
  return wrong !== undefined && axisOfTerm(wrong).strength(wrong.value) === "SHOULD" ? "undecided" : "SHOULD";
}
