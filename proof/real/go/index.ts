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

/** Gin sends a path with a slash too many to the one without, before any middleware; unknown paths go through them. */
const ginProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "307",
  "other-paths": "401",
  "method-get": "404",
};

/** What is encoding/json's own, and what both programs leave to it. */
const broken = {
  "refuses-malformed-json": "a Decoder reads one value and leaves what comes after it for the next call",
  "matches-member-names-exactly": "encoding/json takes `ID` and `Name` for the fields tagged `id` and `name`",
  "refuses-invalid-member": "null leaves a field as it was: a tag that is null is no tag",
  "accepts-integer-spellings": "7.0 and 70e-1 are no int64 to encoding/json",
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

export const go: Ecosystem = {
  name: "Go",
  folder: "go",
  tools: [["go", "version"]],
  fetch: [["go", "mod", "download"]],
  // Built once for a few hundred requests: without optimising, which takes a third of the time.
  build: [["go", "build", "-mod=readonly", "-gcflags=all=-N -l", "-o", ".build/", "./..."]],
  stacks: [netHttp, netHttpFixed, gin, ginFixed],
};
