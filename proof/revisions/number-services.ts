/** Small documents with numbers in requests and answers. */
import { json } from "../correct.ts";
import { documentOf, smallService } from "./small-document.ts";
import { type Judged, differing, membersOf, replacing, takingAs } from "./revision.ts";

const int32 = { type: "integer", format: "int32" };
const counted = smallService(
  documentOf({
    request: {
      type: "object",
      required: ["count"],
      properties: { count: int32, sizes: { type: "array", items: int32 } },
    },
    success: { type: "object", required: ["total"], properties: { total: int32 } },
  }),
);

/** Accepts numbers of any format. */
const withoutFormats = takingAs(({ count, sizes }) => ({
  count: Number.isInteger(count) ? 1 : count,
  ...(sizes === undefined ? {} : { sizes: Array.isArray(sizes) ? sizes.map(wholeAsOne) : sizes }),
}));

function wholeAsOne(size: unknown): unknown {
  return Number.isInteger(size) ? 1 : size;
}

/** In JSON Schema a format is only an annotation. */
export const counts: Judged = {
  name: "numbers of the format int32",
  text: counted.text,
  rights: [
    ...differing(counted),
    {
      name: "takes and gives back greater numbers than the format has",
      steps: replacing(counted, (plain) => ({
        ...withoutFormats(plain),
        accept: () => json(201, { total: 2 ** 40 }),
      })),
      warns: ["refuses-number-beyond-int32"],
    },
  ],
  wrongs: [
    {
      name: "takes numbers with a fraction",
      steps: replacing(
        counted,
        takingAs((body) => ({ ...body, count: typeof body["count"] === "number" ? 1 : body["count"] })),
      ),
      breaks: { "refuses-invalid-member": "MUST", "refuses-number-beyond-int32": "SHOULD" },
      why: "a count is an integer",
    },
    {
      name: "answers with half a total",
      steps: replacing(counted, () => ({ accept: () => json(201, { total: 0.5 }) })),
      breaks: { "plant-shape": "MUST" },
      why: "the total is an integer",
    },
  ],
};

const measured = smallService(
  documentOf({
    request: {
      type: "object",
      required: ["factor"],
      properties: { factor: { type: "number", minimum: 0.5, maximum: 9.99 }, value: {} },
    },
    success: { type: "object" },
  }),
);

/** Accepts a body as if its factor, if it is a number, were another. */
const withFactor = (fix: (factor: number) => number): Parameters<typeof replacing>[1] =>
  takingAs((body) => ({ ...body, factor: typeof body["factor"] === "number" ? fix(body["factor"]) : body["factor"] }));

export const measures: Judged = {
  name: "numbers with a fraction, and values of every type",
  text: measured.text,
  rights: differing(measured),
  wrongs: [
    {
      name: "takes each factor that is not negative",
      steps: replacing(
        measured,
        withFactor((factor) => (factor >= 0 && factor < 0.5 ? 0.5 : factor)),
      ),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the minimum is 0.5",
    },
    {
      name: "takes factors up to ten",
      steps: replacing(
        measured,
        withFactor((factor) => (factor > 9.99 && factor <= 10 ? 9.99 : factor)),
      ),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the maximum is 9.99",
    },
    {
      name: "refuses values that are objects or lists",
      steps: replacing(measured, ({ isValid }) => ({
        isValid: (body) => isValid(body) && typeof (membersOf(body)["value"] ?? "") !== "object",
      })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "nothing is said of the value, so that it may be of any type",
    },
  ],
};
