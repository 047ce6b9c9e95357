/** The effects on answers: to valid requests, and to refused ones. */
import type { ProviderAnswer, NewPlant } from "../behaviour.ts";
import { answerError, json, notANewPlant, plantBody, withHeaders } from "../correct.ts";
import { ERRORS, OTHER_TYPES, SHAPES, SPOILT } from "./bodies.ts";
import { changedTexts } from "./changed-texts.ts";
import type { Facts } from "./facts.ts";
import type { Effect, FaultKind, Parameter } from "./mutant.ts";

type Table<T> = Readonly<Record<string, T>>;

function at<T>(table: Table<T>, value: Parameter): T {
  const entry = table[value];
  if (entry === undefined) throw new Error(`There is no effect ${value}`);
  return entry;
}

const body = (answer: ProviderAnswer, text: string | Buffer): ProviderAnswer => ({ ...answer, body: text });
const asJson = (answer: ProviderAnswer, value: unknown): ProviderAnswer => body(answer, JSON.stringify(value));
const mediaType = (answer: ProviderAnswer, type: string): ProviderAnswer => {
  const { "Content-Type": _dropped, ...others } = answer.headers;
  return { ...answer, headers: type === "none" ? others : { ...others, "Content-Type": type } };
};
/** An Error as the document shows it, with any status. */
const errorWith = (status: number): ProviderAnswer => answerError({ ...notANewPlant("It was refused"), status });

const always = (kind: FaultKind) => (): FaultKind => kind;

const VALID = ["plant"] as const;
const REFUSED = ["body", "authentication", "duplicate"] as const;
const ALL = [...VALID, ...REFUSED] as const;
const ANY = [...ALL, "unusual"] as const;

function withStatus(answer: ProviderAnswer, code: Parameter): ProviderAnswer {
  const location = Number(code) >= 300 ? { Location: "/plants/1" } : {};
  const other = { ...withHeaders(answer, location), status: Number(code) };
  return code === 204 ? { ...other, body: "" } : other;
}

/** The plant in the facts. Every valid request has one. */
function plantOf({ plant }: Facts): NewPlant {
  return plant ?? { id: 1n, name: "Fern" };
}

const onValid: Table<Effect> = {
  "other-success": {
    class: "another 2xx or 3xx",
    realms: VALID,
    values: [201, 202, 203, 204, 206, 301, 302, 303, 307],
    words: (value) => `answered with ${value}`,
    kind: always("other-success"),
    apply: (answer, _facts, value) => withStatus(answer, value),
  },
  refusal: {
    class: "refused",
    realms: VALID,
    values: [400, 400, 404, 409, 413, 422],
    words: (value) => `refused with ${value}`,
    kind: always("refusal"),
    apply: (_answer, _facts, value) => errorWith(Number(value)),
  },
  "media-type": {
    class: "media type",
    realms: VALID,
    values: [...OTHER_TYPES, "none"],
    words: (value) => `answered with a plant whose media type is ${value}`,
    kind: always("plant-broken"),
    apply: (answer, _facts, value) => mediaType(answer, String(value)),
  },
  "plant-text": {
    class: "not JSON in UTF-8",
    realms: VALID,
    values: Object.keys(SPOILT),
    words: (value) => `answered with a body that ${value}`,
    kind: always("plant-broken"),
    apply: (answer, _facts, value) => body(answer, at(SPOILT, value)(String(answer.body))),
  },
  "plant-shape": {
    class: "not a Plant",
    realms: VALID,
    values: Object.keys(SHAPES),
    words: (value) => `answered with a body that ${value}`,
    kind: always("plant-broken"),
    apply: (answer, facts, value) => asJson(answer, at(SHAPES, value)(plantOf(facts))),
  },
  changed: {
    class: "not given back",
    realms: VALID,
    values: Object.keys(changedTexts),
    words: (value) => `answered with a plant that ${value}`,
    kind: (value) => at(changedTexts, value).kind,
    apply: (answer, facts, value) => {
      const changed = at(changedTexts, value).change(plantOf(facts), facts);
      return typeof changed === "string" ? body(answer, changed) : asJson(answer, changed);
    },
  },
};

const ACCEPTED: Table<(facts: Facts) => ProviderAnswer> = {
  "200 and a plant of its own": () => json(200, { name: "Fern" }),
  "200 and what was sent": ({ plant, text }) => json(200, plant === undefined ? { name: text } : plantBody(plant)),
  "201": () => json(201, { name: "Fern" }),
  "202 and no body": () => ({ ...json(202, {}), body: "" }),
  "204": () => ({ ...json(204, {}), body: "" }),
};

