/** Mutants whose 200 has another media type than JSON, or is not JSON text in UTF-8. */
import { gzipSync } from "node:zlib";
import type { ProviderAnswer, Behaviour } from "../behaviour.ts";
import { JSON_HEADERS, but, correct, json, plantBody, withHeaders } from "../correct.ts";
import { type Mutant, kindAs, plantTextAs } from "./mutant.ts";

const typed = (...contentType: readonly string[]): Behaviour =>
  but({ answerPlant: (plant) => withHeaders(json(200, plantBody(plant)), { "Content-Type": contentType }) });

/** The text in CESU-8: a character beyond U+FFFF becomes two surrogates of three bytes each. */
function cesu8(text: string): Buffer {
  const surrogate = (unit: number): Buffer =>
    Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
  return Buffer.concat(
    Array.from(text, (letter) =>
      letter.length === 2
        ? Buffer.concat([surrogate(letter.charCodeAt(0)), surrogate(letter.charCodeAt(1))])
        : Buffer.from(letter),
    ),
  );
}

/** Answers a duplicate with 200 and something other than the plant. */
function duplicateAs(answer: ProviderAnswer): Behaviour {
  return kindAs("duplicate", () => answer);
}

const mediaTypes: readonly Mutant[] = [
  { name: "answers-200-as-html", breaks: ["plant-media-type"], behaviour: typed("text/html") },
  { name: "answers-200-as-text-json", breaks: ["plant-media-type"], behaviour: typed("text/json") },
  {
    name: "answers-200-as-plain-text",
    breaks: ["plant-media-type"],
    why: "What Go's net/http finds out for itself where nothing was declared.",
    behaviour: typed("text/plain; charset=utf-8"),
  },
  { name: "answers-200-as-problem-json", breaks: ["plant-media-type"], behaviour: typed("application/problem+json") },
  {
    name: "answers-200-as-json-of-a-vendor",
    breaks: ["plant-media-type"],
    behaviour: typed("application/vnd.plants.v1+json"),
  },
  {
    name: "answers-200-without-a-media-type",
    breaks: ["plant-media-type"],
    behaviour: but({ answerPlant: (plant) => ({ ...json(200, plantBody(plant)), headers: {} }) }),
  },
  {
    name: "declares-200-as-html-and-as-json",
    breaks: ["plant-media-type"],
    why: "The framework's default and the provider's own header are both sent.",
    behaviour: typed("text/html", "application/json"),
  },
  {
    name: "answers-plants-without-a-tag-as-html",
    breaks: ["plant-media-type"],
    why: "Another branch of the code writes the answer.",
    behaviour: but({
      answerPlant: (plant) =>
        withHeaders(
          json(200, plantBody(plant)),
          plant.tag === undefined ? { "Content-Type": "text/html" } : JSON_HEADERS,
        ),
    }),
  },
  {
    name: "answers-a-page-with-200-to-duplicates",
    breaks: ["plant-media-type", "plant-encoding"],
    why: "What becomes of duplicates is open, but every 200 is a Plant.",
    behaviour: duplicateAs({ status: 200, headers: { "Content-Type": "text/html" }, body: "<p>It is there already" }),
  },
];

