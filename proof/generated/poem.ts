/**
 * A copy of poem-openapi 5.1 on poem 3.1: `#[derive(Object)]` for the bodies, a `SecurityScheme` of type bearer, and
 * the framework's own errors. Each answer was seen on a program made with it, and on one with the fixes. Not copied: a
 * chunked request that is refused for its header has its body unread when the connection closes, so its answer may be
 * lost.
 */
import { type Behaviour, type NewPlant, type Refusal, refuse } from "../behaviour.ts";
import { answerError, but, checkMediaType, notANewPlant, plantBody, validate } from "../correct.ts";
import { type Value, readJson } from "../json-text.ts";
import { type Profile, type Stack, meetsEverything } from "../real/stack.ts";
import { startProvider } from "../test-provider.ts";
import { i64Of, isJsonToMime, sentence, textOf } from "./steps.ts";

function newPlant(value: Value): NewPlant | Refusal {
  if (value.type !== "object") return notANewPlant('Expected input type "NewPlant"');
  const members = value.members();
  const id = i64Of(members.get("id"));
  if (id === undefined) return notANewPlant('failed to parse "integer_int64"');
  const [name, tag] = [textOf(members.get("name")), textOf(members.get("tag"))];
  if (name === undefined) return notANewPlant('Expected input type "string"');
  if (tag !== undefined) return { id, name, tag };
  return ["object", "array"].includes(members.get("tag")?.type ?? "") ? notANewPlant("tag") : { id, name };
}

/** serde_json refuses a lone surrogate and more than 128 levels. */
function parse(text: string): Value | Refusal {
  const nesting = /(?:\[\s*){128}/u.test(text);
  const surrogate = /[^\\](?:\\\\)*\\u(?:d[c-f]|d[89ab]..(?!\\ud[c-f]))/iu.test(
    text.replaceAll(/\\ud[89ab]..\\ud[c-f]../giu, ""),
  );
  if (nesting || surrogate) return refuse("not-json", 400, "recursion limit exceeded");
  try {
    return readJson(text);
  } catch {
    return refuse("not-json", 400, "expected value at line 1 column 1");
  }
}

const words: Readonly<Partial<Record<Refusal["refused"], string>>> = {
  "other-path": "not found",
  "other-method": "method not allowed",
  authentication: "authorization error",
  "media-type": "the `Content-Type` requested by the client is not supported",
};

const behaviour: Behaviour = but({
  checkMediaType: (request) => (isJsonToMime(request) ? undefined : refuse("media-type", 415, "")),
  parse,
  validate: newPlant,
  store: () => undefined,
  answerPlant: (plant) => ({
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify(plantBody(plant)),
  }),
  answerError: ({ refused, status, message }) =>
    sentence(status, words[refused] ?? `parse request payload error: ${message}`),
});

const profile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "404",
  "method-get": "405",
};

export const poem: Stack = {
  name: "poem-openapi, as it comes",
  family: "poem-openapi",
  framework: "poem-openapi 5.1, poem 3.1",
  variant: "as-it-comes",
  start: (token) => startProvider(behaviour, { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-media-type": "its errors are sentences: 400 in text/plain",
      "error-encoding": "the same sentences are not JSON",
      "refuses-invalid-member":
        'String takes a number or a boolean: name and tag as 7 ("7"), 0.5 or true ("true"); an Option takes null for None',
      "accepts-integer-spellings": "7.0 and 70e-1 are not an i64 to serde_json",
      "accepts-media-type-spellings": "415 to a space before the semicolon: the mime crate",
      "challenges-with-401": "its 401 has no WWW-Authenticate",
    },
    profile,
  },
};

/** `before` normalizes the media type, custom types read the members, and `catch_all_error` answers an Error. */
const fixed: Behaviour = but({
  ...behaviour,
  checkMediaType,
  validate,
  answerError,
});

export const poemFixed: Stack = {
  name: "poem-openapi, fixed",
  family: "poem-openapi",
  framework: "poem-openapi 5.1, poem 3.1",
  variant: "fixed",
  start: (token) => startProvider(fixed, { token }),
  expected: meetsEverything(profile),
};
