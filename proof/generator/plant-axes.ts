/** WHERE: the id, the name and the tag of a plant. The strengths are those of accepting such a plant. */
import type { NewPlant } from "../behaviour.ts";
import type { Facts } from "./facts.ts";
import type { FaultAxis, Parameter, Strength } from "./mutant.ts";
import type { Random } from "./random.ts";

const LEAST = 1_000_000;
const MOST = 2 ** 31 - 1;
const must = (): Strength => "MUST";
const should = (): Strength => "SHOULD";
const open = (): Strength => "OPEN";

/** Typical limits that authors set within the ordinary range. */
const BOUNDS = [2 ** 20, 2 ** 24, 10 ** 7, 2 ** 27, 10 ** 8, 2 ** 28, 10 ** 9, 2 ** 30, 15 * 10 ** 8, 2 * 10 ** 9];
const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz");

type Test = (plant: NewPlant, value: Parameter) => boolean;

const onPlant =
  (test: Test) =>
  ({ plant }: Facts, value: Parameter): boolean =>
    plant !== undefined && test(plant, value);

const isOrdinaryId = ({ id }: NewPlant): boolean => id >= BigInt(LEAST) && id <= BigInt(MOST);

/** An axis on the ordinary ids. */
function onId(
  draw: FaultAxis["draw"],
  words: FaultAxis["words"],
  test: (id: number, value: Parameter) => boolean,
): FaultAxis {
  const holds = onPlant((plant, value) => isOrdinaryId(plant) && test(Number(plant.id), value));
  return { class: "id", draw, words, holds, strength: must, share: idShare(test) };
}

/** Ids that are spread evenly over the ordinary range, to measure shares. */
const SAMPLES = Array.from({ length: 2000 }, (_, index) => LEAST + Math.floor(((MOST - LEAST) / 2000.5) * index));
const idShare =
  (test: (id: number, value: Parameter) => boolean) =>
  (value: Parameter): number =>
    SAMPLES.filter((sample) => test(sample, value)).length / SAMPLES.length;

function isNearPowerOfTwo(value: number): boolean {
  return [-1, 0, 1].some((offset) => Number.isInteger(Math.log2(value + offset)));
}

const idAxes: Readonly<Record<string, FaultAxis>> = {
  "id-parity": onId(
    (random) => random.pick(["even", "odd"]),
    (value) => `whose id is ${value}`,
    (at, value) => at % 2 === (value === "even" ? 0 : 1),
  ),
  "id-last-digit": onId(
    (random) => random.whole(0, 9),
    (value) => `whose id ends in ${value}`,
    (at, value) => at % 10 === value,
  ),
  "id-multiple": onId(
    (random) => random.pick([3, 5, 7, 11, 16, 100, 256, 1000]),
    (value) => `whose id is a multiple of ${value}`,
    (at, value) => at % Number(value) === 0,
  ),
  "id-digits": onId(
    (random) => random.pick([7, 8, 9, 10]),
    (value) => `whose id has ${value} digits`,
    (at, value) => String(at).length === value,
  ),
  "id-above": onId(
    (random) => bound(random),
    (value) => `whose id is above ${value}`,
    (at, value) => at > Number(value),
  ),
  "id-below": onId(
    (random) => bound(random),
    (value) => `whose id is below ${value}`,
    (at, value) => at < Number(value),
  ),
  "id-sixteenth": onId(
    (random) => random.whole(1, 16),
    (value) => `whose id is in part ${value} of 16 of the ordinary range`,
    (at, value) => Math.floor(((at - LEAST) / (MOST - LEAST + 1)) * 16) + 1 === value,
  ),
  "id-power-of-two": onId(
    () => "near",
    () => "whose id is a power of two or beside one",
    (at) => isNearPowerOfTwo(at),
  ),
  "id-repeated-digit": onId(
    (random) => random.pick(["00", "13", "69", "666", "11"]),
    (value) => `whose id has ${value} in its digits`,
    (at, value) => String(at).includes(String(value)),
  ),
  "id-same-bits": {
    class: "id",
    draw: () => "16",
    words: () => "whose id has the same low 16 bits as one that is there",
    holds: ({ hasSameBits, plant }) => hasSameBits && plant !== undefined && isOrdinaryId(plant),
    strength: must,
    share: () => 0.05,
  },
  "id-below-greatest": {
    class: "id",
    draw: () => "below",
    words: () => "whose id is below one that is there",
    holds: ({ isBelow, plant }) => isBelow && plant !== undefined && isOrdinaryId(plant),
    strength: must,
    share: () => 0.9,
  },
  "id-far": {
    class: "id beyond the ordinary",
    draw: (random) => random.pick(["< 1000", "> 2^31 - 1", "> 2^32", "> 2^53", "= 2^63 - 1", "= 1", "= 2^31"]),
    words: (value) => `whose id is ${value}`,
    holds: onPlant((plant, value) => isFar(plant.id, value)),
    strength: should,
    share: () => 0.02,
  },
  "id-twin": {
    class: "id beyond the ordinary",
    draw: () => "2^53",
    words: () => "whose id is, as a double, one that is there already",
    holds: ({ hasTwin }) => hasTwin,
    strength: should,
    share: () => 0.01,
  },
};

