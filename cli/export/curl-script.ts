/** Vectors as a script for a POSIX shell, with one curl command for each. Pure. */
import { curlCommand } from "../../reports/words/curl.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { recordRequest } from "../../suites/run/record.ts";
import { type ExampleList, type VectorExample, introduction } from "./examples-of.ts";

const HOW = "Run: PLANT_STORE_URL=http://127.0.0.1:8080 PLANT_STORE_TOKEN=... sh vectors.sh";

/** The placeholder for the base URL, which the shell replaces. */
const BASE_URL = "http://base-url.invalid";

/** Compares the status of the final response with the expected one. The script ends with status 1 if one differs. */
const checking = `set -u
: "\${PLANT_STORE_URL:?}" "\${PLANT_STORE_TOKEN:?}"
failed=0
expect() {
  status=$(LC_ALL=C awk '!is_body && /^HTTP\\// { status = $2 } /^\\r?$/ && status >= 200 { is_body = 1 } END { print status }')
  case "$1 $status" in
    "200 200" | "not-2xx "[345]*) echo "ok $2" ;;
    *) echo "not ok $2: expected $1, seen \${status:-no answer}"; return 1 ;;
  esac
}`;

/** The examples as one script. */
export function curlScript(list: ExampleList): string {
  const lines = ["#!/bin/sh", ...introduction(list, HOW).map((line) => `# ${line}`), checking];
  return `${[lines.join("\n"), ...list.examples.map(entry), 'exit "$failed"'].join("\n\n")}\n`;
}

function entry(example: VectorExample, index: number): string {
  const { id, title, level, expected, ...request } = example;
  const recorded = recordRequest({ kind: "open", ...request }, BASE_URL, DEFAULT_LIMITS.keptBytes);
  const command = curlCommand(recorded, index).replace(BASE_URL, () => '"${PLANT_STORE_URL%/}"');
  return [`# ${level}: ${title}`, `${command} |`, `  expect ${expected.replace(" ", "-")} ${id} || failed=1`].join(
    "\n",
  );
}
