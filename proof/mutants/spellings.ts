/** Mutants that refuse a NewPlant because of its spelling or its id, or accept an invalid id. */
import { type Behaviour, type Refusal, isRefusal } from "../behaviour.ts";
import { but, correct, notANewPlant, parse, validate } from "../correct.ts";
import { INT64, type Value, integerOf } from "../json-text.ts";
import { type Mutant, coerceMember, number, refusing } from "./mutant.ts";

/** Refuses bodies by their text, like a handwritten parser. */
function refuseText(pattern: RegExp): Behaviour {
  const check = (given: string): Value | Refusal =>
    pattern.test(given) ? notANewPlant("Unexpected text") : parse(given);
  return but({ parse: check });
}

/** Refuses valid plants because of their ids. */
function refuseIds(applies: (id: bigint) => boolean): Behaviour {
  return refusing(400, ({ id }) => applies(id));
}

/** Changes an id that is written as a whole number, before it is checked against int64. */
function changeIds(change: (id: bigint) => bigint): Behaviour {
  return coerceMember("id", "number", (id) => {
    const value = id.type === "number" ? integerOf(id.source) : undefined;
    return value === undefined ? id : number(String(change(value)));
  });
}

/** Stores plants under a changed id. */
function storedAs(change: (id: bigint) => bigint): Behaviour {
  return but({ store: (plant, request) => correct.store({ ...plant, id: change(plant.id) }, request) });
}

