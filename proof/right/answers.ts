/** Ways to write the 200 and the 400 that the schemas, JSON and HTTP allow. */
import { but, plantBody } from "../correct.ts";
import { type Right, counted, errorAs, plantAs, withEveryAnswer } from "./right.ts";

/** Writes every character of every string as an escape (RFC 8259 section 7), including member names. */
export function escaped(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/gu, (literal) => {
    const units = String(JSON.parse(literal)).split("");
    return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
  });
}

function error(value: string, message = "No"): Right["behaviour"] {
  return errorAs(() => `{"error":${value},"message":${JSON.stringify(message)}}`);
}

const writings: readonly Right[] = [
  {
    name: "writes JSON over several lines",
    behaviour: plantAs((plant) => JSON.stringify(plantBody(plant), null, 2)),
  },
  {
    name: "writes JSON between white space",
    behaviour: plantAs((plant) => `\r\n\t ${JSON.stringify(plantBody(plant))}\n\n`),
  },
  {
    name: "writes every character as an escape",
    behaviour: {
      ...plantAs((plant) => escaped(JSON.stringify(plantBody(plant)))),
      answerError: errorAs(({ message }) => escaped(JSON.stringify({ error: 400, message }))).answerError,
    },
    profile: { "missing-token-body": "an Error", "error-values": "400" },
  },
  {
    name: "escapes slashes",
    behaviour: plantAs((plant) => JSON.stringify(plantBody(plant)).replaceAll("/", String.raw`\/`)),
  },
  {
    name: "writes the tag before the name",
    behaviour: plantAs(({ name, tag }) => JSON.stringify(tag === undefined ? { name } : { tag, name })),
  },
];

const errors: readonly Right[] = [
  {
    name: "adds members to Error",
    behaviour: errorAs(({ message }) => JSON.stringify({ error: 400, message, details: [null, 1.5], timestamp: 1e21 })),
  },
  {
    name: "puts the members of a plant into Error",
    behaviour: errorAs(({ message }) => JSON.stringify({ id: 7, name: null, tag: [], error: 400, message })),
  },
  {
    name: "writes error as a number that is an integer by its value",
    behaviour: error("4.0e2", ""),
    profile: { "error-values": "400", "error-equals-status": "always" },
  },
  {
    name: "writes error as the least int32",
    behaviour: error("-2147483648"),
    profile: { "error-values": "-2147483648", "error-equals-status": "never" },
  },
  {
    name: "writes error as the greatest int32",
    behaviour: error("2147483647"),
    profile: { "error-values": "2147483647", "error-equals-status": "never" },
  },
  {
    name: "writes error as 0",
    behaviour: error("0"),
    profile: { "error-values": "0", "error-equals-status": "never" },
  },
  { name: "writes error as minus 0", behaviour: error("-0.0"), profile: { "error-values": "0" } },
  { name: "writes error as -1", behaviour: error("-1"), profile: { "error-values": "-1" } },
  {
    name: "gives each reason a number of its own",
    behaviour: errorAs(({ refused, message }) => {
      const numbers = { "no-body": 1, "not-utf8": 2, "not-json": 3 };
      const number = refused in numbers ? Reflect.get(numbers, refused) : 400;
      return JSON.stringify({ error: number, message });
    }),
    profile: { "error-values": "1, 2, 3, 400", "error-equals-status": "sometimes" },
  },
  { name: "has nothing to say in message", behaviour: error("400", "") },
  { name: "has much to say in message", behaviour: error("400", "All that is wrong. ".repeat(4_000)) },
  {
    name: "says in message what no terminal and no page should be shown",
    behaviour: error("400", "<script>\u001b[2J\u0000\u202e\ud83c\udf31 ::error::"),
  },
];

const headers: readonly Right[] = [
  {
    name: "answers with a charset and in capitals",
    behaviour: withEveryAnswer({ "Content-Type": "Application/JSON; Charset=UTF-8" }),
  },
  {
    name: "answers with parameters of its own",
    behaviour: withEveryAnswer({ "Content-Type": 'application/json;profile="https://plants.invalid/a;b";v=1' }),
  },
  {
    name: "writes header names in lower case",
    behaviour: but({
      finish: ({ headers: fields, ...answer }) => ({
        ...answer,
        headers: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value])),
      }),
    }),
  },
  {
    name: "writes header names in upper case",
    behaviour: but({
      finish: ({ headers: fields, ...answer }) => ({
        ...answer,
        headers: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toUpperCase(), value])),
      }),
    }),
  },
  {
    name: "speaks of versions and limits in headers",
    behaviour: withEveryAnswer({ "X-API-Version": "1", "RateLimit-Limit": "100" }),
    profile: { "version-headers": "ratelimit-limit, x-api-version" },
  },
  {
    name: "speaks of its end in headers",
    behaviour: withEveryAnswer({ Deprecation: "@1767225600", Sunset: "Thu, 31 Dec 2026 23:59:59 GMT" }),
    profile: { "version-headers": "deprecation, sunset" },
  },
  {
    name: "speaks of limits in the headers of a draft",
    behaviour: withEveryAnswer({ RateLimit: '"hour";r=99;t=60', "RateLimit-Policy": '"hour";q=100;w=3600' }),
    profile: { "version-headers": "ratelimit, ratelimit-policy" },
  },
  {
    name: "sets cookies, and headers that a browser asks for",
    behaviour: withEveryAnswer({
      "Set-Cookie": ["a=1; HttpOnly", "b=2"],
      "Access-Control-Allow-Origin": "*",
      "Strict-Transport-Security": "max-age=1",
    }),
    profile: { "version-headers": "none" },
  },
  {
    name: "says where the plant is, and what it is cached by",
    behaviour: withEveryAnswer({ Location: "/plants/7", ETag: 'W/"7"', "Cache-Control": "no-store", Vary: "*" }),
  },
  {
    name: "sends a header field of 16 KiB",
    behaviour: withEveryAnswer({ Link: `<https://plants.invalid/${"a".repeat(16_384)}>; rel="next"` }),
  },
  {
    name: "numbers its answers",
    behaviour: but({
      finish: (answer, request) => ({
        ...answer,
        headers: { ...answer.headers, "X-Request-Id": `${counted(request)}` },
      }),
    }),
  },
];

/** More than a run keeps of all answers together. What arrives is judged, whether or not it is kept. */
const large: readonly Right[] = [
  {
    name: "sends 150 header fields, one of them of 30 KiB, with every answer",
    behaviour: withEveryAnswer({
      ...Object.fromEntries(Array.from({ length: 149 }, (_, at) => [`X-Plant-${at}`, `${at}`])),
      Link: `<https://plants.invalid/${"a".repeat(30 * 1024)}>; rel="next"`,
    }),
  },
  {
    name: "explains every 400 in 480 KiB",
    behaviour: errorAs(({ message }) => JSON.stringify({ error: 400, message: message.padEnd(480 * 1024, ".") })),
  },
];

export const answers: readonly Right[] = [...writings, ...errors, ...headers, ...large];
