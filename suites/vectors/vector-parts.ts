/**
 * Texts and bytes of a request with places for fresh values. A request is made twice, from different numbers; where the
 * two differ, there must be a value that is known to be made from a number. Pure.
 */
import { groupBy } from "../../spec/defined.ts";
import { escaped, letters, nameOf, tagOf } from "../bodies/body-drafts.ts";
import { idsDrawn } from "../requirements/values.ts";

/** How a fresh value is written if it is not written unchanged. */
export type PartForm = "json-escapes" | "utf-16le" | "form" | "thousandths";

/** One piece of a text or of a body: fixed, or a value that is made when it is sent. */
export type VectorPart =
  | { readonly text: string; readonly repeat?: number }
  | { readonly base64: string }
  | {
      /** The number itself, an ordinary name or tag, or one of three letters. */
      readonly fresh: "id" | "name" | "tag" | "short-name" | "short-tag";
      /** The index among the fresh numbers of the attempt. */
      readonly of: number;
      readonly as?: PartForm;
      /** For an id: the summand, in decimal digits, because a double does not hold it. */
      readonly plus?: string;
    };

type FreshPart = Extract<VectorPart, { readonly fresh: string }>;

/** The summands that checks use for ids beyond the ordinary ones: in each attempt, and for the least int64. */
const added: readonly bigint[] = [
  ...[0n, 1n, 2n].flatMap((attempt) => idsDrawn.map(([, , id]) => id(0n, attempt))),
  -(2n ** 63n),
];

const forms: Readonly<Record<PartForm, (value: string) => string>> = {
  "json-escapes": escaped,
  "utf-16le": (value) => Buffer.from(value, "utf16le").toString("latin1"),
  form: (value) => value.replaceAll(" ", "+"),
  thousandths: (value) => `${value.slice(0, -3)}.${value.slice(-3)}`,
};

/** The value of a part that is made from a number, with one character for each byte. */
function valueOf({ fresh, as, plus }: Omit<FreshPart, "of">, n: number): string {
  const made = {
    id: () => String(BigInt(n) + BigInt(plus ?? 0)),
    name: () => nameOf(n),
    tag: () => tagOf(n),
    "short-name": () => letters(n).slice(0, 3),
    "short-tag": () => letters(n).toLowerCase().slice(0, 3),
  }[fresh]();
  return as === undefined ? made : forms[as](made);
}

const names = ["name", "tag"] as const;

/** Every part that may stand for a value of a number, the plainest first. */
const candidates: ReadonlyArray<Omit<FreshPart, "of">> = [
  { fresh: "id" },
  { fresh: "name" },
  { fresh: "tag" },
  ...added.map((plus) => ({ fresh: "id", plus: String(plus) }) as const),
  ...names.flatMap((fresh) => (["json-escapes", "utf-16le", "form"] as const).map((as) => ({ fresh, as }))),
  { fresh: "id", as: "utf-16le" },
  { fresh: "id", as: "thousandths" },
];

/** Three letters may occur anywhere by chance: they are searched only between quotes, and alone. */
const short: ReadonlyArray<Omit<FreshPart, "of">> = [{ fresh: "short-name" }, { fresh: "short-tag" }];

interface Found {
  readonly value: string;
  readonly part: FreshPart;
}

function valuesOf(numbers: readonly number[], list: ReadonlyArray<Omit<FreshPart, "of">>): readonly Found[] {
  return numbers.flatMap((n, of) => list.map((part) => ({ value: valueOf(part, n), part: { ...part, of } })));
}

/** Values by their first character, the longest first. */
type ByStart = ReadonlyMap<string, readonly Found[]>;

function byStart(values: readonly Found[]): ByStart {
  const longestFirst = values.toSorted((one, other) => other.value.length - one.value.length);
  return groupBy(longestFirst, ({ value }) => value.slice(0, 1));
}

/** The values that are searched in bytes: anywhere, and between quotes. */
interface Places {
  readonly anywhere: ByStart;
  readonly quoted: ByStart;
}

/** Finds the values of numbers in bytes, from left to right, the longest one at each place. */
function partsIn(bytes: string, { anywhere, quoted }: Places): readonly VectorPart[] {
  const parts: VectorPart[] = [];
  let from = 0;
  for (let place = 0; place < bytes.length;) {
    const isQuoted = [undefined, '"'].includes(bytes[place - 1]) && [undefined, '"'].includes(bytes[place + 3]);
    const values = (isQuoted ? quoted : anywhere).get(bytes.charAt(place));
    const longest = values?.find(({ value }) => bytes.startsWith(value, place));
    if (longest === undefined) {
      place += 1;
      continue;
    }
    parts.push(...literal(bytes.slice(from, place)), longest.part);
    place += longest.value.length;
    from = place;
  }
  return [...parts, ...literal(bytes.slice(from))];
}

/** A character that is repeated at least this often is written once, with a count. */
const MANY = 64;

/** Bytes unchanged: as text if they are UTF-8 without a mark that an editor would hide. */
function literal(bytes: string): readonly VectorPart[] {
  if (bytes === "") return [];
  const buffer = Buffer.from(bytes, "latin1");
  const text = buffer.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(buffer) || text.includes("\u{feff}")) {
    return [{ base64: buffer.toString("base64") }];
  }
  return text
    .split(new RegExp(`((.)\\2{${MANY - 1},})`, "su"))
    .flatMap((piece, k) => (k % 3 === 2 || piece === "" ? [] : [k % 3 === 1 ? repeated(piece) : { text: piece }]));
}

function repeated(text: string): VectorPart {
  const [one = ""] = text;
  return { text: one, repeat: text.length / one.length };
}

/** The bytes that the parts stand for. */
export function bytesOfParts(parts: readonly VectorPart[], numbers: readonly number[]): Uint8Array {
  const pieces = parts.map((part) => {
    if ("text" in part) return Buffer.from(part.text.repeat(part.repeat ?? 1));
    if ("base64" in part) return Buffer.from(part.base64, "base64");
    return Buffer.from(valueOf(part, numbers[part.of] ?? Number.NaN), "latin1");
  });
  return Buffer.concat(pieces);
}

/**
 * Finds the parts of bytes that were made from numbers; null if a value is made from a number in a way that no part can
 * express.
 * @param numbers the two lists that they were made from; the names of the first have a blank, so that its forms differ
 */
export function partsFinder(
  numbers: readonly [readonly number[], readonly number[]],
): (bytes: Readonly<Record<"one" | "other", Uint8Array>>) => readonly VectorPart[] | null {
  const values = valuesOf(numbers[0], candidates);
  const places = { anywhere: byStart(values), quoted: byStart([...values, ...valuesOf(numbers[0], short)]) };
  return ({ one, other }) => {
    const parts = partsIn(Buffer.from(one).toString("latin1"), places);
    return Buffer.from(bytesOfParts(parts, numbers[1])).equals(other) ? parts : null;
  };
}