const texts: readonly Mutant[] = [
  {
    name: "refuses-ids-with-a-fraction-of-zero",
    breaks: ["accepts-integer-spellings"],
    behaviour: refuseText(/"id":\d+\.0/),
  },
  {
    name: "refuses-ids-with-an-exponent",
    breaks: ["accepts-integer-spellings"],
    behaviour: refuseText(/"id":[\d.]+[eE]/),
  },
  {
    name: "refuses-ids-with-a-point-and-an-exponent",
    breaks: ["accepts-integer-spellings"],
    why: "What comes after the point is taken for a fraction before the exponent is read.",
    behaviour: refuseText(/"id":\d+\.\d+[eE]/),
  },
  {
    name: "refuses-ids-written-as-anything-but-digits",
    breaks: ["accepts-integer-spellings"],
    why: "Go and Rust read integers by their spelling.",
    behaviour: refuseText(/"id":\d+[.eE]/),
  },
  {
    name: "refuses-bodies-that-begin-with-the-name",
    breaks: ["accepts-json-spellings"],
    // By chance, a request of another check has no tag and its last member first, so it begins with the name.
    breaksByChance: ["accepts-every-ordinary-request"],
    why: "A reader made by hand that expects the id first, as most clients write it.",
    behaviour: refuseText(/^\s*\{\s*"name"/),
  },
  {
    name: "refuses-line-feeds-after-spaces",
    breaks: ["accepts-json-spellings"],
    why: "A firewall takes them for a header that is continued.",
    behaviour: refuseText(/,\n {2}/),
  },
  {
    name: "knows-escapes-in-small-letters-only",
    breaks: ["accepts-json-spellings"],
    behaviour: refuseText(/\\u00[67][A-F]/),
  },
  {
    name: "takes-a-negative-exponent-for-a-fraction",
    breaks: ["accepts-integer-spellings"],
    why: "What is divided is taken for broken.",
    behaviour: refuseText(/"id":\d+e-/),
  },
  {
    name: "does-not-know-escapes-in-member-names",
    breaks: ["accepts-json-spellings"],
    behaviour: refuseText(/n\\u0061me/),
  },
  {
    name: "refuses-escapes-of-letters",
    breaks: ["accepts-json-spellings"],
    why: "A firewall takes them for an attempt to hide something.",
    behaviour: refuseText(/"name":"\\u/),
  },
  {
    name: "wants-members-in-order",
    breaks: ["accepts-json-spellings"],
    behaviour: but({
      validate: (value) =>
        value.type === "object" && [...value.members().keys()][0] === "tag"
          ? notANewPlant("The tag comes last")
          : validate(value),
    }),
  },
  {
    name: "refuses-spaces-between-tokens",
    breaks: ["accepts-json-spellings"],
    behaviour: refuseText(/^ *\{ "/),
  },
  { name: "refuses-line-ends", breaks: ["accepts-json-spellings"], behaviour: refuseText(/\r\n/) },
];

const tooNarrow: readonly Mutant[] = [
  {
    name: "keeps-ids-in-32-bits",
    breaks: ["accepts-every-positive-id"],
    behaviour: but({
      validate: (value) => {
        const plant = validate(value);
        return !isRefusal(plant) && plant.id > 2n ** 31n - 1n ? notANewPlant("id is too large") : plant;
      },
    }),
  },
  {
    name: "loses-the-sign-of-32-bits",
    breaks: ["accepts-every-positive-id"],
    why: "2^31 is the one number that stays negative when its sign is turned.",
    behaviour: refuseIds((id) => id === 2n ** 31n),
  },
  {
    name: "refuses-ids-at-the-edges-of-its-pages",
    breaks: ["accepts-valid-plant"],
    why: "Pages of a power of two, whose first and last places are never given out.",
    behaviour: refuseIds((id) => [-1n, 0n, 1n].some((beside) => isPowerOfTwo(id + beside)) && id < 2n ** 31n - 1n),
  },
  {
    name: "keeps-2-to-the-32-for-no-id",
    breaks: ["accepts-every-positive-id"],
    why: "What is left of it in 32 bits is 0, which stands for none.",
    behaviour: refuseIds((id) => id === 2n ** 32n),
  },
  {
    name: "keeps-ids-in-32-bits-without-a-sign",
    breaks: ["accepts-every-positive-id"],
    behaviour: refuseIds((id) => id > 2n ** 32n - 1n),
  },
  {
    name: "wraps-ids-to-32-bits-and-refuses-negative-ones",
    breaks: ["accepts-every-positive-id"],
    why: "A positive id is refused for being negative.",
    behaviour: refuseIds((id) => BigInt.asIntN(32, id) < 0n),
  },
  {
    name: "refuses-ids-that-are-not-safe-in-a-double",
    breaks: ["accepts-every-positive-id"],
    why: "JavaScript's Number.isSafeInteger.",
    behaviour: refuseIds((id) => id > 2n ** 53n - 1n),
  },
  {
    name: "refuses-ids-of-more-than-18-digits",
    breaks: ["accepts-every-positive-id"],
    why: "DECIMAL(18).",
    behaviour: refuseIds((id) => String(id).length > 18),
  },
  {
    name: "keeps-ids-below-a-million-for-itself",
    breaks: ["accepts-every-positive-id"],
    behaviour: refuseIds((id) => id < 1_000_000n),
  },
  { name: "takes-ids-from-2-on", breaks: ["accepts-every-positive-id"], behaviour: refuseIds((id) => id < 2n) },
  {
    name: "refuses-the-greatest-id",
    breaks: ["accepts-every-positive-id"],
    why: "Less than, in place of at most.",
    behaviour: refuseIds((id) => id >= INT64.greatest),
  },
];

const tooWide: readonly Mutant[] = [
  {
    name: "wraps-ids-beyond-int64-around",
    breaks: ["refuses-id-beyond-int64"],
    behaviour: changeIds((id) => BigInt.asIntN(64, id)),
  },
  {
    name: "stops-ids-at-the-ends-of-int64",
    breaks: ["refuses-id-beyond-int64"],
    why: "How a double is converted in Java, Rust and Go on ARM.",
    behaviour: changeIds((id) => (id > INT64.greatest ? INT64.greatest : id < INT64.least ? INT64.least : id)),
  },
  {
    name: "knows-no-lower-end-of-ids",
    breaks: ["refuses-id-beyond-int64"],
    behaviour: changeIds((id) => (id < INT64.least ? -1n : id)),
  },
  {
    name: "cuts-ids-with-an-exponent-to-64-bits",
    breaks: ["refuses-id-beyond-int64"],
    why: "BigDecimal.longValue() in place of longValueExact().",
    behaviour: coerceMember("id", "number", (id) => (id.type === "number" && id.source === "1e30" ? number("1") : id)),
  },
  {
    name: "reads-ids-with-parseint",
    breaks: ["refuses-invalid-member", "refuses-id-beyond-int64", "accepts-every-positive-id"],
    why: "Fractions are cut off, 1e30 is read as 1, and the greatest id is rounded to one that is too large.",
    behaviour: coerceMember("id", "number", (id) => {
      const read = Number.parseInt(String(id.type === "number" ? Number(id.source) : Number.NaN), 10);
      return number(String(read));
    }),
  },
];

/** The value of an id as a double. */
const rounded = (id: bigint): bigint => BigInt(Number(id));

const mixedUp: readonly Mutant[] = [
  { name: "rounds-ids-through-a-double", breaks: ["tells-large-ids-apart"], behaviour: storedAs(rounded) },
  {
    name: "rounds-ids-through-a-float",
    breaks: ["tells-large-ids-apart"],
    behaviour: storedAs((id) => BigInt(Math.fround(Number(id)))),
  },
  {
    name: "keeps-eighteen-digits-of-ids",
    breaks: ["tells-large-ids-apart"],
    why: "A column of text that is too narrow by one, without strict mode.",
    behaviour: storedAs((id) => BigInt(String(id).slice(0, 18))),
  },
  {
    name: "wraps-ids-around-at-32-bits",
    breaks: ["accepts-every-positive-id"],
    why: "2^32 more than an id that is there is taken for that id, and refused as a duplicate.",
    behaviour: storedAs((id) => BigInt.asIntN(32, id)),
  },
  {
    name: "keeps-31-bits-of-ids",
    breaks: ["accepts-every-positive-id"],
    behaviour: storedAs((id) => BigInt.asUintN(31, id)),
  },
  {
    name: "keeps-53-bits-of-ids",
    breaks: ["accepts-every-positive-id"],
    behaviour: storedAs((id) => BigInt.asUintN(53, id)),
  },
  {
    name: "keeps-the-last-nine-digits-of-ids",
    breaks: ["accepts-every-positive-id"],
    behaviour: storedAs((id) => id % 1_000_000_000n),
  },
];

function isPowerOfTwo(id: bigint): boolean {
  return id >= 2n ** 20n && (id & (id - 1n)) === 0n;
}

export const spellingMutants: readonly Mutant[] = [...texts, ...tooNarrow, ...tooWide, ...mixedUp];
