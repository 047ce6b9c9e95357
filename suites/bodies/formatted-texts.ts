/** Texts of the formats that a schema may name. Formats are annotations: no text is sent as wrong for its format. */
import { type Shape, type TextFormat, textFormats } from "../../spec/schema.ts";
import { brokenByText } from "./constraints.ts";
import { drawnFrom, letters } from "./body-drafts.ts";

/**
 * The texts of each format for a number; the first of a suitable length is used. Different numbers give different
 * texts, except for dates and times. If a format has texts of any length, they have at least the given one.
 */
const texts: Readonly<Record<TextFormat, (n: number, least: number) => readonly string[]>> = {
  date: (n) => [dateOf(n)],
  "date-time": (n) => ["Z", "+00:00", ".000000Z"].map((end) => `${dateOf(n)}T${timeOf(n)}${end}`),
  time: (n) => ["Z", "+00:00"].map((end) => `${timeOf(n)}${end}`),
  duration: (n) => [durationOf(n)],
  uuid: (n) => [uuidOf(n)],
  uri: (n, least) => [`https://example.com/${letters(n).toLowerCase()}`.padEnd(least, "x")],
  email: (n, least) => [`${padded(n, least, MOST.local)}@${HOST}`],
  hostname: (n, least) => [`${padded(n, least, MOST.label)}.${HOST}`],
  ipv4: (n) => [ipv4Of(n)],
  ipv6: (n) => [ipv6Of(n, 2), ipv6Of(n, 6)],
  byte: (n, least) => [btoa(letters(n).padEnd(Math.ceil(least / 4) * 3, "x"))],
};

/** The formats that a shape names. */
export function textFormatsOf({ formats }: Pick<Shape, "formats">): readonly TextFormat[] {
  return textFormats.filter((format) => formats.includes(format));
}

/**
 * The text of a shape's format for a number, of the length that the shape requires if one is known; null if the shape
 * names no format.
 * @throws {Error} when the shape names several formats, because no text is known to have all of them
 */
export function formattedText(shape: Shape, n: number): string | null {
  const [format, other] = textFormatsOf(shape);
  if (other !== undefined)
    throw new Error(`No text was found that has the formats ${format} and ${other} at ${shape.path}`);
  if (format === undefined) return null;
  const found = texts[format](n, shape.minLength ?? 0);
  return found.find((text) => brokenByText(shape, text).length === 0) ?? found[0] ?? null;
}

/** A past day of this century. */
function dateOf(n: number): string {
  const drawn = drawnFrom(n);
  return [2001 + drawn(19), 1 + drawn(12), 1 + drawn(28)].map(twoDigits).join("-");
}

function timeOf(n: number): string {
  const drawn = drawnFrom(n);
  return [drawn(24), drawn(60), drawn(60)].map(twoDigits).join(":");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A UUID of version 4 (RFC 9562 section 5.4). */
function uuidOf(n: number): string {
  const drawn = drawnFrom(n);
  const hex = (length: number): string => Array.from({ length }, () => drawn(16).toString(16)).join("");
  const first = n.toString(16).padStart(8, "0").slice(-8);
  return `${first}-${hex(4)}-4${hex(3)}-${(8 + drawn(4)).toString(16)}${hex(3)}-${hex(12)}`;
}

/** A duration of days, hours, minutes and seconds (RFC 3339 appendix A). */
function durationOf(n: number): string {
  const of = (seconds: number): number => Math.floor(n / seconds);
  return `P${of(86_400)}DT${of(3600) % 24}H${of(60) % 60}M${n % 60}S`;
}

/** The most characters of a label of a host name (RFC 1035), and of the part of an address before the `@` (RFC 5321). */
const MOST = { label: 63, local: 64 } as const;

const HOST = "example.com";

/** Letters of a number before a host, so that the whole text has the least length, if so many of them are allowed. */
function padded(n: number, least: number, most: number): string {
  return letters(n)
    .toLowerCase()
    .padEnd(Math.min(most, least - HOST.length - 1), "x");
}

/** An address of 10.0.0.0/8, which is private (RFC 1918). */
function ipv4Of(n: number): string {
  return [10, ...[16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256)].join(".");
}

/** An address for examples (RFC 3849), as RFC 5952 writes it, with this many groups drawn. */
function ipv6Of(n: number, groups: 2 | 6): string {
  const drawn = drawnFrom(n);
  const own = Array.from({ length: groups }, () => (0x1000 + drawn(0xf000)).toString(16)).join(":");
  return groups === 2 ? `2001:db8::${own}` : `2001:db8:${own}`;
}

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

/** The varieties that the shape's other keywords allow too. */
export function variedTexts(shape: Shape) {
  const [format] = textFormatsOf(shape);
  if (format === undefined || shape.values !== undefined || !shape.types.includes("string")) return [];
  // A text that is padded to its least length may leave no room.
  const { minLength: _least, ...short } = shape;
  const ordinary = formattedText(short, 0) ?? "";
  return (varieties[format] ?? [])
    .map(([slug, title, of]) => {
      const written = (n: number): string => of(formattedText(short, n) ?? "");
      return {
        slug,
        title,
        text: (n: number): string => [written(n), written(0)].find((text) => fitsText(shape, text)) ?? written(0),
      };
    })
    .filter(({ text }) => text(0) !== ordinary && fitsText(shape, text(0)));
}

function fitsText(shape: Shape, text: string): boolean {
  return brokenByText(shape, text).length === 0;
}
