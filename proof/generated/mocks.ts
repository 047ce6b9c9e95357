/** Copies of mock servers that use the document, or settings beside it. Each answer was seen on the mock itself. */
import { type Behaviour, type ProviderAnswer, type Refusal, type Request, isRefusal, refuse } from "../behaviour.ts";
import { but, json, mediaTypeOf, notANewPlant, parse, validate, withHeaders } from "../correct.ts";
import { INT64, type Value, integerOf } from "../json-text.ts";
import type { Stack } from "../real/stack.ts";
import { startProvider } from "../test-provider.ts";
import { decodedLoosely, sentence } from "./steps.ts";

/** Only the settings of a mock can be fixed. */
type Mock = Pick<Stack, "name" | "start" | "expected">;

/** What a mock breaks if it answers every request with the same plant. */
const onePlant = {
  "refuses-no-body": "the body is not read",
  "refuses-malformed-json": "the same",
  "refuses-lenient-json": "the same",
  "refuses-non-object": "the same",
  "refuses-missing-member": "the same",
  "refuses-invalid-member": "the same",
  "matches-member-names-exactly": "the same",
  "returns-name": "the plant is the one of the stub",
  "returns-tag": "the same",
  "adds-no-tag": "the same",
  "refuses-non-utf8": "the body is not read",
  "refuses-id-beyond-int64": "the same",
  "refuses-other-media-types": "Content-Type is not looked at",
} as const;

/** A stub that does not read the body. */
function stub(plant: Readonly<Record<string, string>>, steps: Partial<Behaviour>): Behaviour {
  return but({
    authenticate: () => undefined,
    checkMediaType: () => undefined,
    decode: () => "{}",
    validate: () => ({ id: 0n, name: "" }),
    store: () => undefined,
    answerPlant: () => json(200, plant),
    ...steps,
  });
}

const mockoon: Mock = {
  name: "Mockoon 9.9",
  start: (token) => startProvider(stub({ name: "", tag: "" }, {}), { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      ...onePlant,
      "requires-authorization": "no token is asked for",
      "requires-bearer-scheme": "the same",
      "refuses-empty-token": "the same",
    },
    profile: { "duplicate-id": "200", "missing-token": "200", "unknown-token": "200" },
  },
};

/** A stub with `"Authorization": {"matches": "(?i)bearer .+"}`. Other requests get a page that quotes the request. */
const wiremockStub = stub(
  { name: "Fern", tag: "shade" },
  {
    authenticate: ({ headers }) =>
      /^bearer .+/iu.test(headers.authorization ?? "") ? undefined : refuse("authentication", 404, "was not matched"),
    answerError: ({ message }, { headers }) =>
      sentence(404, `Request ${message}\n\nAuthorization: ${headers.authorization ?? ""} <<<<< Header does not match`),
  },
);

const wiremock: Mock = {
  name: "WireMock 3.13",
  start: (token) => startProvider(wiremockStub, { token }),
  expected: {
    verdict: "non-conformant",
    broken: { ...onePlant, "keeps-token-secret": "the page of a request that matches no stub quotes its headers" },
    profile: { "duplicate-id": "200", "missing-token": "404", "unknown-token": "200" },
  },
};

