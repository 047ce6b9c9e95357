/** Small documents that specify little: what they leave out is a freedom. */
import { json } from "../correct.ts";
import type { Described } from "./described-provider.ts";
import { content, documentOf, problem, smallService } from "./small-document.ts";
import { coveredFailures, parcelLabels, wordedFailures } from "./media-services.ts";
import { hosts } from "./format-services.ts";
import { counts, measures } from "./number-services.ts";
import { choiceServices } from "./choice-services.ts";
import { rangeServices } from "./range-services.ts";
import { users } from "./users.ts";
import { type Judged, answering, differing, membersOf, replacing, takingAs } from "./revision.ts";

const string = { type: "string" };
const noted = smallService(
  documentOf({
    request: { type: "object", required: ["message"], properties: { message: string, note: string, remark: string } },
    success: { type: "object", required: ["message"], properties: { message: string, note: string, remark: string } },
  }),
);

/** Request and success have members with the same names, but no statement says that their texts are equal. */
const notes: Judged = {
  name: "messages",
  text: noted.text,
  rights: [
    ...differing(noted),
    {
      name: "answers with a message of its own",
      steps: replacing(noted, () => ({ accept: () => json(201, { message: "Thank you." }) })),
    },
    {
      name: "answers with other texts and more members than the document names",
      steps: replacing(
        noted,
        answering(({ message }) => ({
          message: String(message).toUpperCase().trim(),
          note: "No note was sent",
          remark: "",
          createdAt: "2026-01-01T00:00:00Z",
        })),
      ),
    },
  ],
  wrongs: [
    {
      name: "answers without a message",
      steps: replacing(noted, () => ({ accept: () => json(201, { note: "Thank you." }) })),
      breaks: { "plant-shape": "MUST" },
      why: "the 201 requires the message",
    },
  ],
};