const encodings: readonly Mutant[] = [
  {
    name: "puts-a-byte-order-mark-before-the-plant",
    breaks: ["plant-encoding"],
    behaviour: plantTextAs((text) => `\u{feff}${text}`),
  },
  {
    name: "answers-plants-in-utf-16",
    breaks: ["plant-encoding"],
    behaviour: plantTextAs((text) => Buffer.from(text, "utf16le")),
  },
  {
    name: "answers-plants-in-latin-1",
    breaks: ["plant-encoding", "returns-name", "returns-tag"],
    why: "Letters of Latin-1 are no UTF-8 in it; what it does not have becomes a question mark, in names and in tags.",
    behaviour: plantTextAs((text) => Buffer.from(text.replaceAll(/[^\p{ASCII}\u0080-\u00ff]/gu, "?"), "latin1")),
  },
  {
    name: "answers-emoji-in-cesu-8",
    breaks: ["plant-encoding"],
    why: "Java's modified UTF-8, and the utf8 of some databases.",
    behaviour: plantTextAs(cesu8),
  },
  {
    name: "writes-a-line-after-the-plant",
    breaks: ["plant-encoding"],
    behaviour: plantTextAs((text) => `${text}\nOK`),
  },
  {
    name: "puts-a-guard-before-the-plant",
    breaks: ["plant-encoding"],
    why: "A prefix that keeps browsers from running JSON as a script.",
    behaviour: plantTextAs((text) => `)]}',\n${text}`),
  },
  {
    name: "writes-the-name-of-a-plant-twice",
    breaks: ["answers-name-members-once"],
    why: "The base class and the derived class both have the field.",
    behaviour: plantTextAs((text) => text.replace(/^\{("name":"(?:[^"\\]|\\.)*")/u, "{$1,$1")),
  },
  {
    name: "writes-the-tag-of-a-plant-twice",
    breaks: ["answers-name-members-once"],
    behaviour: plantTextAs((text) => text.replace(/("tag":"(?:[^"\\]|\\.)*")\}$/u, "$1,$1}")),
  },
  { name: "answers-200-without-a-body", breaks: ["plant-encoding"], behaviour: plantTextAs(() => "") },
  {
    name: "answers-nothing-with-200-to-duplicates",
    breaks: ["plant-encoding"],
    behaviour: duplicateAs({ status: 200, headers: JSON_HEADERS, body: "" }),
  },
  {
    name: "writes-plants-in-single-quotes",
    breaks: ["plant-encoding"],
    why: "How Python prints a dictionary.",
    behaviour: plantTextAs((text) => text.replaceAll('"', "'")),
  },
  {
    name: "puts-the-text-of-plants-together-by-hand",
    breaks: ["plant-encoding", "returns-name"],
    why: "Quotes, backslashes and control characters are not escaped; of `C:\\n` a line feed comes back, which is JSON.",
    behaviour: but({
      answerPlant: ({ name, tag }) => ({
        status: 200,
        headers: JSON_HEADERS,
        body: tag === undefined ? `{"name":"${name}"}` : `{"name":"${name}","tag":"${tag}"}`,
      }),
    }),
  },
  {
    name: "compresses-without-saying-so",
    breaks: ["plant-encoding"],
    behaviour: plantTextAs((text) => gzipSync(text)),
  },
  {
    name: "compresses-when-asked-without-saying-so",
    breaks: ["plant-encoding"],
    why: "A cache compresses what it keeps, and does not keep the header.",
    behaviour: but({
      finish: (answer, { headers }) =>
        answer.status !== 200 || headers["accept-encoding"] === undefined
          ? answer
          : { ...answer, body: gzipSync(answer.body) },
    }),
  },
  {
    name: "says-gzip-and-does-not-compress",
    breaks: ["plant-encoding"],
    why: "A proxy undid the compression and left the header.",
    behaviour: but({
      answerPlant: (plant) => withHeaders(json(200, plantBody(plant)), { "Content-Encoding": "gzip" }),
    }),
  },
  {
    name: "counts-characters-for-the-content-length",
    breaks: ["plant-encoding"],
    why: "A body with other letters than ASCII ends too early. The connection is closed, so that the rest harms nobody.",
    behaviour: but({
      send: (answer, response, socket) => {
        if (answer.status !== 200) return correct.send(answer, response, socket);
        const length = { "Content-Length": String(String(answer.body).length), Connection: "close" };
        response.writeHead(answer.status, { ...JSON_HEADERS, ...length });
        response.end(answer.body);
      },
    }),
  },
];

export const plantEncodingMutants: readonly Mutant[] = [...mediaTypes, ...encodings];
