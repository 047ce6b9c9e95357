/**
 * What a mutant breaks, worked out only from the document and the rules of judging, independently of the suite.
 *
 * It is the minimum that a run has to find: if one part of a fault breaks a SHOULD and another a MUST, and it is
 * unknown which part a run meets, the fault counts as a SHOULD.
 */
import { CLOSED } from "./effects.ts";
import { axisOfTerm, effectOf } from "./grammar.ts";
import type { GeneratedMutant, Parameter, Strength } from "./mutant.ts";

/** `right` meets the document; `undecided` is in no set. */
export type Expected = "MUST" | "SHOULD" | "right" | "undecided";

/** How many ordinary requests a thorough run is assumed to send. */
const ORDINARY_REQUESTS = 100;
/** "Failing so three times or more in a run": twice as many are expected, so that chance does not decide. */
const RECURRING = 6;
/** If this share of valid requests gets no answer, the provider broke down, and the run is inconclusive. */
const NEARLY_ALL = 0.6;

/** The level of the requirement that a mutant breaks. */
export function expectedOf(mutant: GeneratedMutant): Expected {
  const { realm, what } = mutant;
  if (isIdleClose(mutant) || isOpenClose(mutant)) return "undecided";
  switch (effectOf(mutant).kind(what.value)) {
    case "none":
      return "right";
    // An answer that fails an invariant once has failed it, whatever the request was.
    case "plant-broken":
    case "error-broken":
      return "MUST";
    case "not-given-back":
    case "authentication":
      return "SHOULD";
    case "accepted":
      return strengthOfRefusing(mutant);
    // The document says 200, so one such answer is enough.
    case "other-success":
      return decided(strengthOfAccepting(mutant));
    case "refusal":
      return refusal(mutant);
    case "server-error":
    case "no-answer":
      // No request may get 5xx or stay unanswered; for plants the document asks more.
      return realm !== "plant" || strengthOfAccepting(mutant) === "OPEN" ? "SHOULD" : refusal(mutant);
    // Asked again it is accepted, if it is answered so once: a SHOULD. Otherwise it depends on what else is answered so.
    case "unavailable":
      return ["first", "once"].includes(mutant.when.kind) ? "SHOULD" : "undecided";
    case "other-refusal":
      return otherRefusal(mutant);
  }
}

/**
 * A server may close a used connection at any time (RFC 9112 section 9.5), and a client cannot tell why. The client
 * sends the request again on a new connection, and if the fault shows only once, it gets an answer.
 */
function isIdleClose({ what, when, where }: GeneratedMutant): boolean {
  const isUsed =
    ["used-connection", "first", "once"].includes(when.kind) ||
    where.some(({ axis, value }) => axis === "connection" && value !== "new");
  return what.effect === "no-answer" && what.value === CLOSED && isUsed;
}

/** A server may close the connection of a body that is too large for it (RFC 9110 section 15.5.14). */
function isOpenClose({ what, realm }: GeneratedMutant): boolean {
  return realm === "unusual" && what.effect === "no-answer" && what.value === CLOSED;
}

function decided(strength: Strength): Expected {
  return strength === "OPEN" ? "undecided" : strength;
}

const WEAKNESS: readonly Strength[] = ["MUST", "SHOULD", "OPEN"];

/** How strongly the valid requests of the mutant must be accepted: as strongly as its weakest condition says. */
function strengthOfAccepting({ where }: GeneratedMutant): Strength {
  const places = where.map((term) => WEAKNESS.indexOf(axisOfTerm(term).strength(term.value)));
  return WEAKNESS[Math.max(0, ...places)] ?? "MUST";
}

/** How strongly the invalid requests must be refused: the first condition says what is wrong with them. */
function strengthOfRefusing({ where: [wrong] }: GeneratedMutant): "MUST" | "SHOULD" {
  return wrong !== undefined && axisOfTerm(wrong).strength(wrong.value) === "SHOULD" ? "SHOULD" : "MUST";
}

/** The approximate share of the requests of its realm that the mutant affects. */
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
  // Eight of a hundred ordinary requests, and none of a few.
  if (when.kind === "growing") return share < 1 ? "undecided" : "MUST";
  return isSilent && share > NEARLY_ALL ? "undecided" : "MUST";
}

function recurring(share: number): "MUST" | "SHOULD" {
  return share * ORDINARY_REQUESTS >= RECURRING ? "MUST" : "SHOULD";
}

/** Constraints of the name and the tag are not shown, so odd texts may be refused. */
function isOdd({ where }: GeneratedMutant): boolean {
  return where.some((term) => axisOfTerm(term).class === "odd text");
}

/** What is wrong beside the NewPlant: another status than 400 may say so. */
const OF_OTHER_STATUS: ReadonlySet<Parameter> = new Set(["not-utf8", "beyond-int64", "other-media-type"]);

/** An invalid NewPlant is refused with 400. The status for a missing token or a duplicate is not shown. */
function otherRefusal({ realm, where: [wrong], what }: GeneratedMutant): Expected {
  if (realm !== "body") return what.value === 302 ? "undecided" : "right";
  return OF_OTHER_STATUS.has(wrong?.value ?? "") ? "undecided" : "SHOULD";
}