/** The same with PUT, which is judged where no POST has a body in JSON. */
const put: Described = { ...noted, method: "PUT", text: noted.text.replace(/^( *"?)post\b/mu, "$1put") };

const putNotes: Judged = {
  name: "messages that are put",
  text: put.text,
  rights: differing(put),
  wrongs: [
    {
      name: "takes a note that is no text",
      steps: replacing(
        put,
        takingAs((body) => ({ ...body, note: "" })),
      ),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the schema of note is a string",
    },
  ],
};

const whole: Described = smallService(
  documentOf({
    request: { type: "object", required: ["count"], properties: { count: { type: "integer", minimum: 1 } } },
    success: { type: "object" },
    responses: { 422: undefined, 404: { description: "The shelf is not there", content: content(problem) } },
  }),
);

const shelves: Judged = {
  name: "a 404 as the only failure",
  text: whole.text,
  rights: [
    { name: "refuses a wrong body with 400", steps: replacing(whole, () => ({ refuse: () => json(400, "No") })) },
    { name: "refuses a wrong body with 422", steps: replacing(whole, () => ({ refuse: () => json(422, "No") })) },
  ],
  wrongs: [
    {
      name: "refuses a wrong body with a 404 that is not a problem",
      steps: replacing(whole, () => ({ refuse: () => json(404, "No") })),
      breaks: { "error-shape": "MUST" },
      why: "the document shows the body of a 404, whatever it is for",
    },
  ],
};

const coded = smallService(
  documentOf({
    request: {
      type: "object",
      required: ["code", "kind", "version", "lines"],
      properties: {
        code: { type: "string", pattern: "^[A-Z]{3}[0-9]{4}$" },
        kind: { type: "string", enum: ["gift", "order"] },
        version: { type: "integer", const: 2 },
        lines: {
          type: "array",
          minItems: 2,
          maxItems: 4,
          items: {
            type: "object",
            required: ["count"],
            properties: {
              count: { type: "integer", minimum: 1, maximum: 9 },
              size: { type: "string", enum: ["s", "m"] },
            },
          },
        },
      },
    },
    success: { type: "object" },
  }),
);

/** Accepts a body if it is valid after a change of one member. */
function takingMember(name: string, fix: (value: unknown) => unknown): Judged["wrongs"][number]["steps"] {
  return replacing(
    coded,
    takingAs((body) => (name in body ? { ...body, [name]: fix(body[name]) } : body)),
  );
}

const asText = (fix: (text: string) => string) => (value: unknown) => (typeof value === "string" ? fix(value) : value);
const firstMatch = (text: string): string => /[A-Z]{3}[0-9]{4}/u.exec(text)?.[0] ?? text;

const codes: Judged = {
  name: "codes, kinds and lines",
  text: coded.text,
  rights: differing(coded),
  wrongs: (
    [
      ["finds the code anywhere in the text", takingMember("code", asText(firstMatch)), "the pattern is anchored"],
      [
        "takes codes in lower case",
        takingMember(
          "code",
          asText((text) => text.toUpperCase()),
        ),
        "the pattern has A-Z",
      ],
      [
        "takes a line break behind the code",
        takingMember(
          "code",
          asText((text) => text.replace(/\n$/u, "")),
        ),
        "the end of the pattern is the end of the text",
      ],
      [
        "takes an empty code",
        takingMember(
          "code",
          asText((text) => (text === "" ? "ABC1234" : text)),
        ),
        "the pattern does not match an empty text",
      ],
      [
        "takes kinds in capitals",
        takingMember(
          "kind",
          asText((text) => text.toLowerCase()),
        ),
        "the list has gift and order",
      ],
      [
        "trims kinds",
        takingMember(
          "kind",
          asText((text) => text.trim()),
        ),
        "the list has gift and order",
      ],
      [
        "takes the plural of a kind",
        takingMember(
          "kind",
          asText((text) => text.replace(/s$/u, "")),
        ),
        "the list has gift and order",
      ],
      [
        "takes later versions",
        takingMember("version", (version) => (Number.isInteger(version) ? 2 : version)),
        "the version is 2",
      ],
      [
        "looks at the first line alone",
        takingMember("lines", (lines) =>
          Array.isArray(lines) && lines.length > 1 ? lines.map((): unknown => lines[0]) : lines,
        ),
        "every item of lines has a count",
        { "refuses-missing-member": "MUST" },
      ],
    ] as const
  ).map(([name, steps, why, more = {}]) => ({
    name,
    steps,
    why,
    breaks: { "refuses-invalid-member": "MUST", ...more } as const,
  })),
};

const shirts = smallService(
  documentOf({
    request: {
      type: "object",
      required: ["color", "size"],
      properties: {
        color: { type: "string", enum: ["red", "green", "blue"] },
        size: { type: "integer", minimum: 1, maximum: 4 },
        print: { type: "string" },
      },
    },
    success: { type: "object" },
    responses: { 409: { description: "There is such a shirt" } },
  }),
);

const conflicts: Judged = {
  name: "a 409 where nothing is an identity",
  text: shirts.text,
  rights: [
    {
      name: "takes each body once",
      steps: replacing(shirts, ({ accept }) => {
        const taken = new Set<string>();
        return {
          accept: (body) => {
            const key = JSON.stringify(
              Object.entries(membersOf(body)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
            );
            return taken.size === taken.add(key).size ? json(409, {}) : accept(body);
          },
        };
      }),
    },
    {
      name: "finds no room for each ninth body",
      steps: replacing(shirts, ({ accept }) => {
        let count = 0;
        return { accept: (body) => ((count += 1) % 9 === 0 ? json(409, {}) : accept(body)) };
      }),
    },
  ],
  wrongs: [
    {
      name: "refuses a print with 422",
      steps: replacing(shirts, ({ isValid }) => ({
        isValid: (body) => isValid(body) && !("print" in membersOf(body)),
      })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "a shirt with a print is valid, and 422 says that its body is wrong",
    },
  ],
};

/** The services, each with its operation. */
export const smallServices: readonly Judged[] = [
  notes,
  putNotes,
  shelves,
  codes,
  conflicts,
  counts,
  measures,
  parcelLabels,
  coveredFailures,
  wordedFailures,
  users,
  hosts,
  ...rangeServices,
  ...choiceServices,
];
