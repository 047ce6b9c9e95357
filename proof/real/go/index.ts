/** The stacks from Go's module proxy. */
import type { Ecosystem, ProcessStack } from "../ecosystem.ts";
import { type Profile, meetsEverything } from "../stack.ts";

const withNetHttp = { family: "Go's net/http", framework: "go 1.26" } as const;
const withGin = { family: "Gin", framework: "gin 1.12" } as const;

const netHttpProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "404",
  "other-paths": "404",
  "method-get": "405",
};

/**
 * Gin redirects a path with an extra slash to the one without, before any middleware; unknown paths reach the
 * middleware.
 */
const ginProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "307",
  "other-paths": "401",
  "method-get": "404",
};

/** The behaviour of encoding/json, which both programs leave as it is. */
const broken = {
  "refuses-lenient-json": "a Decoder reads one value and leaves what comes after it for the next call",
  "matches-member-names-exactly": "encoding/json takes `ID` and `Name` for the fields tagged `id` and `name`",
  "refuses-invalid-member": "null leaves a field as it was: a null tag counts as absent",
  "accepts-integer-spellings": "7.0 and 70e-1 are not an int64 to encoding/json",
  "refuses-non-utf8": "bytes that are not UTF-8 become U+FFFD",
  "refuses-other-media-types": "nothing looks at Content-Type",
  "accepts-bearer-in-any-case": "the header is compared as it is written",
  "challenges-with-401": "the answer written by hand has no WWW-Authenticate",
};

const netHttp: ProcessStack = {
  ...withNetHttp,
  name: "Go's net/http, as it comes",
  variant: "as-it-comes",
  run: [".build/net-http"],
  expected: { verdict: "non-conformant", broken, profile: netHttpProfile },
};

const netHttpFixed: ProcessStack = {
  ...withNetHttp,
  name: "Go's net/http, fixed",
  variant: "fixed",
  run: [".build/net-http-fixed"],
  expected: meetsEverything(netHttpProfile),
};

const gin: ProcessStack = {
  ...withGin,
  name: "Gin, as it comes",
  variant: "as-it-comes",
  run: [".build/gin"],
  expected: { verdict: "non-conformant", broken, profile: ginProfile },
};

const ginFixed: ProcessStack = {
  ...withGin,
  name: "Gin, fixed",
  variant: "fixed",
  run: [".build/gin-fixed"],
  expected: meetsEverything(ginProfile),
};

/** Its router is Gin's, so an unknown path does not reach the middleware of the operation. */
const generatedGin: ProcessStack = {
  ...withGin,
  name: "Gin from openapi-generator, as it comes",
  framework: "openapi-generator 7.25 (go-gin-server), gin 1.12",
  variant: "as-it-comes",
  run: [".build/openapi-generator-gin"],
  expected: {
    verdict: "non-conformant",
    broken: {
      ...broken,
      "refuses-missing-member":
        "the generated structs have no `binding` tags: what is missing is 0 or the empty string",
      "refuses-non-object": "null leaves the whole struct as it was: a plant with the id 0 and no name",
      "refuses-invalid-member": "null leaves a field as it was: the id is 0, the name empty, the tag none",
    },
    profile: ginProfile,
  },
};

const generatedGinFixed: ProcessStack = {
  ...withGin,
  name: "Gin from openapi-generator, fixed",
  framework: "openapi-generator 7.25 (go-gin-server), gin 1.12",
  variant: "fixed",
  run: [".build/openapi-generator-gin-fixed"],
  expected: meetsEverything(ginProfile),
};

const withOapiCodegen = {
  family: "oapi-codegen with its validator",
  framework: "oapi-codegen 2.8, nethttp-middleware 1.3, kin-openapi 0.152",
} as const;

const oapiCodegenProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "no-content-type": "refused: 400",
  "trailing-slash": "404",
  "other-paths": "404",
};

const oapiCodegen: ProcessStack = {
  ...withOapiCodegen,
  name: "oapi-codegen, as it comes",
  variant: "as-it-comes",
  run: [".build/oapi-codegen"],
  expected: {
    verdict: "non-conformant",
    broken: {
      "refuses-lenient-json":
        "the validator's Decoder and the server's each read one value and leave what comes after it",
      "error-media-type": "without an ErrorHandler the validator answers with http.Error: 400 in text/plain",
      "error-encoding": "the same sentence is not JSON",
      "accepts-integer-spellings":
        "7.0 and 70e-1 are integers to the validator, and no int64 to encoding/json after it",
      "refuses-non-utf8": broken["refuses-non-utf8"],
      "accepts-bearer-in-any-case": broken["accepts-bearer-in-any-case"],
      "challenges-with-401": "the validator's 401 has no WWW-Authenticate",
    },
    profile: { ...oapiCodegenProfile, "method-get": "405" },
  },
};

const oapiCodegenFixed: ProcessStack = {
  ...withOapiCodegen,
  name: "oapi-codegen, fixed",
  variant: "fixed",
  run: [".build/oapi-codegen-fixed"],
  // An ErrorHandlerWithOpts also gets 404 for another method.
  expected: meetsEverything({ ...oapiCodegenProfile, "method-get": "404" }),
};

const withHuma = { family: "huma", framework: "huma 2.37" } as const;

const humaProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "404",
  "other-paths": "404",
  "method-get": "405",
};

const huma: ProcessStack = {
  ...withHuma,
  name: "huma, as it comes",
  variant: "as-it-comes",
  run: [".build/huma"],
  expected: {
    verdict: "non-conformant",
    broken: {
      "matches-member-names-exactly": broken["matches-member-names-exactly"],
      "refuses-invalid-member": "a tag with omitempty may be null",
      "error-media-type": "its errors are application/problem+json",
      "error-shape": "they are {$schema, title, status, detail}: no `error` and no `message`",
      "plant-has-no-other-members": "`$schema` is added to each body that is an object",
      "refuses-with-400": "422 for what the schema of the body refuses",
      "accepts-integer-spellings": broken["accepts-integer-spellings"],
      "refuses-non-utf8": broken["refuses-non-utf8"],
      "accepts-media-type-spellings":
        "415 to `Application/JSON` and to a space before the semicolon: the field is compared as it is written",
      "accepts-bearer-in-any-case": broken["accepts-bearer-in-any-case"],
      "challenges-with-401": "WriteErr adds no header",
    },
    profile: {
      ...humaProfile,
      "unknown-members": "refused: 422",
      "body-size": "64 KiB accepted, 1 MiB refused: 413",
    },
  },
};

const humaFixed: ProcessStack = {
  ...withHuma,
  name: "huma, fixed",
  variant: "fixed",
  run: [".build/huma-fixed"],
  expected: meetsEverything(humaProfile),
};

/** Built once for a few hundred requests, so without optimizing, which takes a third of the time. */
const BUILD = ["go", "build", "-mod=readonly", "-gcflags=all=-N -l", "-o"] as const;

export const go: Ecosystem = {
  name: "Go",
  folder: "go",
  tools: [["go", "version"]],
  fetch: [["go", "mod", "download"]],
  build: [
    [...BUILD, ".build/", "./..."],
    [...BUILD, ".build/net-http-fixed", "../../../spec/programs/go_server.go"],
    [...BUILD, ".build/gin-fixed", "../../../spec/programs/gin_server.go"],
  ],
  stacks: [
    netHttp,
    netHttpFixed,
    gin,
    ginFixed,
    generatedGin,
    generatedGinFixed,
    oapiCodegen,
    oapiCodegenFixed,
    huma,
    humaFixed,
  ],
};
