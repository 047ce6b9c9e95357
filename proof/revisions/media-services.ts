/** Small documents that write a media type with a parameter. */
import { mediaTypeOf } from "../correct.ts";
import { documentOf, smallService } from "./small-document.ts";
import { type Judged, differing, replacing } from "./revision.ts";

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
  // The request is the first that has content.
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
      why: "letter case, blanks and quotes make no other media type",
    },
  ],
};
