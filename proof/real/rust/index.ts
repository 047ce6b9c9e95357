/** The stacks from crates.io. */
import type { Ecosystem, ProcessStack } from "../ecosystem.ts";
import { type Profile, meetsEverything } from "../stack.ts";

const withAxum = { family: "axum", framework: "axum 0.8, axum-extra 0.12, serde_json 1.0" } as const;

const profile: Profile = {
  "duplicate-id": "200",
  "trailing-slash": "404",
  "other-paths": "404",
  "method-get": "405",
};

/** The `mime` crate accepts no white space before a semicolon (RFC 9110 section 5.6.6 allows it). */
const spellings = {
  "accepts-media-type-spellings":
    "415 to `application/json ; charset=utf-8`: mime refuses the space before the semicolon",
} as const;

/** hyper closes a connection without reading the whole body, and the reset may arrive before the answer is read. */
const racing = {
  "answers-every-request": "a chunked body that is refused for its header is not read before the connection is closed",
} as const;

const axum: ProcessStack = {
  ...withAxum,
  name: "axum, as it comes",
  variant: "as-it-comes",
  run: [".build/debug/axum"],
  expected: {
    verdict: "non-conformant",
    broken: {
      "plant-shape": "serde writes an Option that is None as `tag: null`",
      "error-media-type": "the rejections of `Json` and `TypedHeader` are sentences: 400 in text/plain",
      "error-encoding": "the same sentences are not JSON",
      "refuses-invalid-member": "serde takes null for an Option's None",
      "refuses-non-object": 'serde reads a struct from an array, by the order of its fields: `[7,"Fern","shade"]`',
      "refuses-with-400": "`Json` answers 422 to JSON that does not fit the type",
      "accepts-integer-spellings": "7.0 and 70e-1 are not an i64 to serde_json",
      "challenges-with-401": "the answer written by hand has no WWW-Authenticate",
      ...spellings,
    },
    racing,
    profile: { ...profile, "missing-token": "400" },
  },
};

const axumFixed: ProcessStack = {
  ...withAxum,
  name: "axum, fixed",
  variant: "fixed",
  run: [".build/debug/axum-fixed"],
  expected: { ...meetsEverything({ ...profile, "missing-token": "401" }), broken: spellings, racing },
};

export const rust: Ecosystem = {
  name: "Rust",
  folder: "rust",
  tools: [["cargo", "--version"]],
  fetch: [["cargo", "fetch", "--locked"]],
  build: [["cargo", "build", "--locked", "--offline", "--target-dir", ".build"]],
  stacks: [axum, axumFixed],
};
