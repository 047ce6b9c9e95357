/** Mutants whose 400 has another media type than JSON, or is not JSON text in UTF-8. */
import { gzipSync } from "node:zlib";
import type { ProviderAnswer, Behaviour, RefusalKind } from "../behaviour.ts";
import { JSON_HEADERS, answerError, withHeaders } from "../correct.ts";
import { type Mutant, kindAs, page, refusalAs, refusing } from "./mutant.ts";

const TEXT = { "Content-Type": "text/plain" } as const;

/** Changes every answer 400. */
function each400(change: (answer: ProviderAnswer, message: string) => ProviderAnswer): Behaviour {
  return refusalAs(
    ({ status }) => status === 400,
    (refusal) => change(answerError(refusal), refusal.message),
  );
}

/** Changes the text of every 400. */
function textAs(change: (text: string) => string | Buffer): Behaviour {
  return each400((answer) => ({ ...answer, body: change(String(answer.body)) }));
}

/** Answers the refusals of one kind with the error page of another part of the stack. */
function pageFor(kind: RefusalKind, name: string, why?: string): Mutant {
  const reason = why === undefined ? {} : { why };
  return { name, breaks: ["error-media-type", "error-encoding"], ...reason, behaviour: kindAs(kind, () => page) };
}

const mediaTypes: readonly Mutant[] = [
  {
    name: "answers-400-as-problem-json",
    breaks: ["error-media-type"],
    behaviour: each400((answer) => withHeaders(answer, { "Content-Type": "application/problem+json" })),
  },
  {
    name: "answers-400-as-problem-details",
    breaks: ["error-media-type", "error-shape"],
    why: "RFC 9457 in letter and spirit: what ASP.NET and Spring do of themselves.",
    behaviour: each400((_answer, message) => ({
      status: 400,
      headers: { "Content-Type": "application/problem+json" },
      body: JSON.stringify({ type: "about:blank", title: "Bad Request", status: 400, detail: message }),
    })),
  },
  {
    name: "answers-400-without-a-media-type",
    breaks: ["error-media-type"],
    behaviour: each400((answer) => ({ ...answer, headers: {} })),
  },
  {
    name: "answers-what-is-no-plant-alone-as-text-json",
    breaks: ["error-media-type"],
    behaviour: kindAs("not-a-new-plant", (refusal) =>
      withHeaders(answerError(refusal), { "Content-Type": "text/json" }),
    ),
  },
];

const pages: readonly Mutant[] = [
  pageFor(
    "not-json",
    "answers-a-page-to-malformed-json-alone",
    "The framework's parser refuses before the provider's own code is reached.",
  ),
  pageFor("no-body", "answers-a-page-to-an-empty-body-alone"),
  pageFor("not-utf8", "answers-a-page-to-bytes-that-are-not-utf-8-alone"),
  pageFor(
    "media-type",
    "answers-a-page-with-400-to-other-media-types",
    "The status is open, the form of a 400 is not.",
  ),
  pageFor("authentication", "answers-a-page-with-400-without-a-token", "A gateway in front of the provider."),
  pageFor("duplicate", "answers-a-page-with-400-to-duplicates", "The exception of the database reaches the framework."),
  {
    name: "answers-a-page-to-ids-beyond-int64-alone",
    breaks: ["error-media-type", "error-encoding"],
    why: "The overflow is found while the body is read, and not where it is checked.",
    behaviour: refusalAs(
      ({ message }) => message === "id is beyond int64",
      () => page,
    ),
  },
  {
    name: "answers-a-page-to-arrays-and-scalars-alone",
    breaks: ["error-media-type", "error-encoding"],
    behaviour: refusalAs(
      ({ message }) => message === "The body is not an object",
      () => page,
    ),
  },
  {
    name: "answers-a-page-with-400-to-large-bodies",
    breaks: ["error-media-type", "error-encoding"],
    behaviour: refusing(
      400,
      (_plant, { body }) => body.length > 100_000,
      () => page,
    ),
  },
  {
    name: "answers-a-page-with-400-to-empty-names",
    breaks: ["error-media-type", "error-encoding"],
    why: "Whether an empty name is taken is open; if not, the 400 is an Error.",
    behaviour: refusing(
      400,
      ({ name }) => name === "",
      () => page,
    ),
  },
  {
    name: "answers-400-as-text",
    breaks: ["error-media-type", "error-encoding"],
    why: "Go's http.Error.",
    behaviour: each400((_answer, message) => ({ status: 400, headers: TEXT, body: `${message}\n` })),
  },
  {
    name: "answers-400-with-nothing-at-all",
    breaks: ["error-media-type", "error-encoding"],
    behaviour: each400(() => ({ status: 400, headers: {}, body: "" })),
  },
];

const encodings: readonly Mutant[] = [
  {
    name: "answers-400-without-a-body",
    breaks: ["error-encoding"],
    behaviour: textAs(() => ""),
  },
  {
    name: "answers-malformed-json-alone-without-a-body",
    breaks: ["error-encoding"],
    behaviour: kindAs("not-json", () => ({ status: 400, headers: JSON_HEADERS, body: "" })),
  },
  {
    name: "puts-a-byte-order-mark-before-errors",
    breaks: ["error-encoding"],
    behaviour: textAs((text) => `\u{feff}${text}`),
  },
  {
    name: "answers-errors-in-utf-16",
    breaks: ["error-encoding"],
    behaviour: textAs((text) => Buffer.from(text, "utf16le")),
  },
  {
    name: "writes-errors-in-single-quotes",
    breaks: ["error-encoding"],
    behaviour: textAs((text) => text.replaceAll('"', "'")),
  },
  {
    name: "writes-a-stack-trace-after-the-error",
    breaks: ["error-encoding"],
    behaviour: textAs((text) => `${text}\n    at readPlant (plants.js:12:7)`),
  },
  {
    name: "writes-error-as-nan",
    breaks: ["error-encoding"],
    why: "A number that was never set, written by Python.",
    behaviour: textAs((text) => text.replace("400", "NaN")),
  },
  {
    name: "quotes-the-body-in-messages-as-it-came",
    breaks: ["error-encoding"],
    why: "The message is put together by hand, with the quotes of the malformed body in it.",
    behaviour: kindAs("not-json", (_refusal, { body }) => ({
      status: 400,
      headers: JSON_HEADERS,
      body: `{"error":400,"message":"This is not JSON: ${body.toString()}"}`,
    })),
  },
  {
    name: "writes-the-refused-bytes-into-messages",
    breaks: ["error-encoding"],
    why: "Bytes that are not UTF-8 go back as they came.",
    behaviour: kindAs("not-utf8", (_refusal, { body }) => ({
      status: 400,
      headers: JSON_HEADERS,
      body: Buffer.concat([
        Buffer.from('{"error":400,"message":"'),
        body.filter((byte) => byte !== 0x22),
        Buffer.from('"}'),
      ]),
    })),
  },
  {
    name: "compresses-errors-without-saying-so",
    breaks: ["error-encoding"],
    behaviour: textAs((text) => gzipSync(text)),
  },
];

export const errorBodyMutants: readonly Mutant[] = [...mediaTypes, ...pages, ...encodings];
