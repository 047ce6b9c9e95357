/** Small documents whose media types have parameters, are not JSON, or belong to several statuses. */
import type { ProviderAnswer } from "../behaviour.ts";
import { json, mediaTypeOf } from "../correct.ts";
import { content, documentOf, problem, smallService } from "./small-document.ts";
import { type Judged, differing, page, replacing } from "./revision.ts";

const parcels = smallService(
  documentOf({
    request: { type: "object", required: ["label"], properties: { label: { type: "string" } } },
    success: { type: "object" },
  }),
);

/** The parameters of a request's media type, by name. */
function parametersOf(contentType = ""): readonly string[] {
  const [, ...parameters] = contentType.split(";");
  return parameters.map((parameter) => (parameter.split("=")[0] ?? "").trim().toLowerCase());
}

export const parcelLabels: Judged = {
  name: "a media type with a charset",
  // The request has the first `content`.
  text: parcels.text.replace("application/json:", "application/json; charset=utf-8:"),
  rights: [
    ...differing(parcels),
    {
      name: "refuses a parameter that is repeated",
      steps: replacing(parcels, () => ({
        isJson: (request) => {
          const names = parametersOf(request.headers["content-type"]);
          return mediaTypeOf(request) === "application/json" && new Set(names).size === names.length;
        },
      })),
    },
  ],
  wrongs: [
    {
      name: "takes the media type in the letters of the document alone",
      steps: replacing(parcels, () => ({
        isJson: ({ headers }) => headers["content-type"] === "application/json; charset=utf-8",
      })),
      breaks: { "accepts-media-type-spellings": "SHOULD" },
      why: "letter case, spaces and quotes do not make another media type",
    },
  ],
};

const labelled = { type: "object", required: ["label"], properties: { label: { type: "string" } } };
const covered = smallService(
  documentOf({
    request: labelled,
    success: { type: "object" },
    responses: { 422: undefined, default: { description: "It is not", content: content(problem) } },
  }),
);

export const coveredFailures: Judged = {
  name: "one response for every failure",
  text: covered.text,
  rights: [
    ...differing(covered),
    {
      name: "has a router and a gateway that answer with pages",
      steps: replacing(covered, ({ refuse }) => ({
        refuse: (why) => (why === "media-type" ? page(415) : why === "body" ? refuse(why) : page(404)),
      })),
    },
    {
      name: "refuses a wrong body with 400",
      steps: replacing(covered, () => ({ refuse: () => json(400, { reason: "No" }) })),
    },
  ],
  wrongs: [
    {
      name: "refuses a wrong body with another body than that of the document",
      steps: replacing(covered, () => ({ refuse: () => json(422, { error: "No" }) })),
      breaks: { "error-shape": "MUST" },
      why: "the response for default describes each status without an entry, and so a 422",
    },
    {
      name: "refuses a wrong body with a page",
      steps: replacing(covered, () => ({ refuse: () => page(400) })),
      breaks: { "error-media-type": "MUST", "error-encoding": "MUST" },
      why: "the response for default describes each status without an entry, and so a 400",
    },
  ],
};

const worded = smallService(
  documentOf({
    request: labelled,
    success: { type: "object" },
    responses: { 422: { description: "It is not", content: { "text/plain": { schema: { type: "string" } } } } },
  }),
);

function inWords(body: string): ProviderAnswer {
  return { status: 422, headers: body === "" ? {} : { "Content-Type": "text/plain; charset=utf-8" }, body };
}

export const wordedFailures: Judged = {
  name: "a failure in plain text",
  text: worded.text,
  rights: [
    { name: "refuses with a sentence", steps: replacing(worded, () => ({ refuse: () => inWords("No") })) },
    { name: "refuses without a body", steps: replacing(worded, () => ({ refuse: () => inWords("") })) },
  ],
  wrongs: [
    {
      name: "refuses with JSON",
      steps: replacing(worded, () => ({ refuse: () => json(422, { reason: "No" }) })),
      breaks: { "error-media-type": "MUST" },
      why: "the 422 has one media type, text/plain",
    },
  ],
};
