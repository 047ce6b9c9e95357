/** The stacks from PyPI. */
import type { Ecosystem, ProcessStack } from "../ecosystem.ts";
import { type Profile, meetsEverything } from "../stack.ts";

/** The whole programs that ship. */
const PROGRAMS = "../../../spec/programs";

const withFastapi = {
  family: "FastAPI",
  framework: "fastapi 0.165, pydantic 2.14, uvicorn 0.54",
} as const;

const fastapiProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "307",
  "other-paths": "404",
  "method-get": "405",
};

/** The behaviour of the models and of FastAPI itself. */
const fastapiBroken = {
  "plant-shape": "the response model writes `tag: null` where none was sent",
  "refuses-invalid-member":
    'pydantic converts, unless it is strict: id as "7", "7.0", true (1) or false (0); `str | None` takes null for a tag',
  "refuses-lenient-json": "json.loads() takes NaN, Infinity and -Infinity, in members that the model does not have",
  "error-shape": "400 with {detail} for a body that json.loads() cannot read at all: bytes, nesting",
  "refuses-with-400": "422 for whatever the model or the JSON parser refuses",
  "answers-without-server-error":
    "the 422 repeats the input, and cannot be written where that holds NaN or a surrogate: 500",
  "refuses-non-utf8": "json.loads() of bytes takes UTF-16 and UTF-32 for JSON",
  "refuses-id-beyond-int64": "an int of Python has no end: 2^63",
};

const fastapi: ProcessStack = {
  ...withFastapi,
  name: "FastAPI, as it comes",
  variant: "as-it-comes",
  run: [".build/bin/python", "fastapi_as_it_comes.py"],
  expected: {
    verdict: "non-conformant",
    broken: {
      ...fastapiBroken,
      "challenges-with-401": "HTTPBearer sends a challenge, the HTTPException for an unknown token does not",
    },
    profile: fastapiProfile,
  },
};

const fastapiFixed: ProcessStack = {
  ...withFastapi,
  name: "FastAPI, fixed",
  variant: "fixed",
  run: [".build/bin/python", `${PROGRAMS}/fastapi_server.py`],
  expected: meetsEverything(fastapiProfile),
};

const withFlask = { family: "Flask", framework: "flask 3.1, gunicorn 27.0" } as const;

const flaskProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "401",
  "method-get": "405",
};

const flask: ProcessStack = {
  ...withFlask,
  name: "Flask, as it comes",
  variant: "as-it-comes",
  run: [".build/bin/gunicorn", "flask_as_it_comes:app"],
  expected: {
    verdict: "non-conformant",
    broken: {
      "refuses-lenient-json": "json.loads() takes NaN, Infinity and -Infinity, in members that nobody reads",
      "error-media-type": "get_json() answers malformed JSON with Flask's own page: 400 in text/html",
      "error-encoding": "the same page is not JSON",
      "refuses-invalid-member": "isinstance(True, int) holds: true and false are ids",
      "answers-without-server-error":
        "`body.get` of an array, a string, a number or null: 500; the JSON parser's RecursionError at 1,000 levels: 500",
      "refuses-with-400": "the same 500",
      "accepts-integer-spellings": "7.0 is a float to json.loads(), and a float is not an int",
      "refuses-non-utf8": "json.loads() of bytes takes UTF-16, UTF-32 and surrogates in bytes",
      "refuses-id-beyond-int64": "an int of Python has no end: 2^63",
      "accepts-bearer-in-any-case": "the header is compared as it is written",
      "challenges-with-401": "the answer written by hand has no WWW-Authenticate",
    },
    profile: flaskProfile,
  },
};

const flaskFixed: ProcessStack = {
  ...withFlask,
  name: "Flask, fixed",
  variant: "fixed",
  run: [".build/bin/gunicorn", "--pythonpath", PROGRAMS, "flask_server:app"],
  expected: meetsEverything(flaskProfile),
};

const drfProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "404",
  "other-paths": "404",
  "method-get": "405",
};