const onRefused: Table<Effect> = {
  accepted: {
    class: "accepted",
    realms: ["body", "authentication"],
    values: Object.keys(ACCEPTED),
    words: (value) => `answered with ${value}`,
    kind: always("accepted"),
    apply: (_answer, facts, value) => at(ACCEPTED, value)(facts),
  },
  "other-refusal": {
    class: "refused otherwise",
    realms: REFUSED,
    values: [400, 403, 404, 409, 415, 422, 302],
    words: (value) => `refused with ${value}`,
    kind: (value) => (value === 400 ? "none" : "other-refusal"),
    apply: (_answer, _facts, value) => errorWith(Number(value)),
  },
  "error-shape": {
    class: "not an Error",
    realms: REFUSED,
    values: Object.keys(ERRORS),
    words: (value) => `refused with a 400 whose body ${value}`,
    kind: always("error-broken"),
    apply: (_answer, _facts, value) => json(400, at(ERRORS, value)),
  },
  "error-media-type": {
    class: "media type",
    realms: REFUSED,
    values: [...OTHER_TYPES, "none"],
    words: (value) => `refused with a 400 whose media type is ${value}`,
    kind: always("error-broken"),
    apply: (_answer, _facts, value) => mediaType(errorWith(400), String(value)),
  },
  "error-text": {
    class: "not JSON in UTF-8",
    realms: REFUSED,
    values: ["is empty", "is cut short", "is a page", "has single quotes", "is UTF-16"],
    words: (value) => `refused with a 400 whose body ${value}`,
    kind: always("error-broken"),
    apply: (_answer, _facts, value) => {
      const error = errorWith(400);
      return body(error, at(SPOILT, value)(String(error.body)));
    },
  },
  challenge: {
    class: "challenge",
    realms: ["authentication"],
    values: ["no challenge", "a challenge for Basic"],
    words: (value) => `refused with a 401 and ${value}`,
    kind: always("authentication"),
    apply: (_answer, _facts, value) => {
      const error = json(401, { error: 401, message: "It was refused" });
      return value === "no challenge" ? error : withHeaders(error, { "WWW-Authenticate": 'Basic realm="plants"' });
    },
  },
};

/** The connection stays open, without an answer. */
export const SILENT = "never answered";
/** The connection closes, without an answer. */
export const CLOSED = "answered by closing the connection";

const onAny: Table<Effect> = {
  "server-error": {
    class: "5xx",
    realms: ANY,
    values: [500, 501],
    words: (value) => `answered with ${value}`,
    kind: always("server-error"),
    apply: (_answer, _facts, value) => errorWith(Number(value)),
  },
  unavailable: {
    class: "5xx",
    realms: VALID,
    values: [503],
    words: () => "answered with 503 and no Retry-After",
    kind: always("unavailable"),
    apply: () => errorWith(503),
  },
  "no-answer": {
    class: "no answer",
    realms: ANY,
    values: [SILENT, CLOSED],
    words: String,
    kind: always("no-answer"),
    apply: (_answer, _facts, value) => (value === SILENT ? "never" : undefined),
  },
  "shows-token": {
    class: "shows the token",
    realms: ["plant", "body", "duplicate"],
    values: ["X-Token", "Set-Cookie", "X-Request"],
    words: (value) => `answered with the token in the header ${value}`,
    kind: always("authentication"),
    apply: (answer, { request }, value) =>
      withHeaders(answer, { [String(value)]: `token=${request.headers.authorization?.split(" ").at(-1) ?? ""}` }),
  },
};

/** Freedoms that the document leaves. */
const RIGHT: Table<(answer: ProviderAnswer) => ProviderAnswer> = {
  "with a charset": (answer) => mediaType(answer, "application/json; charset=utf-8"),
  "with Application/JSON": (answer) => mediaType(answer, "Application/JSON"),
  "with white space in the body": (answer) => body(answer, `${spread(answer)}\n`),
  "with \\u escapes in the body": (answer) =>
    body(
      answer,
      String(answer.body).replace(
        /(?<!\\)[g-mo-z]/u,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
    ),
  "with headers of its own": (answer) => withHeaders(answer, { "X-Request-Id": "7", Server: "plants" }),
  "and the connection closed": (answer) => withHeaders(answer, { Connection: "close" }),
};

function spread({ body: text }: ProviderAnswer): string {
  return JSON.stringify(JSON.parse(String(text)), null, 2);
}

const free: Table<Effect> = {
  "in-its-own-way": {
    class: "right",
    realms: ALL,
    values: Object.keys(RIGHT),
    words: (value) => `answered as it should be, ${value}`,
    kind: always("none"),
    apply: (answer, _facts, value) => at(RIGHT, value)(answer),
  },
  "error-of-its-own": {
    class: "right",
    realms: REFUSED,
    values: [0, -1, 2 ** 31 - 1, 40_012],
    words: (value) => `refused with a 400 whose error is ${value} and that has more members`,
    kind: always("none"),
    apply: (_answer, _facts, value) => json(400, { error: value, message: "", details: [], id: 7 }),
  },
  "taken-again": {
    class: "right",
    realms: ["duplicate"],
    values: ["200 and its plant"],
    words: (value) => `answered with ${value}`,
    kind: always("none"),
    apply: (_answer, facts) => json(200, plantBody(plantOf(facts))),
  },
};

export const effects: Table<Effect> = { ...onValid, ...onRefused, ...onAny, ...free };