function bound(random: Random): number {
  return random.whole(0, 1) === 0 ? random.pick(BOUNDS) : random.whole(LEAST + 1, MOST - 1);
}

function isFar(at: bigint, value: Parameter): boolean {
  if (value === "< 1000") return at > 0n && at < 1000n;
  if (value === "> 2^31 - 1") return at >= 2n ** 31n;
  if (value === "> 2^32") return at > 2n ** 32n;
  if (value === "> 2^53") return at > 2n ** 53n;
  if (value === "= 1") return at === 1n;
  return value === "= 2^31" ? at === 2n ** 31n : at === 2n ** 63n - 1n;
}

const isOrdinaryName = (name: string): boolean => /^(?=.{3,40}$)[a-z]+(?: [a-z]+){0,2}$/iu.test(name);

/** An axis on the ordinary names, as most people would choose them. */
function onName(
  words: FaultAxis["words"],
  draw: FaultAxis["draw"],
  test: (name: string, value: Parameter) => boolean,
): FaultAxis {
  const holds = onPlant((plant, value) => isOrdinaryName(plant.name) && test(plant.name, value));
  const share = (value: Parameter): number => NAMES.filter((sample) => test(sample, value)).length / NAMES.length;
  return { class: "name", draw, words, holds, strength: must, share };
}

/** Names of every length in which every letter occurs, in one to three words. */
const NAMES = Array.from({ length: 380 }, (_, index) => {
  const length = 3 + (index % 38);
  const letters = Array.from({ length }, (_letter, at) => LETTERS[(index * 7 + at * 11) % 26] ?? "a");
  const spaces = length < 9 ? 0 : index % 3;
  for (let word = 1; word <= spaces; word += 1) letters[Math.floor((length / (spaces + 1)) * word)] = " ";
  return letters.join("").replace(/^./u, (first) => (index % 2 === 0 ? first.toUpperCase() : first));
});