const drf: ProcessStack = {
  name: "Django REST framework, as it comes",
  family: "Django REST framework",
  framework: "django 5.2, djangorestframework 3.18, gunicorn 27.0",
  variant: "as-it-comes",
  run: [".build/bin/gunicorn", "drf_as_it_comes:application"],
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-shape": "its 400 is {field: [messages]} or {detail: message}",
      "refuses-invalid-member": 'IntegerField takes "7" and "7.0", CharField takes 7 ("7") and 0.5 ("0.5")',
      "returns-name": "CharField trims: `trim_whitespace` is its default",
      "returns-tag": "the same",
      "accepts-chunked-body": "under WSGI Django reads no more than Content-Length says: 400, the members are missing",
      "accepts-every-ordinary-request":
        "500 to `Accept: text/html, */*;q=0.8`: BrowsableAPIRenderer is among the default renderers, and its templates are not installed",
      "answers-without-server-error": "the JSON parser's RecursionError at 1,000 levels: 500, and the same renderer",
      "refuses-other-media-types": "FormParser is among the default parsers: a form is accepted",
      "refuses-id-beyond-int64": "IntegerField without `max_value` takes an int of Python, which has no end: 2^63",
    },
    unseen: {
      "refuses-non-utf8": "the body is decoded as `charset` says: UTF-16 with charset=utf-16le is accepted",
    },
    profile: drfProfile,
  },
};

const drfFixed: ProcessStack = {
  name: "Django REST framework, fixed",
  family: "Django REST framework",
  framework: "django 5.2, djangorestframework 3.18, gunicorn 27.0",
  variant: "fixed",
  run: [".build/bin/gunicorn", "--pythonpath", PROGRAMS, "django_server:application"],
  expected: meetsEverything(drfProfile),
};

const fastapiCodegen: ProcessStack = {
  ...withFastapi,
  name: "FastAPI from fastapi-codegen, as it comes",
  framework: "fastapi-codegen 0.8, fastapi 0.165, pydantic 2.14, uvicorn 0.54",
  variant: "as-it-comes",
  run: [".build/bin/python", "fastapi_codegen_as_it_comes.py"],
  expected: {
    verdict: "non-conformant",
    broken: {
      ...fastapiBroken,
      "requires-authorization": "`security` of the document is left out of what is generated",
      "requires-bearer-scheme": "the same",
      "refuses-empty-token": "the same",
    },
    profile: { ...fastapiProfile, "missing-token": "200" },
  },
};

const withConnexion = { family: "connexion", framework: "connexion 3.3, uvicorn 0.54" } as const;

const connexionProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "307",
  "other-paths": "404",
  "method-get": "405",
};

const connexion: ProcessStack = {
  ...withConnexion,
  name: "connexion, as it comes",
  variant: "as-it-comes",
  run: [".build/bin/python", "connexion_as_it_comes.py"],
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-media-type": "its errors are application/problem+json",
      "error-shape": "they are {type, title, detail, status}: no `error` and no `message`",
      "refuses-lenient-json":
        "json.loads() takes NaN, Infinity and -Infinity, in members that the schema does not have",
      "accepts-chunked-body": "a body without a Content-Length is taken for none: 400",
      "answers-without-server-error":
        "bytes that are not UTF-8, 1,000 levels and `Application/JSON` raise what nothing catches: 500",
      "refuses-with-400": "500 for bytes that are not UTF-8",
      "accepts-integer-spellings":
        "7.0 is a float to json.loads(), and in OpenAPI 3.0's draft 4 a float is not an integer",
      "refuses-id-beyond-int64": "jsonschema does not know the format int64, and an int of Python has no end: 2^63",
      "accepts-media-type-spellings":
        "500 to `Application/JSON`, 415 to a space before the semicolon: the field is compared as it is written",
      "challenges-with-401": "its 401 has no WWW-Authenticate",
    },
    profile: { ...connexionProfile, "no-content-type": "refused: 500", "deep-nesting": "refused: 500" },
  },
};

const connexionFixed: ProcessStack = {
  ...withConnexion,
  name: "connexion, fixed",
  variant: "fixed",
  run: [".build/bin/python", "connexion_fixed.py"],
  expected: meetsEverything(connexionProfile),
};

export const python: Ecosystem = {
  name: "Python",
  folder: "python",
  tools: [["python3", "-c", "import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 11))"]],
  fetch: [
    ["python3", "-m", "venv", ".build"],
    [".build/bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"],
  ],
  build: [],
  stacks: [fastapi, fastapiFixed, fastapiCodegen, connexion, connexionFixed, flask, flaskFixed, drf, drfFixed],
};
