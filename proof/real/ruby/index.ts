/** Debian's ruby-sinatra, served by its puma. */
import type { Ecosystem, ProcessStack } from "../ecosystem.ts";
import { type Profile, meetsEverything } from "../stack.ts";

const withSinatra = { family: "Sinatra", framework: "sinatra 3.0, json 2.6, puma 5.6" } as const;

const profile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "401",
  "method-get": "404",
};

const sinatra: ProcessStack = {
  ...withSinatra,
  name: "Sinatra, as it comes",
  variant: "as-it-comes",
  run: ["ruby", "as_it_comes.rb"],
  expected: {
    verdict: "non-conformant",
    broken: {
      "plant-shape": "a tag that is null comes back in the 200",
      "refuses-invalid-member": "`nil?` asks nothing of a tag that is null",
      "refuses-lenient-json": "JSON.parse takes comments, and escapes that JSON does not have: `\\x`",
      "answers-without-server-error":
        "`[]` of an array, a number, true or nil raises; so does to_json with bytes that are not UTF-8: 500",
      "refuses-with-400": "the same 500",
      "keeps-token-secret":
        "the page that development shows for the 500 lists the request's headers, the token among them",
      "accepts-integer-spellings": "7.0 and 70e-1 are Floats",
      "refuses-id-beyond-int64": "an Integer of Ruby has no end: 2^63",
      "refuses-other-media-types": "nothing looks at Content-Type",
      "accepts-bearer-in-any-case": "the header is compared as it is written",
      "challenges-with-401": "the answer written by hand has no WWW-Authenticate",
    },
    profile,
  },
};

const sinatraFixed: ProcessStack = {
  ...withSinatra,
  name: "Sinatra, fixed",
  variant: "fixed",
  run: ["ruby", "../../../spec/programs/sinatra_server.rb"],
  expected: meetsEverything(profile),
};

export const ruby: Ecosystem = {
  name: "Ruby",
  folder: "ruby",
  tools: [["ruby", "-e", 'require "sinatra/version"; require "puma"; exit Sinatra::VERSION.start_with?("3.")']],
  fetch: [],
  build: [],
  stacks: [sinatra, sinatraFixed],
};