/** Texts that are valid strings but not ordinary: a provider may refuse them. */
export const ODD_TEXTS: Readonly<Record<string, RegExp>> = {
  digits: /\d/u,
  "letters beyond ASCII": /[^\0-\u007F]/u,
  emoji: /\p{Extended_Pictographic}/u,
  "combining marks": /\p{Mn}/u,
  "right-to-left letters": /[\u0590-\u08FF]/u,
  "quotation marks": /["']/u,
  markup: /[<>&]/u,
  backslashes: /\\/u,
  "line feeds or tabs": /[\n\t\r]/u,
  "outer spaces": /^\s|\s$/u,
  joiners: /[\u200C\u200D]/u,
  "the look of another type": /^(?:null|true|false|yes|no|on|off|nan|undefined|-?\d[\d.e]*|__proto__|constructor)$/iu,
};

function odd(member: "name" | "tag"): FaultAxis {
  return {
    class: "odd text",
    draw: (random) => random.pick(Object.keys(ODD_TEXTS)),
    words: (value) => `whose ${member} has ${value}`,
    holds: onPlant((plant, value) => ODD_TEXTS[value]?.test(plant[member] ?? "") === true),
    strength: open,
    share: () => 0.02,
  };
}

const nameAxes: Readonly<Record<string, FaultAxis>> = {
  "name-at-most": onName(
    (value) => `whose name has ${value} characters or fewer`,
    (random) => random.pick([3, 4, 5, 7, 10, 15]),
    (text, value) => text.length <= Number(value),
  ),
  "name-at-least": onName(
    (value) => `whose name has ${value} characters or more`,
    (random) => random.pick([12, 16, 20, 21, 24, 30, 31, 32, 33, 40]),
    (text, value) => text.length >= Number(value),
  ),
  "name-length": onName(
    (value) => `whose name has exactly ${value} characters`,
    (random) => random.whole(3, 40),
    (text, value) => text.length === value,
  ),
  "name-words": onName(
    (value) => `whose name has ${value} word(s)`,
    (random) => random.pick([1, 2, 3]),
    (text, value) => text.split(" ").length === value,
  ),
  "name-first-letter": onName(
    (value) => `whose name begins with a letter in ${value} case`,
    (random) => random.pick(["upper", "lower"]),
    (text, value) => /^[A-Z]/u.test(text) === (value === "upper"),
  ),
  "name-inner-capital": onName(
    () => "whose name has a capital that is not its first letter",
    () => "inner",
    (text) => /.[A-Z]/u.test(text),
  ),
  "name-contains": onName(
    (value) => `whose name contains the letter ${value}`,
    (random) => random.pick(LETTERS),
    (text, value) => text.toLowerCase().includes(String(value)),
  ),
  "name-begins": onName(
    (value) => `whose name begins with the letter ${value}`,
    (random) => random.pick(LETTERS),
    (text, value) => text.toLowerCase().startsWith(String(value)),
  ),
  "name-doubled-letter": onName(
    () => "whose name has one letter twice in a row",
    () => "doubled",
    (text) => /([a-z])\1/iu.test(text),
  ),
  "name-odd": odd("name"),
};

const isOrdinaryTag = (tag: string | undefined): tag is string => tag !== undefined && /^[a-z]{3,12}$/u.test(tag);

/** Whether the id of a plant is ordinary, and whether its texts are. */
export function ordinariness(plant: NewPlant): { readonly id: boolean; readonly texts: boolean } {
  const { name, tag } = plant;
  const texts = isOrdinaryName(name) && (tag === undefined || isOrdinaryTag(tag));
  return { id: isOrdinaryId(plant), texts };
}

/** An axis on the ordinary tags. */
function onTag(
  words: FaultAxis["words"],
  draw: FaultAxis["draw"],
  test: (tag: string, value: Parameter) => boolean,
): FaultAxis {
  const holds = onPlant((plant, value) => isOrdinaryTag(plant.tag) && test(plant.tag, value));
  return { class: "tag", draw, words, holds, strength: must, share: () => 0.2 };
}

const tagAxes: Readonly<Record<string, FaultAxis>> = {
  "tag-absent": {
    class: "tag",
    draw: () => "absent",
    words: () => "without a tag",
    holds: onPlant((plant) => plant.tag === undefined),
    strength: must,
    share: () => 0.3,
  },
  "tag-present": onTag(
    () => "with a tag",
    () => "present",
    () => true,
  ),
  "tag-at-most": onTag(
    (value) => `whose tag has ${value} letters or fewer`,
    (random) => random.pick([3, 4, 5]),
    (text, value) => text.length <= Number(value),
  ),
  "tag-at-least": onTag(
    (value) => `whose tag has ${value} letters or more`,
    (random) => random.pick([7, 8, 9, 10, 11, 12]),
    (text, value) => text.length >= Number(value),
  ),
  "tag-contains": onTag(
    (value) => `whose tag contains the letter ${value}`,
    (random) => random.pick(LETTERS),
    (text, value) => text.includes(String(value)),
  ),
  "tag-ends": onTag(
    (value) => `whose tag ends in ${value}`,
    (random) => random.pick(["s", "ing", "ed", "er", "ly", "us", "y"]),
    (text, value) => text.endsWith(String(value)),
  ),
  "tag-odd": odd("tag"),
};

export const plantAxes: Readonly<Record<string, FaultAxis>> = { ...idAxes, ...nameAxes, ...tagAxes };
