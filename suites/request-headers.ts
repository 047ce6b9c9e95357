/** The header fields of the request: Content-Type in its spellings. */
import type { Check } from "./runner/check.ts";
import { acceptance, refusal } from "./runner/make.ts";
import type { Requests } from "./runner/requests.ts";

/** How the body's media type may be declared, and how it may not. */
export function mediaTypeChecks(requests: Requests): readonly Check[] {
  const { requestMediaType } = requests.operation;
  const accepted = (slug: string, contentType: string): Check =>
    acceptance(
      {
        id: `accepts-media-type-spellings/${slug}`,
        title: `A body declared \`${contentType}\` is accepted`,
        basis: `it is the media type ${requestMediaType} (RFC 9110 section 8.3.1)`,
      },
      (n) => ({ ...requests.ordinary(n, "all", { headers: { "Content-Type": contentType } }), kind: "valid" }),
    );
  const refused = (slug: string, contentType: string): Check =>
    refusal(
      {
        id: `refuses-other-media-types/${slug}`,
        title: `A body declared \`${contentType}\` is refused`,
        basis: `the request's content type is ${requestMediaType}`,
      },
      (n) => ({ ...requests.ordinary(n, "all", { headers: { "Content-Type": contentType } }), kind: "not-allowed" }),
    );
  return [
    accepted("charset", `${requestMediaType}; charset=utf-8`),
    accepted("letter-case", "Application/JSON"),
    refused("plain-text", "text/plain"),
    refused("form", "application/x-www-form-urlencoded"),
  ];
}
