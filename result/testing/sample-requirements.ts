/** Requirements in every status, written by hand. For tests; no provider was ever judged like this. */
import type { CheckResult, NotJudgedCheck, RequirementResult } from "../result.ts";

type Unjudged = "findings" | "status" | "exchanges";

function passed(id: string, title: string, exchanges: readonly number[]): CheckResult {
  return { id, title, status: "passed", findings: [], exchanges };
}

function notJudged(check: Omit<NotJudgedCheck, Unjudged>, exchanges: readonly number[] = []): CheckResult {
  return { ...check, status: "not-judged", findings: [], exchanges };
}

const createPlant = "Endpoints / Create plant";
const resources = "Resources and their fields";

const operation: readonly RequirementResult[] = [
  {
    id: "accepts-valid-plant",
    level: "MUST",
    topic: "operation",
    statement: "A valid NewPlant with ordinary values receives exactly 200.",
    sources: [
      { document: createPlant, entry: "Rule 1" },
      { document: createPlant, entry: "Responses, 200" },
    ],
    fix: "Accept every body that matches NewPlant, and answer 200. 201, 202 and 204 are other status codes.",
    status: "passed",
    checks: [
      passed("accepts-valid-plant/every-member", "A NewPlant with every member is accepted", [0]),
      passed("accepts-valid-plant/required-members", "A NewPlant with the required members alone is accepted", [1]),
    ],
  },
];

const plantAnswer: readonly RequirementResult[] = [
  {
    id: "plant-media-type",
    level: "MUST",
    topic: "plant-answer",
    statement: "The media type of every 200 is application/json.",
    sources: [{ document: createPlant, entry: "Responses, 200, content type" }],
    fix: "Send `Content-Type: application/json` with the 200. Parameters are allowed; text/json and +json types are other media types.",
    status: "failed",
    checks: [
      {
        id: "plant-media-type/every-200",
        title: "The media type of every 200 is application/json",
        status: "failed",
        findings: [
          { where: "header content-type", expected: "application/json", seen: "text/json; charset=utf-8", exchange: 0 },
        ],
        basis: "the response 200 of the document (/components/schemas/Plant)",
        exchanges: [0, 1],
      },
    ],
  },
  {
    id: "plant-encoding",
    level: "MUST",
    topic: "plant-answer",
    statement: "The body of every 200 is JSON text in UTF-8 without a byte order mark.",
    sources: [
      { document: createPlant, entry: "Responses, 200, content type" },
      { standard: "RFC 8259", clause: "8.1" },
    ],
    fix: "Write the body of the 200 with a JSON serialiser and encode it as UTF-8. Put no byte order mark before it and nothing after it.",
    status: "failed",
    checks: [
      {
        id: "plant-encoding/every-200",
        title: "The body of every 200 is JSON in UTF-8",
        status: "failed",
        findings: [
          {
            where: "",
            expected: "JSON text in UTF-8 without a byte order mark",
            seen: "bytes that are not UTF-8",
            exchange: 7,
          },
        ],
        basis: "the response 200 of the document (/components/schemas/Plant)",
        exchanges: [7],
      },
    ],
  },
  {
    id: "returns-name",
    level: "SHOULD",
    topic: "plant-answer",
    statement: "The 200 returns the name that was sent, code point for code point.",
    sources: [
      { document: `${resources} / Plant`, entry: "name" },
      { document: createPlant, entry: "Purpose" },
    ],
    fix: "Return the name unchanged: do not trim, escape, normalise or truncate it. Escape a name where it is displayed.",
    status: "failed",
    checks: [
      passed("returns-name/ordinary", "An ordinary name is returned unchanged", [0]),
      {
        id: "returns-name/combining-mark",
        title: "A name with a combining mark that is not normalised is returned unchanged",
        status: "failed",
        findings: [{ where: "/name", expected: '"Aloe\u0308 vera"', seen: '"Alo\u00eb vera"', exchange: 6 }],
        exchanges: [6],
      },
    ],
  },
  {
    id: "adds-no-tag",
    level: "SHOULD",
    topic: "plant-answer",
    statement: "A 200 has no `tag` if the request had none.",
    sources: [{ document: `${resources} / Plant`, entry: "tag, not required" }],
    fix: "Omit `tag` from the 200 if the request had none. Do not add a default tag.",
    status: "waived",
    checks: [
      {
        id: "adds-no-tag/ordinary",
        title: "A 200 has no tag if the request had none",
        status: "waived",
        findings: [{ where: "/tag", expected: "no such member", seen: '"none"', exchange: 1 }],
        reason: "Older shops read `none`; until 2027-03-31; https://issues.example/plants/7",
        exchanges: [1],
      },
    ],
  },
];

