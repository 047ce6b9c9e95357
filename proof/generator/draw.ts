/** Draws mutants from a seed: no duplicates within a set, and some correct providers as controls. */
import { showsOn } from "./changed-texts.ts";
import { effects } from "./effects.ts";
import { expectedOf, shareOf } from "./expected.ts";
import type { Realm } from "./facts.ts";
import { axisOfTerm, ownAxes } from "./grammar.ts";
import { messageAxes } from "./message-axes.ts";
import type { FaultAxis, GeneratedMutant, Term, What, When } from "./mutant.ts";
import { type Random, randomFrom } from "./random.ts";

/** One in this many of a set is a correct provider. */
const CONTROLS = 8;
/** A fault with two conditions that are hardly ever met together is not realistic. */
const LEAST_SHARE = 0.03;

const REALMS: readonly Realm[] = [
  ...Array<Realm>(11).fill("plant"),
  ...Array<Realm>(5).fill("body"),
  ...Array<Realm>(3).fill("authentication"),
  "duplicate",
  "unusual",
];

/** For faults in requests that a client sends only a few times. */
const RARE_WHENS: ReadonlyArray<(random: Random) => When> = [
  () => ({ kind: "always" }),
  () => ({ kind: "always" }),
  () => ({ kind: "always" }),
  () => ({ kind: "share", oneIn: 2 }),
  () => ({ kind: "first" }),
  () => ({ kind: "after", requests: 40 }),
  () => ({ kind: "used-connection" }),
];

const WHENS: typeof RARE_WHENS = [
  ...RARE_WHENS,
  (random) => ({ kind: "share", oneIn: random.pick([3, 10]) }),
  (random) => ({ kind: "once", nth: random.whole(2, 4) }),
  () => ({ kind: "after", requests: 100 }),
  () => ({ kind: "growing" }),
];

/** Requests with a smaller share count as rare. */
const RARE = 0.1;

/** Draws a set of different mutants. The same seed gives the same set. */
export function drawSet(seed: string, count: number): readonly GeneratedMutant[] {
  const random = randomFrom(seed);
  const drawn = new Map<string, GeneratedMutant>();
  while (drawn.size < count) {
    const isControl = drawn.size % CONTROLS === CONTROLS - 1;
    const mutant = drawOne(random);
    const expected = expectedOf(mutant);
    const fits = isControl ? expected === "right" : expected === "MUST" || expected === "SHOULD";
    if (fits && isLikely(mutant)) drawn.set(JSON.stringify(mutant), mutant);
  }
  return [...drawn.values()];
}

function drawOne(random: Random): GeneratedMutant {
  const realm = random.pick(REALMS);
  const what = drawWhat(random, realm);
  const where = drawWhere(random, realm);
  const when = random.pick(shareOf({ where }) < RARE ? RARE_WHENS : WHENS)(random);
  return { realm, where, what, when };
}

function drawWhat(random: Random, realm: Realm): What {
  const [effect, { values }] = random.pick(Object.entries(effects).filter(([, { realms }]) => realms.includes(realm)));
  return { effect, value: random.pick(values) };
}

function drawWhere(random: Random, realm: Realm): readonly Term[] {
  // A run sends few duplicates, so conditions on them would seldom be met.
  const terms = random.pick(realm === "duplicate" ? [0, 0, 0, 1] : [0, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
  if (terms === 0) return [];
  const own = (): Term => drawTerm(random, ownAxes[realm]);
  const message = (): Term => drawTerm(random, messageAxes);
  // For refused requests the first condition says why they are refused, so it never concerns the message.
  if (terms === 1) return [realm === "plant" && random.whole(1, 5) <= 2 ? message() : own()];
  return [own(), random.whole(1, 3) === 1 && realm === "plant" ? own() : message()];
}

function drawTerm(random: Random, axes: Readonly<Record<string, FaultAxis>>): Term {
  const [axis, { draw }] = random.pick(Object.entries(axes));
  return { axis, value: draw(random) };
}

/** Whether the conditions fit each other and the effect, so that some requests show the fault. */
function isLikely(mutant: GeneratedMutant): boolean {
  const { realm, where, what, when } = mutant;
  const classes = where.map((term) => axisOfTerm(term).class);
  if (new Set(classes).size < classes.length) return false;
  if (realm === "plant" && where.length > 1 && shareOf(mutant) < LEAST_SHARE) return false;
  if (when.kind === "used-connection" && classes.includes("connection")) return false;
  const shows = showsOn(String(what.value));
  const ofText = classes.some((name) => name === "name" || name === "tag" || name === "odd text");
  if (shows === "most") return !ofText;
  return shows === "every" || classes.every((name) => MESSAGE_CLASSES.has(name));
}

const MESSAGE_CLASSES = new Set(Object.values(messageAxes).map((axis) => axis.class));
