/** Mutants whose 200 or 400 is not what the document shows. */
import { JSON_HEADERS, but, correct, json, plantBody, withHeaders } from "../correct.ts";
import { type Mutant, errorAs, nameAs, plantAs, plantTextAs, refusalAs, tagAs } from "./mutant.ts";

const typed = (mediaType: string): Mutant["behaviour"] =>
  but({ answerPlant: (plant) => withHeaders(json(200, plantBody(plant)), { "Content-Type": mediaType }) });

export const plantAnswerMutants: readonly Mutant[] = [
  { name: "answers-200-as-html", breaks: ["plant-media-type"], behaviour: typed("text/html") },
  { name: "answers-200-as-text-json", breaks: ["plant-media-type"], behaviour: typed("text/json") },
  { name: "answers-200-as-problem-json", breaks: ["plant-media-type"], behaviour: typed("application/problem+json") },
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
    name: "writes-a-line-after-the-plant",
    breaks: ["plant-encoding"],
    behaviour: plantTextAs((text) => `${text}\nOK`),
  },
  { name: "answers-200-without-a-body", breaks: ["plant-encoding"], behaviour: plantTextAs(() => "") },
  {
    name: "wraps-the-plant-in-data",
    breaks: ["plant-shape"],
    behaviour: plantAs((plant) => ({ data: plantBody(plant) })),
  },
  { name: "wraps-the-plant-in-an-array", breaks: ["plant-shape"], behaviour: plantAs((plant) => [plantBody(plant)]) },
  {
    name: "answers-a-null-tag-where-none-was-sent",
    breaks: ["plant-shape"],
    behaviour: plantAs(({ name, tag }) => ({ name, tag: tag ?? null })),
  },
  { name: "leaves-the-name-out", breaks: ["plant-shape"], behaviour: plantAs(({ tag }) => ({ tag })) },
  {
    name: "answers-with-the-id",
    breaks: ["plant-has-no-id"],
    behaviour: plantAs((plant) => ({ id: Number(plant.id), ...plantBody(plant) })),
  },
  { name: "trims-names", breaks: ["returns-name"], behaviour: nameAs((name) => name.trim()) },
  { name: "writes-names-in-capitals", breaks: ["returns-name"], behaviour: nameAs((name) => name.toUpperCase()) },
  {
    name: "escapes-names-for-html",
    breaks: ["returns-name"],
    behaviour: nameAs((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  },
  {
    name: "cuts-names-at-300-characters",
    breaks: ["returns-name"],
    why: "A column too short, in a database that cuts without a word.",
    behaviour: nameAs((name) => name.slice(0, 300)),
  },
  {
    name: "answers-a-name-of-digits-as-a-number",
    breaks: ["plant-shape"],
    behaviour: plantAs((plant) => ({
      ...plantBody(plant),
      name: /^\d+$/.test(plant.name) ? Number(plant.name) : plant.name,
    })),
  },
  {
    name: "cuts-tags-at-300-characters",
    breaks: ["returns-tag"],
    behaviour: tagAs((tag) => tag.slice(0, 300)),
  },
  { name: "normalises-names", breaks: ["returns-name"], behaviour: nameAs((name) => name.normalize("NFC")) },
  {
    name: "decodes-names-as-latin-1",
    breaks: ["returns-name"],
    behaviour: nameAs((name) => Buffer.from(name, "utf8").toString("latin1")),
  },
  { name: "drops-tags", breaks: ["returns-tag"], behaviour: plantAs(({ name }) => ({ name })) },
  { name: "writes-tags-in-capitals", breaks: ["returns-tag"], behaviour: tagAs((tag) => tag.toUpperCase()) },
  {
    name: "answers-an-empty-tag-where-none-was-sent",
    breaks: ["adds-no-tag"],
    behaviour: plantAs(({ name, tag }) => ({ name, tag: tag ?? "" })),
  },
  {
    name: "adds-the-time-of-creation",
    breaks: ["plant-has-no-other-members"],
    behaviour: plantAs((plant) => ({ ...plantBody(plant), createdAt: "2026-01-01" })),
  },
  {
    name: "mixes-answers-up-under-concurrency",
    breaks: ["keeps-answers-apart"],
    why: "The plant lies in a shared variable while something is waited for.",
    behaviour: but({
      answerPlant: async (_plant, { memory }) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return json(200, plantBody(memory.last ?? _plant));
      },
    }),
  },
];

const page = { status: 400, headers: { "Content-Type": "text/html" }, body: "<h1>Bad Request</h1>" };

export const errorAnswerMutants: readonly Mutant[] = [
  {
    name: "answers-400-as-problem-json",
    breaks: ["error-media-type"],
    behaviour: refusalAs(
      ({ status }) => status === 400,
      (refusal, request) =>
        withHeaders(correct.answerError(refusal, request) as ReturnType<typeof json>, {
          "Content-Type": "application/problem+json",
        }),
    ),
  },
  {
    name: "answers-a-page-to-malformed-json-alone",
    breaks: ["error-media-type", "error-encoding"],
    why: "The framework's parser refuses before the provider's own code is reached.",
    behaviour: refusalAs(
      ({ refused }) => refused === "not-json",
      () => page,
    ),
  },
  {
    name: "answers-400-without-a-body",
    breaks: ["error-encoding"],
    behaviour: refusalAs(
      ({ status }) => status === 400,
      () => ({ status: 400, headers: JSON_HEADERS, body: "" }),
    ),
  },
  {
    name: "writes-error-as-a-string",
    breaks: ["error-shape"],
    behaviour: errorAs(({ message }) => ({ error: "400", message })),
  },
  {
    name: "writes-error-beyond-int32",
    breaks: ["error-shape"],
    behaviour: errorAs(({ message }) => ({ error: 3_000_000_000, message })),
  },
  {
    name: "writes-error-as-a-fraction",
    breaks: ["error-shape"],
    behaviour: errorAs(({ message }) => ({ error: 400.5, message })),
  },
  { name: "leaves-the-message-out", breaks: ["error-shape"], behaviour: errorAs(() => ({ error: 400 })) },
  {
    name: "writes-messages-as-a-list",
    breaks: ["error-shape"],
    behaviour: errorAs(({ message }) => ({ error: 400, message: [message] })),
  },
  {
    name: "answers-another-shape-to-duplicates-alone",
    breaks: ["error-shape"],
    behaviour: refusalAs(
      ({ refused }) => refused === "duplicate",
      () => json(400, { error: "duplicate" }),
    ),
  },
  {
    name: "answers-another-shape-without-a-token-alone",
    breaks: ["error-shape"],
    behaviour: refusalAs(
      ({ refused }) => refused === "authentication",
      () => json(400, { code: 401 }),
    ),
  },
  {
    name: "answers-422-to-what-is-no-plant",
    breaks: ["refuses-with-400"],
    behaviour: refusalAs(
      ({ refused }) => refused === "not-a-new-plant",
      ({ message }) => json(422, { error: 422, message }),
    ),
  },
  {
    name: "answers-500-to-malformed-json",
    breaks: ["refuses-with-400", "answers-without-server-error"],
    behaviour: refusalAs(
      ({ refused }) => refused === "not-json",
      () => json(500, { error: 500, message: "Unexpected token" }),
    ),
  },
  {
    name: "answers-500-to-duplicates",
    breaks: ["answers-without-server-error"],
    behaviour: refusalAs(
      ({ refused }) => refused === "duplicate",
      () => json(500, { error: 500, message: "unique constraint" }),
    ),
  },
];
