/** Documents that name few statuses: ranges such as `2XX`, and `default`. */
import { json } from "../correct.ts";
import type { Described } from "./described-provider.ts";
import { type Judged, type Keeping, PLAINEST, answering, page, replacing, takingAs, without } from "./revision.ts";
import { content, documentOf, problem, smallService } from "./small-document.ts";

const seed = {
  type: "object",
  required: ["sort"],
  properties: { sort: { type: "string" }, grams: { type: "integer", minimum: 1 } },
};
const parcel = { type: "object", required: ["parcel"], properties: { parcel: { type: "integer" } } };

/** A service whose document has these responses instead of a 201 and a 422. */
function serviceWith(responses: object): Described {
  const shown = { 201: undefined, 422: undefined, ...responses };
  return smallService(documentOf({ request: seed, success: parcel, responses: shown }));
}

const made = { parcel: 7 };

/** A provider that answers with a status of success, and refuses in a way. */
function withStatus(described: Described, status: number, refuse = () => json(422, { reason: "No" })): Keeping {
  const body = status === 204 ? { status, headers: {}, body: "" } : json(status, made);
  return { name: `answers ${status}`, steps: replacing(described, () => ({ accept: () => body, refuse })) };
}

const ofRanges = serviceWith({
  "2XX": { description: "It is sent", content: content(parcel) },
  "4XX": { description: "It is not", content: content(problem) },
});
const plain = withStatus(ofRanges, 201).steps;

const ranges: Judged = {
  name: "ranges of statuses",
  text: ofRanges.text,
  rights: [200, 202, 204].map((status) => withStatus(ofRanges, status)),
  wrongs: [
    {
      name: "answers 202 with a parcel that is no number",
      steps: { ...plain, ...answering(() => ({ parcel: "7" }))({ ...plain, accept: () => json(202, made) }) },
      breaks: { "plant-shape": "MUST" },
      why: "each 2xx is a parcel",
    },
    {
      name: "refuses with a 400 without a reason",
      steps: { ...plain, refuse: () => json(400, {}) },
      breaks: { "error-shape": "MUST" },
      why: "each 4xx has a reason",
    },
    {
      name: "takes no grams",
      steps: { ...plain, isValid: (body) => plain.isValid(body) && !JSON.stringify(body).includes("grams") },
      breaks: { "accepts-valid-plant": "MUST" },
      why: "grams are allowed, and a valid request is answered with 2xx",
    },
  ],
};

const ofDefault = serviceWith({ default: { description: "default response", content: content(parcel) } });
const plainest = withStatus(ofDefault, 200).steps;

const defaults: Judged = {
  name: "default alone",
  text: ofDefault.text,
  rights: [
    withStatus(ofDefault, 201),
    withStatus(ofDefault, 204),
    { ...withStatus(ofDefault, 200, () => page(400)), name: "refuses with a page" },
  ],
  wrongs: [
    {
      name: "answers without a parcel",
      steps: { ...plainest, accept: () => json(200, {}) },
      breaks: { "plant-shape": "MUST" },
      why: "default describes each status, a 200 too, and requires the parcel",
    },
    {
      name: "takes a seed without a sort",
      steps: { ...plainest, ...takingAs((body) => ({ sort: "", ...body }))(plainest) },
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "the request requires the sort",
    },
  ],
};

const ofErrors = serviceWith({ default: { description: "Unexpected error", content: content(problem) } });

const errors: Judged = {
  name: "default alone, which is an error",
  text: ofErrors.text,
  rights: [{ ...withStatus(ofErrors, 200), name: PLAINEST }, withStatus(ofErrors, 201, () => page(400))],
  wrongs: [
    {
      name: "takes grams that are no number",
      steps: {
        ...plainest,
        ...takingAs((body) => without(body, "grams"))(plainest),
      },
      breaks: { "refuses-invalid-member": "MUST" },
      why: "grams are a number",
    },
  ],
};

/** The services, each with its operation. */
export const rangeServices: readonly Judged[] = [ranges, defaults, errors];
