/**
 * A copy of Spring Boot 3.5 with Jackson 2.21, running the program of proof/real/java, which uses Spring Boot 4.1. Each
 * answer was seen on that program. The difference to Spring Boot 4: text after the object is accepted.
 */
import { type Behaviour, type NewPlant, type Refusal, type Request, refuse } from "../behaviour.ts";
import { but, json, mediaTypeOf, notANewPlant, parse, withHeaders } from "../correct.ts";
import { type Value, integerOf } from "../json-text.ts";
import { bootBroken } from "../real/java/index.ts";
import type { Stack } from "../real/stack.ts";
import { startProvider } from "../test-provider.ts";
import { sameBearer, textOf, withinInt64 } from "./steps.ts";

/** The first object or array of a string. Jackson 2 ignores what follows, unless FAIL_ON_TRAILING_TOKENS is set. */
function firstValue(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"|[{}[\]]/gu)) {
    if (token === "{" || token === "[") depth += 1;
    if ((token === "}" || token === "]") && --depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

/** Recognizes UTF-16 without a byte order mark by its zeros, and decodes overlong forms. */
function decode({ body }: Request): string | Refusal {
  if (body.length === 0) return refuse("no-body", 400, "");
  if (body[1] === 0) return new TextDecoder("utf-16le").decode(body);
  if (body[0] === 0) return new TextDecoder("utf-16be").decode(body);
  const shortest = body.toString("latin1").replaceAll(/[\u00c0\u00c1]([\u0080-\u00bf])/gu, (_form, last: string) => {
    return String.fromCodePoint(last.charCodeAt(0) - 0x80);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(shortest, "latin1"));
  } catch {
    return refuse("not-utf8", 400, "");
  }
}

/** A Long accepts a whole number in a string, and truncates other numbers. */
function longOf(value: Value | undefined): bigint | undefined {
  const text = value?.type === "boolean" ? undefined : textOf(value);
  if (text === undefined) return undefined;
  if (value?.type === "string") return /^\s*[+-]?\d+\s*$/u.test(text) ? withinInt64(BigInt(text.trim())) : undefined;
  const whole = integerOf(text) ?? BigInt(Math.trunc(Number(text)));
  return withinInt64(whole);
}

function newPlant(value: Value): NewPlant | Refusal {
  if (value.type !== "object") return notANewPlant("");
  const members = value.members();
  const [id, name, tag] = [longOf(members.get("id")), textOf(members.get("name")), textOf(members.get("tag"))];
  const isOther = ["array", "object"].includes(members.get("tag")?.type ?? "");
  if (id === undefined || name === undefined || isOther) return notANewPlant("");
  return tag === undefined ? { id, name } : { id, name, tag };
}

function isJson(request: Request): boolean {
  return /^application\/(?:json|[\w.-]+\+json)$/u.test(mediaTypeOf(request) ?? "");
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  415: "Unsupported Media Type",
};

const behaviour: Behaviour = but({
  authenticate: sameBearer,
  checkMediaType: (request) => (isJson(request) ? undefined : refuse("media-type", 415, "")),
  decode,
  parse: (text) => parse(firstValue(text)),
  validate: newPlant,
  store: () => undefined,
  answerPlant: ({ name, tag = null }: { readonly name: string; readonly tag?: string | null }) =>
    json(200, { name, tag }),
  answerError: ({ status }, { path }) => {
    const body = { timestamp: "2026-01-01T00:00:00.000+00:00", status, error: reasons[status], path };
    return withHeaders(json(status, body), status === 405 ? { Allow: "POST" } : {});
  },
});

export const springBoot3: Stack = {
  name: "Spring Boot 3 with Jackson 2, as it comes",
  family: "Spring Boot",
  framework: "spring-boot 3.5, jackson 2.21",
  variant: "as-it-comes",
  start: (token) => startProvider(behaviour, { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      "refuses-lenient-json": "Jackson 2 leaves what comes after the object, unless FAIL_ON_TRAILING_TOKENS is set",
      ...bootBroken,
    },
    profile: { "duplicate-id": "200", "missing-token": "401", "trailing-slash": "404", "method-get": "405" },
  },
};
