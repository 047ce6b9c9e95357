/** Texts of a format that its RFC clearly allows and clients send, but that ordinary texts do not resemble. */
import type { TextFormat } from "../../spec/schema.ts";
import type { Shape } from "../../spec/shape.ts";
import { brokenByText } from "./constraints.ts";
import { formattedText, textFormatsOf } from "./formatted-texts.ts";

/** One way in which a text of a format may be written. */
interface Variety {
  readonly slug: string;
  /** What the text is, after the member's name. */
  readonly title: string;
  /** The text in this variety, given the ordinary text. */
  readonly of: (ordinary: string) => string;
}

/** The zone of an ordinary time, with the fraction that pads it. */
const ZONE = /(?:\.0+)?(?:Z|\+00:00)$/;

/** An offset and a fraction of a second: RFC 3339 section 5.6. */
const ofTimes: readonly Variety[] = [
  { slug: "with-offset", title: "has an offset from UTC", of: (text) => text.replace(ZONE, "+02:00") },
  { slug: "with-fraction", title: "has a fraction of a second", of: (text) => text.replace(ZONE, ".123Z") },
];

const varieties: Readonly<Partial<Record<TextFormat, readonly Variety[]>>> = {
  "date-time": ofTimes,
  time: ofTimes,
  // RFC 3339 appendix A.
  duration: [
    { slug: "in-weeks", title: "is a duration in weeks", of: () => "P3W" },
    { slug: "of-time-alone", title: "is a duration without days", of: (text) => text.replace(/^P\d+D/, "P") },
  ],
  // RFC 4122 sections 3 and 4.1.3 (now RFC 9562 sections 4 and 5.1).
  uuid: [
    { slug: "in-capitals", title: "is a UUID in upper case", of: (text) => text.toUpperCase() },
    {
      slug: "of-version-1",
      title: "is a UUID of version 1",
      of: (text) => text.replace(/^(.{8}-.{4}-)4/, (_text, before: string) => `${before}1`),
    },
  ],
  // RFC 5321 section 4.1.2.
  email: [
    {
      slug: "with-plus-and-dots",
      title: "is an address with a plus sign and further dots",
      of: (text) => text.replace("@", ".b+news@mail."),
    },
  ],
  // RFC 3986 sections 3.4 and 3.5.
  uri: [
    {
      slug: "with-query-and-fragment",
      title: "is a URI with a query and a fragment",
      of: (text) => `${text}?page=2&sort=name#top`,
    },
  ],
  // RFC 1123 section 2.1.
  hostname: [{ slug: "with-hyphen-and-digits", title: "has a hyphen and digits", of: (text) => `3d-${text}` }],
  // RFC 4291 section 2.2.
  ipv6: [
    {
      slug: "without-zeros-left-out",
      title: "is an address without zeros left out",
      of: (text) => text.replace("::", ":0:0:0:0:"),
    },
  ],
  // RFC 4648 section 4: two of its 64 signs, and no padding.
  byte: [{ slug: "with-plus-and-slash", title: "has the characters + and / of base64", of: (text) => `+/+/${text}` }],
};

/** A variety of a shape's format, and its text for a number. */
export interface VariedText {
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
    .map(({ slug, title, of }): VariedText => {
      const written = (n: number): string => of(formattedText(short, n) ?? "");
      return { slug, title, text: (n) => [written(n), written(0)].find((text) => fits(shape, text)) ?? written(0) };
    })
    .filter(({ text }) => text(0) !== ordinary && fits(shape, text(0)));
}

function fits(shape: Shape, text: string): boolean {
  return brokenByText(shape, text).length === 0;
}
