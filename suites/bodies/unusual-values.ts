/** Valid values unlike ordinary ones: null, another type, a fraction, the ends of a pattern, several items. */
import { type Member, type Shape, type TextFormat, everyType, impliedType } from "../../spec/schema.ts";
import { brokenByText, isAllowedNumber, isOfValues, timesStep } from "./constraints.ts";
import { formattedText, textFormatsOf } from "./formatted-texts.ts";
import { matchingTexts } from "./matching-texts.ts";
import { lastMatching, longerTexts, shorterTexts } from "./near-misses.ts";
import { arrayOf, hasItems, isDecimal, ordinaryLiteral, textOfLength } from "./ordinary-values.ts";
import { a } from "./wrong-values.ts";

// Texts of a format that its RFC clearly allows and clients send, but that ordinary texts do not resemble.

/** One way in which a text of a format may be written: what it is, after the member's name, given the ordinary text. */
type Variety = readonly [slug: string, title: string, of: (ordinary: string) => string];

/** The zone of an ordinary time, with the fraction that pads it. */
const ZONE = /(?:\.0+)?(?:Z|\+00:00)$/;

/** An offset and a fraction of a second: RFC 3339 section 5.6. */
const ofTimes: readonly Variety[] = [
  ["with-offset", "has an offset from UTC", (text) => text.replace(ZONE, "+02:00")],
  ["with-fraction", "has a fraction of a second", (text) => text.replace(ZONE, ".123Z")],
];

const varieties: Readonly<Partial<Record<TextFormat, readonly Variety[]>>> = {
  "date-time": ofTimes,
  time: ofTimes,
  // RFC 3339 appendix A.
  duration: [
    ["in-weeks", "is a duration in weeks", () => "P3W"],
    ["of-time-alone", "is a duration without days", (text) => text.replace(/^P\d+D/, "P")],
  ],
  // RFC 4122 sections 3 and 4.1.3 (now RFC 9562 sections 4 and 5.1).
  uuid: [
    ["in-capitals", "is a UUID in upper case", (text) => text.toUpperCase()],
    [
      "of-version-1",
      "is a UUID of version 1",
      (text) => text.replace(/^(.{8}-.{4}-)4/, (_text, before: string) => `${before}1`),
    ],
  ],
  // RFC 5321 section 4.1.2.
  email: [
    [
      "with-plus-and-dots",
      "is an address with a plus sign and further dots",
      (text) => text.replace("@", ".b+news@mail."),
    ],
  ],
  // RFC 3986 sections 3.4 and 3.5.
  uri: [["with-query-and-fragment", "is a URI with a query and a fragment", (text) => `${text}?page=2&sort=name#top`]],
  // RFC 1123 section 2.1.
  hostname: [["with-hyphen-and-digits", "has a hyphen and digits", (text) => `3d-${text}`]],
  // RFC 4291 section 2.2.
  ipv6: [["without-zeros-left-out", "is an address without zeros left out", (text) => text.replace("::", ":0:0:0:0:")]],
  // RFC 4648 section 4: two of its 64 signs, and no padding.
  byte: [["with-plus-and-slash", "has the characters + and / of base64", (text) => `+/+/${text}`]],
};

interface VariedText {
  readonly slug: string;
  readonly title: string;
  readonly text: (n: number) => string;
}

/** The varieties that the shape's other keywords allow too. */
export function variedTexts(shape: Shape): readonly VariedText[] {
  const [format] = textFormatsOf(shape);
  if (format === undefined || shape.values !== undefined || !shape.types.includes("string")) return [];
  // A text that is padded to its least length may leave no room.
  const { minLength: _least, ...short } = shape;
  const ordinary = formattedText(short, 0) ?? "";
  return (varieties[format] ?? [])
    .map(([slug, title, of]): VariedText => {
      const written = (n: number): string => of(formattedText(short, n) ?? "");
      return { slug, title, text: (n) => [written(n), written(0)].find((text) => fitsText(shape, text)) ?? written(0) };
    })
    .filter(({ text }) => text(0) !== ordinary && fitsText(shape, text(0)));
}

function fitsText(shape: Shape, text: string): boolean {
  return brokenByText(shape, text).length === 0;
}

// The signs that a pattern names, such as the `+` of `^\+?[0-9 ]{5,20}$`, and texts that contain them.