/** Reads names without quotes, raw control characters, and zeros and plus signs before a number. */
function readLeniently(text: string): Value | Refusal {
  if (/:\s*NaN/u.test(text)) return refuse("fault", 500, "Character N is neither a decimal digit number");
  const strict = text
    .replaceAll(/([{,]\s*)([A-Za-z]\w*)\s*:/gu, '$1"$2":')
    .replaceAll(/(:\s*)(?:0+(?=\d)|\+)/gu, "$1")
    .replaceAll(/[\t\n\r]/gu, " ");
  return parse(strict);
}

/** A number counts as int64 if its integer part does. */
function validateLeniently(value: Value): ReturnType<Behaviour["validate"]> {
  const plant = validate(value);
  if (!isRefusal(plant) || value.type !== "object") return plant;
  const id = value.members().get("id");
  const isFraction = id?.type === "number" && integerOf(id.source) === undefined;
  if (!isFraction || Math.abs(Number(id.source)) > Number(INT64.greatest)) return plant;
  const isPlant = [value.members().get("name"), value.members().get("tag")].every(
    (member) => member === undefined || member.type === "string",
  );
  return isPlant ? { id: 0n, name: "" } : notANewPlant("id");
}

const specmaticMock: Behaviour = but({
  authenticate: ({ headers }) =>
    /^bearer .+/iu.test(headers.authorization ?? "") ? undefined : refuse("authentication", 400, "Authorization"),
  checkMediaType: (request) =>
    /^application\/json\s*(?:;|$)/iu.test(request.headers["content-type"] ?? "")
      ? undefined
      : refuse("media-type", 400, "Content-Type"),
  decode: (request) => decodedLoosely(request),
  parse: readLeniently,
  validate: validateLeniently,
  store: () => undefined,
  answerPlant: () => withHeaders(json(200, { name: "FGNIF", tag: "DTTEI" }), { "X-Specmatic-Result": "success" }),
  answerError: ({ status, message }) => ({
    status: status === 500 ? 500 : 400,
    headers: { "Content-Type": "text/plain", "X-Specmatic-Result": "failure" },
    body: `Error from contract openapi.yaml\n\n  ${message}`,
  }),
});

const specmatic: Mock = {
  name: "Specmatic 2.55",
  start: (token) => startProvider(specmaticMock, { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-media-type": "its errors are sentences: 400 in text/plain",
      "error-encoding": "the same sentences are not JSON",
      "refuses-lenient-json": "names without quotes, raw controls in strings, leading zeros and plus signs are read",
      "refuses-invalid-member": "an id of 0.5 is one",
      "returns-name": "name and tag are drawn",
      "returns-tag": "the same",
      "adds-no-tag": "the same",
      "refuses-with-400": "500 to NaN",
      "answers-without-server-error": "the same",
      "refuses-non-utf8": "the body is decoded with U+FFFD in the place of bytes that are not UTF-8",
    },
    profile: { "duplicate-id": "200", "missing-token": "400", "unknown-token": "200" },
  },
};

const page = (status: number, text: string): ProviderAnswer => ({
  status,
  headers: { "Content-Type": "text/html; charset=utf-8" },
  body: `<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>Error</title>\n</head>\n<body>\n<pre>${text}</pre>\n`,
});

/** A body as JSON or as a form. A body declared as neither is not read. Undefined if it is malformed. */
function recordOf(request: Request): Readonly<Record<string, unknown>> | undefined {
  const text = decodedLoosely(request);
  const mediaType = mediaTypeOf(request);
  if (mediaType === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(text));
  if (mediaType !== "application/json" || text === "") return {};
  try {
    return /^\s*[{[]/u.test(text) ? { ...(JSON.parse(text) as object) } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the body under its own id or the next one, and answers with the record. */
function keepRecord(request: Request): ProviderAnswer {
  const record = recordOf(request);
  if (record === undefined) return page(400, "SyntaxError: Unexpected token in JSON");
  const { plants, notes } = request.memory;
  const greatest = notes.get("greatest id") ?? 0;
  const id = record["id"] || greatest + 1;
  const key = JSON.stringify(id);
  if (plants.has(key)) return page(500, "Error: Insert failed, duplicate id");
  plants.set(key, { id: 0n, name: "" });
  if (typeof id === "number") notes.set("greatest id", Math.max(id, greatest));
  return json(201, { ...record, id });
}

const jsonServerMock: Behaviour = stub(
  {},
  {
    answerPlant: (_plant, request) => keepRecord(request),
    answerError: ({ status }) => json(status === 405 ? 404 : status, {}),
    finish: (answer) => withHeaders(answer, { "X-Powered-By": "Express" }),
  },
);

const jsonServer: Mock = {
  name: "json-server 0.17",
  start: (token) => startProvider(jsonServerMock, { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      "accepts-valid-plant": "201, with the record",
      "error-media-type": "malformed JSON: Express's error page",
      "error-encoding": "the same page is not JSON",
      "refuses-missing-member": "a record without a name is one",
      "refuses-invalid-member": "nothing is checked",
      "matches-member-names-exactly": "the same",
      "requires-authorization": "no token is asked for",
      "requires-bearer-scheme": "the same",
      "refuses-empty-token": "the same",
      "refuses-non-utf8": "body-parser puts U+FFFD in the place of bytes that are not UTF-8",
      "refuses-id-beyond-int64": "nothing is checked",
      "refuses-other-media-types": "a form is read as well",
      "answers-without-server-error":
        "500 for an id that is there already, and for a record without an id once there is an id beyond 2^53, to which it adds 1",
    },
    profile: { "missing-token": "201", "unknown-token": "201" },
  },
};

export const mocks: readonly Mock[] = [mockoon, wiremock, specmatic, jsonServer];
