/**
 * A copy of what openapi-generator 7.25 generates with rust-axum, with the two functions that it leaves to the author:
 * the claims of a token, and the operation. Each answer was seen on the generated program.
 */
import { type Behaviour, type NewPlant, type Refusal, type Request, refuse } from "../behaviour.ts";
import { but, json, notANewPlant, plantBody } from "../correct.ts";
import type { Value } from "../json-text.ts";
import type { Stack } from "../real/stack.ts";
import { startProvider } from "../test-provider.ts";
import { i64Of, isJsonToMime, sameBearer, sentence } from "./steps.ts";

function newPlant(value: Value): NewPlant | Refusal {
  if (value.type !== "object") return unfit("invalid type, expected struct NewPlant");
  const members = value.members();
  const [id, name, tag] = ["id", "name", "tag"].map((member) => members.get(member));
  const number = i64Of(id);
  if (number === undefined) return unfit("id: expected i64");
  if (name?.type !== "string") return unfit("name: invalid type, expected a string");
  if (tag === undefined || tag.type === "null") return { id: number, name: name.value };
  if (tag.type !== "string") return unfit("tag: invalid type, expected a string");
  return { id: number, name: name.value, tag: tag.value };
}

function unfit(message: string): Refusal {
  return { ...notANewPlant(message), status: 422 };
}

/** Checks the token only after it has read the body, and then the texts, which the crate ammonia changes. */
function afterTheBody({ name, tag = "" }: NewPlant, request: Request): Refusal | undefined {
  return sameBearer(request) ?? (/[<>&\0]/u.test(name + tag) ? refuse("constraint", 400, "xss detected") : undefined);
}

const behaviour: Behaviour = but({
  authenticate: () => undefined,
  checkMediaType: (request) => (isJsonToMime(request) ? undefined : refuse("media-type", 415, "")),
  validate: newPlant,
  constrain: afterTheBody,
  store: () => undefined,
  answerPlant: (plant) => json(200, plantBody(plant)),
  answerError: ({ refused, status, message }) => {
    if (refused === "constraint") return { status, headers: {}, body: `body.name: Validation error: ${message}` };
    if (refused === "authentication" || refused === "other-path") return { status, headers: {}, body: "" };
    if (refused === "other-method") return { status, headers: { Allow: "POST" }, body: "" };
    if (refused === "media-type") return sentence(status, "Expected request with `Content-Type: application/json`");
    if (status === 422) return sentence(status, `Failed to deserialize the JSON body into the target type: ${message}`);
    return sentence(status, `Failed to parse the request body as JSON: ${message}`);
  },
});

export const rustAxum: Stack = {
  name: "axum from openapi-generator, as it comes",
  family: "axum",
  framework: "openapi-generator 7.25 (rust-axum), axum 0.8",
  variant: "as-it-comes",
  start: (token) => startProvider(behaviour, { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-media-type":
        "the rejections of `Json` are sentences, 400 in text/plain; those of the validator have no media type",
      "error-encoding": "the same sentences are not JSON",
      "refuses-invalid-member": "serde takes null for an Option's None",
      "refuses-with-400": "`Json` answers 422 to JSON that does not fit the type",
      "accepts-integer-spellings": "7.0 and 70e-1 are not an i64 to serde_json",
      "accepts-media-type-spellings": "415 to a space before the semicolon: the mime crate",
      "accepts-bearer-in-any-case": "the header is compared as it is written, in the function that its author writes",
      "challenges-with-401": "the generated 401 has neither a body nor WWW-Authenticate",
    },
    profile: { "control-characters-in-name": "refused: 400", "missing-token": "401", "missing-token-body": "empty" },
  },
};
