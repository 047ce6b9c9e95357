/** A small OpenAPI 3.0 document with formats, nullable members, Unicode patterns and described header fields. */
import { parse, stringify } from "yaml";
import { json } from "../correct.ts";
import { type Judged, membersOf, replacing, takingAs } from "./revision.ts";
import { documentOf, smallService } from "./small-document.ts";

const owner = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const own = {
  host: { type: "string", format: "hostname" },
  at: { type: "string", format: "time" },
  count: { type: "number", format: "int64", minimum: 0 },
  code: { type: "string", pattern: String.raw`^\p{L}{2}\-\d{3}$` },
  size: { type: "string", nullable: true, enum: ["s", "m", null] },
};
const request = { type: "object", required: ["host", "count", "code", "owner"], properties: own };
const success = {
  type: "object",
  required: ["serial"],
  properties: { serial: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" } },
};

/** A null owner is open: the versions of OpenAPI 3.0 differ on it. */
const given = parse(
  documentOf({
    request: { ...request, properties: { ...own, owner: { nullable: true, allOf: [owner] } } },
    success,
    headers: {
      "X-Next": { schema: { type: "integer", format: "int32", minimum: 1 } },
      "Set-Cookie": { schema: { type: "string", pattern: "^session=[a-z]+" } },
    },
  }),
) as object;

/** The same document in the terms of 3.1, for the providers. */
const described = smallService(
  documentOf({
    request: {
      ...request,
      properties: {
        ...own,
        size: { enum: ["s", "m", null] },
        code: { type: "string", pattern: String.raw`^\p{L}{2}-\d{3}$` },
        owner,
      },
    },
    success,
  }),
);

const made =
  (headers: Readonly<Record<string, string | readonly string[]>> = {}, serial = "ABC-1234") =>
  () => {
    const answer = json(201, { serial });
    return { ...answer, headers: { ...answer.headers, ...headers } as typeof answer.headers };
  };

const taken = { "X-Next": "9223372036854775807", "Set-Cookie": "session=abc; Path=/" };

export const hosts: Judged = {
  name: "formats, nullable members and header fields",
  text: stringify({ ...given, openapi: "3.0.3" }),
  rights: [
    {
      name: "refuses null for the owner, and counts further than the format of a field",
      steps: replacing(described, () => ({ accept: made(taken) })),
    },
    {
      name: "takes null for the owner, and refuses a count with a fraction",
      steps: replacing(described, ({ isValid }) => ({
        isValid: (body) => {
          const members = membersOf(body);
          const isWhole = typeof members["count"] !== "number" || Number.isInteger(members["count"]);
          return isWhole && isValid(members["owner"] === null ? { ...members, owner: { name: "Ann" } } : body);
        },
        accept: made({ "X-Next": "1" }),
      })),
    },
  ],
  wrongs: [
    {
      name: "refuses null for the size",
      steps: replacing(described, ({ isValid }) => ({
        isValid: (body) => isValid(body) && membersOf(body)["size"] !== null,
        accept: made(),
      })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "the size may be null by its list",
    },
    {
      name: "takes codes of any letters and digits",
      steps: replacing(described, (plain) => ({
        ...takingAs((body) => ({ ...body, code: typeof body["code"] === "string" ? "ab-123" : body["code"] }))(plain),
        accept: made(),
      })),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the pattern of the code decides which codes are valid",
    },
    {
      name: "answers with a serial number in small letters",
      steps: replacing(described, () => ({ accept: made({}, "abc-1234") })),
      breaks: { "plant-shape": "MUST" },
      why: "the pattern of the serial number has capitals",
    },
    {
      name: "sends a next number below 1",
      steps: replacing(described, () => ({ accept: made({ "X-Next": "0" }) })),
      breaks: { "sends-documented-headers": "MUST" },
      why: "the minimum of the header field is 1",
    },
  ],
};
