/** Bodies that are hard to read, and bodies that parsers read differently. */
import { type Hostile, KEEPS_ALL, judged } from "./hostile.ts";
import { type RightAnswer, rightBut, whole } from "./raw-provider.ts";

/** Makes another body from a correct one. */
type Body = (text: string) => string | Buffer;

/** Replaces the bodies of each status in turn. A status without replacements is answered correctly. */
function bodies(turns: { readonly 200?: readonly Body[]; readonly 400?: readonly Body[] }): Hostile["start"] {
  const counts = { 200: 0, 400: 0 };
  return rightBut((answer: RightAnswer) => {
    const { status } = answer;
    if (status !== 200 && status !== 400) return whole(answer);
    const of = turns[status] ?? [];
    const other = of[counts[status]++ % of.length]?.(answer.body.toString());
    return other === undefined ? whole(answer) : whole({ status, body: Buffer.from(other) });
  });
}

/** A correct Plant with one more member, as text. */
function plantWith(member: string): Body {
  return (text) => text.replace(/\}$/, () => `,${member}}`);
}

/** An Error with this number, as text. */
function errorOf(number: string): Body {
  return () => `{"error":${number},"message":"x"}`;
}

function messageOf(text: string): Body {
  return () => `{"error":1,"message":"${text}"}`;
}

function latin1(text: string): Body {
  return () => Buffer.from(text, "latin1");
}

const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** More values than the suite keeps of one answer: it says so, and reports no fault in what it did not read. */
const unread: readonly Body[] = [
  () => nested,
  plantWith(`"more":${nested}`),
  plantWith(Array.from({ length: 100_000 }, (_, at) => `"${at}":0`).join(",")),
  plantWith(`"more":[${"1.5,".repeat(50_000)}1]`),
];

/** Plants that match the document, however odd. */
const rightPlants: readonly Body[] = [
  plantWith(`"more":${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`),
  plantWith(Array.from({ length: 900 }, (_, at) => `"m${at}":${at}`).join(",")),
  plantWith(`"${"m".repeat(100_000)}":1`),
  plantWith('"more":1e400'),
  plantWith(`"more":${"9".repeat(100_000)}`),
  plantWith('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
  plantWith('"toString":1,"toJSON":"x","then":1,"hasOwnProperty":1,"valueOf":null,"":1,"a/b~c":1'),
  // A parser that uses the first of two members with the same name sees another plant; RFC 8259 section 4 allows it.
  (text) => text.replace("{", '{"name":"Forged",'),
];

/**
 * Errors that match the document: -0 is the integer 0, and half a surrogate pair may be escaped (RFC 8259 section 8.2).
 */
const rightErrors: readonly Body[] = [errorOf("-0"), messageOf("\\ud800"), messageOf("a\\u0000b")];

const wrongErrors: readonly Body[] = [
  errorOf("1e400"),
  errorOf("-1e400"),
  errorOf("1e-400"),
  errorOf("9".repeat(100_000)),
  errorOf("1e99999999999999999999"),
];

/** Code that looks up a member without checking for own properties finds it. */
const inherited = {
  200: [(text: string) => `{"__proto__":${text}}`],
  400: [() => '{"error":1,"__proto__":{"message":"x"}}'],
};

/** Bytes that are not UTF-8: invalid bytes, overlong forms, surrogates, UTF-16 with and without a byte order mark. */
const wrongBytes: readonly Body[] = [
  latin1('{"name":"\u00ff\u00fe"}'),
  latin1('{"name":"\u00c0\u00af"}'),
  latin1('{"name":"\u00ed\u00a0\u0080"}'),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  (text) => Buffer.from(text, "utf16le"),
];

/** Texts in UTF-8 that are not JSON: NUL after the text and in it, two texts, comments. */
const wrongTexts: readonly Body[] = [
  (text) => `${text}\u0000`,
  () => '{"name":"a\u0000b"}',
  (text) => `${text}\n${text}`,
  (text) => `/* x */${text}`,
];

const plantShape = /broken: .*plant-shape/;
const errorShape = /broken: .*error-shape/;
const encoding = /broken: .*plant-encoding/;

export const json: readonly Hostile[] = [
  judged("Plants of more values than are read", 3, /could not be judged: .*plant-shape/, bodies({ 200: unread })),
  judged(
    "Errors of more values than are read",
    3,
    /could not be judged: .*error-shape/,
    bodies({ 400: [() => nested] }),
  ),
  judged("odd Plants and Errors that are right", 0, KEEPS_ALL, bodies({ 200: rightPlants, 400: rightErrors })),
  judged(
    "an array nested 9,000 deep in place of a Plant",
    1,
    plantShape,
    bodies({ 200: [() => `${"[".repeat(9_000)}${"]".repeat(9_000)}`] }),
  ),
  judged("a name that is there only in `__proto__`", 1, plantShape, bodies({ 200: inherited[200] })),
  judged("a message that is there only in `__proto__`", 1, errorShape, bodies({ 400: inherited[400] })),
  judged("Errors whose number is not an int32", 1, errorShape, bodies({ 400: wrongErrors })),
  judged("bytes that are not UTF-8", 1, encoding, bodies({ 200: wrongBytes })),
  judged("texts that are not JSON", 1, encoding, bodies({ 200: wrongTexts })),
  judged("a byte order mark", 1, encoding, bodies({ 200: [(text) => `\ufeff${text}`] })),
];
