/** PHP's own server without a framework: Debian's php-cli. */
import type { Ecosystem, ProcessStack } from "../ecosystem.ts";
import { type Profile, meetsEverything } from "../stack.ts";

const withPhp = { family: "Plain PHP", framework: "php 8.2" } as const;

const profile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "404",
  "other-paths": "404",
  "method-get": "405",
};

/** A shell inserts the port into the address. `exec` replaces the shell, so that none remains. */
function serve(script: string): ProcessStack["run"] {
  return ["sh", "-c", `exec php -S 127.0.0.1:"$PORT" ${script}`];
}

const plain: ProcessStack = {
  ...withPhp,
  name: "Plain PHP, as it comes",
  variant: "as-it-comes",
  run: serve("as_it_comes.php"),
  expected: {
    verdict: "non-conformant",
    broken: {
      "refuses-invalid-member": "`??` and isset() take null for absence: a null tag counts as absent",
      "accepts-integer-spellings": "7.0 and 70e-1 are floats to json_decode(), and is_int() refuses floats",
      "refuses-other-media-types": "nothing looks at Content-Type",
      "accepts-bearer-in-any-case": "the header is compared as it is written",
      "challenges-with-401": "the answer written by hand has no WWW-Authenticate",
    },
    profile,
  },
};

const plainFixed: ProcessStack = {
  ...withPhp,
  name: "Plain PHP, fixed",
  variant: "fixed",
  run: serve("../../../spec/programs/php_server.php"),
  expected: meetsEverything(profile),
};

export const php: Ecosystem = {
  name: "PHP",
  folder: "php",
  tools: [["php", "-r", "exit(PHP_VERSION_ID >= 80200 ? 0 : 1);"]],
  fetch: [],
  build: [],
  stacks: [plain, plainFixed],
};
