/**
 * Copies of what openapi-generator 7.25 generates with nodejs-express-server, on Express 4.22 with
 * express-openapi-validator 4.13. Each answer was seen on the generated program, with the document as OpenAPI 3.0:
 * under a document of version 3.1 it answers 500 to every request, because that validator supports only 3.0.
 */
import { type Behaviour, type NewPlant, type Refusal, type Request, isRefusal, refuse } from "../behaviour.ts";
import { but, json, mediaTypeOf, notANewPlant, plantBody, validate } from "../correct.ts";
import { type Value, readJson } from "../json-text.ts";
import type { Stack } from "../real/stack.ts";
import { startProvider } from "../test-provider.ts";
import { decodedLoosely } from "./steps.ts";

/** body-parser runs twice, before the validator: it reads arrays and objects, and does not check the token. */
function checkBody(request: Request): Refusal | undefined {
  const read = parse(decodedLoosely(request));
  return mediaTypeOf(request) === "application/json" && isRefusal(read) ? read : undefined;
}

function parse(text: string): Value | Refusal {
  try {
    return readJson(/^\s*[{[]/u.test(text) ? text : text === "" ? "{}" : "?");
  } catch {
    return refuse("not-json", 400, "Unexpected token in JSON");
  }
}

/** The scheme has no handler: the field only has to contain its name. */
function authenticate({ headers }: Request): Refusal | undefined {
  const isBearer = (headers.authorization ?? "").toLowerCase().includes("bearer");
  return isBearer ? undefined : refuse("authentication", 401, "Authorization header with scheme 'Bearer' required");
}

/** int64 is a range of doubles, so it contains 2^63. An array has none of the members whose types are checked. */
function newPlant(value: Value): NewPlant | Refusal {
  if (value.type === "array") return { id: 0n, name: "" };
  const plant = validate(value);
  const id = value.type === "object" ? value.members().get("id") : undefined;
  const isNear = isRefusal(plant) && id?.type === "number" && Math.abs(Number(id.source)) === 2 ** 63;
  return isNear ? { id: 0n, name: "Fern" } : isRefusal(plant) ? notANewPlant(`request.body: ${plant.message}`) : plant;
}

const express = { "X-Powered-By": "Express", "Access-Control-Allow-Origin": "*" } as const;

const withTheBodyRead: Behaviour = but({
  route: ({ path, method }) => {
    if (!/^\/plants\/?$/u.test(path)) return refuse("other-path", 404, "not found");
    return method === "POST" ? undefined : refuse("other-method", 405, `${method} method not allowed`);
  },
  authenticate: (request) => checkBody(request) ?? authenticate(request),
  decode: decodedLoosely,
  parse,
  validate: newPlant,
  store: () => undefined,
  answerPlant: (plant, request) => json(200, /^\s*\[/u.test(decodedLoosely(request)) ? {} : plantBody(plant)),
  answerError: ({ status, message }) => json(status, { message, errors: [{ path: "/plants", message }] }),
  finish: (answer) => ({ ...answer, headers: { ...answer.headers, ...express } }),
});

/** The service expects the body as `newPlant`, but the controller passes it as `body`. */
const asGenerated: Behaviour = {
  ...withTheBodyRead,
  answerPlant: () => ({
    status: 405,
    headers: {},
    body: "Cannot destructure property 'id' of 'newPlant' as it is undefined.",
  }),
};

const family = "Express with express-openapi-validator";
const framework = "openapi-generator 7.25 (nodejs-express-server), express 4.22, express-openapi-validator 4.13";

export const expressServer: Stack = {
  name: "Express from openapi-generator, as it comes",
  family,
  framework,
  variant: "as-it-comes",
  start: (token) => startProvider(asGenerated, { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      "operation-exists":
        "the service reads its body by the name of the schema, the controller hands it over as `body`: the TypeError is a 405",
    },
  },
};

export const expressServerWithTheBodyRead: Stack = {
  name: "Express from openapi-generator, with the body read",
  family,
  framework,
  variant: "as-it-comes",
  start: (token) => startProvider(withTheBodyRead, { token }),
  expected: {
    verdict: "non-conformant",
    broken: {
      "refuses-non-object": "body-parser reads arrays, and the generated api/openapi.yaml leaves out `type: object`",
      "plant-shape": "200 with {} to an array",
      "error-shape": "its 400 is {message, errors}: there is no `error`",
      "requires-bearer-scheme": "no handler is set for the scheme: the field only has to contain `bearer`",
      "refuses-empty-token": "the same",
      "refuses-non-utf8": "body-parser puts U+FFFD in the place of bytes that are not UTF-8",
      "refuses-id-beyond-int64": "int64 is a range of doubles: 2^63 is in it",
      "challenges-with-401": "the validator's 401 has no WWW-Authenticate",
    },
    profile: { "duplicate-id": "200", "missing-token": "401", "unknown-token": "200", "method-get": "405" },
  },
};