const errorAnswer: readonly RequirementResult[] = [
  {
    id: "error-shape",
    level: "MUST",
    topic: "error-answer",
    statement: "The body of every 400 matches Error: `error` is an integer within int32, `message` is a string.",
    sources: [
      { document: `${resources} / Error`, entry: "error, message" },
      { document: createPlant, entry: "Rule 2" },
    ],
    fix: 'Answer every 400 with {"error": <int32>, "message": <string>}, whichever part of the stack refuses the request.',
    status: "failed",
    checks: [
      {
        id: "error-shape/every-400",
        title: "The body of every 400 matches Error",
        status: "failed",
        findings: [
          { where: "/error", expected: "JSON type integer", seen: '"\\u001b[32mall good\\u001b[0m"', exchange: 4 },
        ],
        basis: "the response 400 of the document (/components/schemas/Error)",
        exchanges: [4],
      },
    ],
  },
];

const requestBody: readonly RequirementResult[] = [
  {
    id: "refuses-missing-member",
    level: "MUST",
    topic: "request-body",
    statement: "An object without a required member does not receive a 2xx status.",
    sources: [{ document: `${resources} / NewPlant`, entry: "id and name, required" }],
    fix: "Distinguish a missing member from the zero value of its type, and refuse a body without a required member.",
    status: "failed",
    checks: [
      {
        id: "refuses-missing-member/missing-id",
        title: "An object without `id` is refused",
        status: "failed",
        findings: [
          { where: "status", expected: "any status except 2xx", seen: "201 with application/json", exchange: 2 },
        ],
        basis: "`id` is required in the schema (/components/schemas/NewPlant/allOf/1/properties/id)",
        exchanges: [2],
      },
      {
        id: "refuses-missing-member/missing-name",
        title: "An object without `name` is refused",
        status: "failed",
        findings: [
          { where: "status", expected: "any status except 2xx", seen: "200 with application/json", exchange: 3 },
        ],
        basis: "`name` is required in the schema (/components/schemas/Plant/properties/name)",
        exchanges: [3],
      },
    ],
  },
  {
    id: "refuses-invalid-member",
    level: "MUST",
    topic: "request-body",
    statement: "An object with a member that its schema does not allow does not receive a 2xx status.",
    sources: [{ document: `${resources} / NewPlant`, entry: "id, name and tag, type" }],
    fix: "Check the JSON type of each member before you use it. Switch off the coercion of strings, numbers, booleans, arrays and null.",
    status: "not-judged",
    checks: [
      passed("refuses-invalid-member/id-is-string", "An object whose `id` is a string is refused", [4]),
      notJudged(
        {
          id: "refuses-invalid-member/tag-is-integer",
          title: "An object whose `tag` is an integer is refused",
          because: "no-answer",
          reason: "the connection was reset before the answer was complete",
        },
        [10],
      ),
    ],
  },
  {
    id: "refuses-non-utf8",
    level: "SHOULD",
    topic: "request-body",
    statement: "A body that is not UTF-8 does not receive a 2xx status.",
    sources: [{ standard: "RFC 8259", clause: "8.1" }],
    fix: "Decode the body strictly. Do not let a decoder put replacement characters into the name of a plant.",
    status: "passed",
    checks: [passed("refuses-non-utf8/latin-1", "A name with a Latin-1 letter is refused", [5])],
  },
];

const values: readonly RequirementResult[] = [
  {
    id: "tells-large-ids-apart",
    level: "SHOULD",
    topic: "values",
    statement: "Two different ids above 2^53 stay different, even if a double cannot distinguish them.",
    sources: [
      { document: `${resources} / NewPlant`, entry: "id, format int64" },
      { standard: "RFC 8259", clause: "6" },
    ],
    fix: "Never convert the id to a double between the parser and the store.",
    status: "not-judged",
    checks: [
      notJudged({
        id: "tells-large-ids-apart/neighbours",
        title: "The second of two adjacent ids above 2^53 is not refused as a duplicate",
        because: "needs-state",
        reason: "the first of the two ids was taken already",
      }),
    ],
  },
];

export const sampleRequirements: readonly RequirementResult[] = [
  ...operation,
  ...plantAnswer,
  ...errorAnswer,
  ...requestBody,
  ...values,
];