/** Syntax before a class, a quantifier or a group that is not text, and escapes of more than one sign. */
const SYNTAX =
  /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|c[a-z]|k<[^>]*>|p\{[^}]*\})|\(\?(?:<?[=!]|:|<[^>]*>)|\[\^(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}/giu;

/** A class of characters, an escaped sign, or a sign that stands for itself outside a class. */
const PARTS = /\[((?:\\.|[^\]\\])*)\]|\\(.)|([^\\^$.*+?()[\]{}|])/gsu;

/** Within a class: a range, whose ends are mostly letters and digits, or one sign. */
const IN_CLASS = /(?:\\[^wsd]|[^\\])-(?:\\.|[^\\])|\\(.)|([^\\])/gsu;

/** Escapes that stand for a set, with the sign of the set that people write. */
const KINDS: Readonly<Record<string, string>> = { w: "_", s: " " };

/** The signs of printable ASCII that patterns name, without letters and digits. */
export function signsOf(patterns: readonly string[]): ReadonlySet<string> {
  const named = patterns.flatMap((pattern) =>
    [...pattern.replaceAll(SYNTAX, "").matchAll(PARTS)].flatMap(([, inClass, escaped, itself]) =>
      inClass === undefined
        ? [meant(escaped) ?? itself]
        : [...inClass.matchAll(IN_CLASS)].map(([, within, other]) => meant(within) ?? other),
    ),
  );
  return new Set(
    named.filter((sign) => sign !== undefined && /^[ -~]$/.test(sign) && !/[A-Za-z0-9]/.test(sign)),
  ) as ReadonlySet<string>;
}

function meant(escaped: string | undefined): string | undefined {
  return escaped === undefined ? undefined : (KINDS[escaped] ?? escaped);
}

/**
 * Of the texts drawn for a number, the one with the most signs that the shape's patterns name. It has only letters,
 * digits and these signs, and no spaces at its ends. Undefined if no text has more signs than another.
 */
export function textWithSigns(shape: Shape, n: number): string | undefined {
  const signs = signsOf(shape.patterns);
  const isOrdinary = (text: string): boolean =>
    text === text.trim() && Array.from(text).every((sign) => signs.has(sign) || /[A-Za-z0-9]/.test(sign));
  const found = matchingTexts(shape, n)
    .filter(isOrdinary)
    .map((text) => ({ text, count: Array.from(signs).filter((sign) => text.includes(sign)).length }));
  const counts = found.map(({ count }) => count);
  const most = Math.max(...counts);
  return Math.min(...counts) < most ? found.find(({ count }) => count === most)?.text : undefined;
}

/** A value that ordinary ones do not resemble, and what it is, after the member's name. */
export interface Unlike {
  readonly slug: string;
  readonly title: string;
  readonly literal: (n: number) => string;
}

/** Null: an ordinary value is null only if nothing else is allowed. */
function nulls({ types, values, nullIsOpen }: Shape): readonly Unlike[] {
  if (nullIsOpen === true) return [];
  const isNullable = types.includes("null") && types.length > 1 && (values === undefined || values.includes(null));
  return isNullable ? [{ slug: "null", title: "is null", literal: () => "null" }] : [];
}

/** Values of the other types: an ordinary value has the first type that is allowed. */
function otherKinds(shape: Shape): readonly Unlike[] {
  if (isOfValues(shape)) return [];
  const [, ...others] = shape.types.filter((type) => type !== "null");
  return others.map((type) => ({
    slug: `is-${type}`,
    title: `is ${a(type)}`,
    literal: (n) => ordinaryLiteral({ ...shape, types: [type, ...shape.types.filter((one) => one !== type)] }, {}, n),
  }));
}

/** Fractions: an ordinary number is whole if the schema allows that. */
function fractions(shape: Shape): readonly Unlike[] {
  const { types, multipleOf = 0.5, minimum = -(2 ** 31), exclusiveMinimum = minimum } = shape;
  if (!types.includes("number") || isOfValues(shape)) return [];
  const least = Math.ceil(Math.max(minimum, exclusiveMinimum));
  const fits = (value: number): boolean => !Number.isInteger(value) && isAllowedNumber(shape, value);
  // 0.99 for steps of 0.01, as prices end, and 0.5 if there are no steps.
  const more = Math.max(1, Math.ceil(1 / multipleOf) - 1);
  // Below zero where the schema says so: a negative fraction is written in another way than a negative integer.
  const isBelowZero = least < 0 && least > -(2 ** 31);
  const fractionOf = (n: number): number | undefined =>
    [...(isBelowZero ? [least + (n % -least)] : []), n % 1_000, least + (n % 1_000), least]
      .flatMap((whole) => [more, 1].map((steps) => timesStep(Math.ceil(whole / multipleOf) + steps, multipleOf)))
      .find(fits);
  return fractionOf(0) === undefined
    ? []
    : [{ slug: "fraction", title: "has a fraction", literal: (n) => String(fractionOf(n) ?? fractionOf(0)) }];
}

/** The longest and the shortest text of a pattern, which most often bounds the length, as in `{2,19}`. */
function endsOfPattern(member: Member): readonly Unlike[] {
  const { shape } = member;
  if (!isOfPatternAlone(member)) return [];
  const matching = (n: number): string | undefined => textOfLength(shape, member, n);
  const first = matching(0);
  const of = (slug: string, title: string, change: (text: string) => string | undefined): readonly Unlike[] => {
    const sure = first === undefined ? undefined : change(first);
    const found = (n: number): string | undefined => change(matching(n) ?? "");
    return sure === undefined ? [] : [{ slug, title, literal: (n) => JSON.stringify(found(n) ?? sure) }];
  };
  return [
    ...of("longest-of-pattern", "is as long as its pattern allows", (text) => lastMatching(shape, text, longerTexts)),
    ...of("shortest-of-pattern", "is as short as its pattern allows", (text) =>
      lastMatching(shape, text, shorterTexts),
    ),
  ];
}

/** Other varieties of a format. Skipped if an identity would be the same in each run, because it is soon taken. */
function formatVarieties({ shape, role }: Member): readonly Unlike[] {
  return variedTexts(shape)
    .filter(({ text }) => role !== "identity" || text(1) !== text(2))
    .map(({ slug, title, text }) => ({ slug, title, literal: (n) => JSON.stringify(text(n)) }));
}

/** Signs that a pattern allows but does not require: the ordinary text is the plainest, and has none of them. */
function signsOfPattern(member: Member): readonly Unlike[] {
  const { shape } = member;
  const sure = isOfPatternAlone(member) ? textWithSigns(shape, 0) : undefined;
  if (sure === undefined) return [];
  const literal = (n: number): string => JSON.stringify(textWithSigns(shape, n) ?? sure);
  return [{ slug: "with-signs-of-pattern", title: "has characters that its pattern allows", literal }];
}

/** Whether only a pattern decides on a text. A short identity is soon taken, and formats and decimals have their own. */
function isOfPatternAlone({ shape, role }: Member): boolean {
  const isOpen = shape.patterns.length > 0 && shape.types.includes("string") && !isOfValues(shape);
  return isOpen && role !== "identity" && textFormatsOf(shape).length === 0 && !isDecimal(shape);
}

/** The values of a member that ordinary ones do not resemble. */
export function unlikeOrdinary(member: Member): readonly Unlike[] {
  const { shape } = member;
  // A schema whose keywords speak of objects, and that names no type, may mean only objects.
  const ofOtherTypes = impliedType(shape) === undefined;
  return [
    ...(ofOtherTypes ? [...nulls(shape), ...otherKinds(shape), ...fractions(shape)] : []),
    ...endsOfPattern(member),
    ...signsOfPattern(member),
    ...formatVarieties(member),
    ...severalItems(shape),
    ...filled(shape),
  ];
}

/** Two items: an ordinary array has one item, unless `minItems` requires more. */
function severalItems(shape: Shape): readonly Unlike[] {
  const { types, items, minItems = 0, maxItems, values } = shape;
  const isAsked =
    types.includes("array") && items !== undefined && values === undefined && minItems < 2 && maxItems === undefined;
  if (!isAsked || !hasItems(shape, 2)) return [];
  return [{ slug: "two-items", title: "has two items", literal: (n) => arrayOf(shape, n, 2) }];
}

/** A member in an object that may hold anything: the ordinary one is empty. */
function filled({ types, members, others, values }: Shape): readonly Unlike[] {
  const isFree = types.includes("object") && types.length < everyType.length && members.length === 0;
  if (!isFree || values !== undefined || (others !== undefined && others !== true)) return [];
  return [{ slug: "filled", title: "has a member", literal: () => JSON.stringify({ note: "anything" }) }];
}
