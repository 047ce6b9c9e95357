/** Bodies that are hard to read, and such as are read in one way here and in another there. */
import { type Hostile, KEEPS_ALL, judged } from "./hostile.ts";
import { rightBut, whole } from "./raw.ts";

/** Another body for the answers of one status; null leaves it as it is. */
function bodies(status: 200 | 400, body: (text: string) => string | Buffer): Hostile["start"] {
  return rightBut((answer) => {
    if (answer.status !== status) return whole(answer);
    const other = body(answer.body.toString());
    return whole({ status, body: typeof other === "string" ? Buffer.from(other) : other });
  });
}

/** A right Plant with one member more, as text. */
function plantWith(member: string): Hostile["start"] {
  return bodies(200, (text) => text.replace(/\}$/, `,${member}}`));
}

const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const encoding = /broken: .*plant-encoding/;
const plantShape = /broken: .*plant-shape/;
const errorShape = /broken: .*error-shape/;

/** More values than the suite keeps of one answer: it says so, and accuses nobody of what it did not read. */
const unread = /could not be judged: .*plant-shape/;

const sizes: readonly Hostile[] = [
  judged(
    "an array nested 100,000 deep in place of a Plant",
    3,
    unread,
    bodies(200, () => nested),
  ),
  judged(
    "an array nested 100,000 deep in place of an Error",
    3,
    /could not be judged: .*error-shape/,
    bodies(400, () => nested),
  ),
  judged("a Plant with a member nested 100,000 deep", 3, unread, plantWith(`"more":${nested}`)),
  judged(
    "an array nested 9,000 deep in place of a Plant",
    1,
    plantShape,
    bodies(200, () => `${"[".repeat(9_000)}${"]".repeat(9_000)}`),
  ),
  judged(
    "objects nested 9,000 deep in a Plant",
    0,
    KEEPS_ALL,
    plantWith(`"more":${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`),
  ),
  judged(
    "a Plant with a hundred thousand members",
    3,
    unread,
    plantWith(Array.from({ length: 100_000 }, (_, at) => `"${at}":0`).join(",")),
  ),
  judged(
    "a Plant with nine hundred members",
    0,
    KEEPS_ALL,
    plantWith(Array.from({ length: 900 }, (_, at) => `"m${at}":${at}`).join(",")),
  ),
  judged("a Plant with a member of fifty thousand values", 3, unread, plantWith(`"more":[${"1.5,".repeat(50_000)}1]`)),
  judged("a Plant with a member whose name has 100,000 letters", 0, KEEPS_ALL, plantWith(`"${"m".repeat(100_000)}":1`)),
];

const numbers: readonly Hostile[] = [
  judged(
    "an `error` of 1e400",
    1,
    errorShape,
    bodies(400, () => '{"error":1e400,"message":"x"}'),
  ),
  judged(
    "an `error` of -1e400",
    1,
    errorShape,
    bodies(400, () => '{"error":-1e400,"message":"x"}'),
  ),
  judged(
    "an `error` of 1e-400",
    1,
    errorShape,
    bodies(400, () => '{"error":1e-400,"message":"x"}'),
  ),
  judged(
    "an `error` of a hundred thousand digits",
    1,
    errorShape,
    bodies(400, () => `{"error":${"9".repeat(100_000)},"message":"x"}`),
  ),
  judged(
    "an `error` with an exponent beyond every number",
    1,
    errorShape,
    bodies(400, () => '{"error":1e99999999999999999999,"message":"x"}'),
  ),
  // -0 is the integer 0, and so is 0e99999; whole numbers are integers however they are written.
  judged(
    "an `error` of -0",
    0,
    KEEPS_ALL,
    bodies(400, () => '{"error":-0,"message":"x"}'),
  ),
  judged("a Plant with a member of 1e400", 0, KEEPS_ALL, plantWith('"more":1e400')),
  judged("a Plant with a member of 100,000 digits", 0, KEEPS_ALL, plantWith(`"more":${"9".repeat(100_000)}`)),
];

const names: readonly Hostile[] = [
  judged(
    "a Plant with `__proto__` and `constructor`",
    0,
    KEEPS_ALL,
    plantWith('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
  ),
  judged(
    "a name that is there only in `__proto__`",
    1,
    plantShape,
    bodies(200, (text) => `{"__proto__":${text}}`),
  ),
  judged(
    "a message that is there only in `__proto__`",
    1,
    errorShape,
    bodies(400, () => '{"error":1,"__proto__":{"message":"x"}}'),
  ),
  judged(
    "members named as methods are",
    0,
    KEEPS_ALL,
    plantWith('"toString":1,"toJSON":"x","then":1,"hasOwnProperty":1,"valueOf":null,"":1,"a/b~c":1'),
  ),
  // Whoever reads the first of two members of one name sees another plant; RFC 8259 section 4 leaves it open.
  judged(
    "a name that is there twice",
    0,
    KEEPS_ALL,
    bodies(200, (text) => text.replace("{", '{"name":"Forged",')),
  ),
];

const encodings: readonly Hostile[] = [
  judged(
    "bytes that are not UTF-8 in a name",
    1,
    encoding,
    bodies(200, () => Buffer.from('{"name":"\u00ff\u00fe"}', "latin1")),
  ),
  judged(
    "UTF-8 longer than it has to be",
    1,
    encoding,
    bodies(200, () => Buffer.from('{"name":"\u00c0\u00af"}', "latin1")),
  ),
  judged(
    "surrogates in UTF-8",
    1,
    encoding,
    bodies(200, () => Buffer.from('{"name":"\u00ed\u00a0\u0080"}', "latin1")),
  ),
  judged(
    "UTF-16",
    1,
    encoding,
    bodies(200, (text) => Buffer.from(`\ufeff${text}`, "utf16le")),
  ),
  judged(
    "UTF-16 without a mark",
    1,
    encoding,
    bodies(200, (text) => Buffer.from(text, "utf16le")),
  ),
  judged(
    "a byte order mark",
    1,
    encoding,
    bodies(200, (text) => `\ufeff${text}`),
  ),
  judged(
    "NUL after the text",
    1,
    encoding,
    bodies(200, (text) => `${text}\u0000`),
  ),
  judged(
    "NUL in a name",
    1,
    encoding,
    bodies(200, () => '{"name":"a\u0000b"}'),
  ),
  // An escape of half a pair is JSON by its grammar (RFC 8259 section 8.2).
  judged(
    "half a surrogate pair, escaped",
    0,
    KEEPS_ALL,
    bodies(400, () => '{"error":1,"message":"\\ud800"}'),
  ),
  judged(
    "NUL, escaped",
    0,
    KEEPS_ALL,
    bodies(400, () => '{"error":1,"message":"a\\u0000b"}'),
  ),
  judged(
    "two texts in one body",
    1,
    encoding,
    bodies(200, (text) => `${text}\n${text}`),
  ),
  judged(
    "JSON with comments",
    1,
    encoding,
    bodies(200, (text) => `/* x */${text}`),
  ),
];

export const json: readonly Hostile[] = [...sizes, ...numbers, ...names, ...encodings];
