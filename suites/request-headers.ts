/** The media type of the request, in its spellings and in others' place. */
import type { Check } from "./checks/check.ts";
import { acceptance, refusal } from "./checks/check-forms.ts";
import { type Requests, membersAt } from "./checks/requests.ts";

/** How the body's media type may be declared, and how it may not. */
export function mediaTypeChecks(requests: Requests): readonly Check[] {
  const { requestMediaType } = requests.operation;
  const accepted = (slug: string, contentType: string): Check =>
    acceptance(
      requests,
      {
        requirement: "accepts-media-type-spellings",
        slug,
        title: `A body declared \`${contentType}\` is accepted`,
        basis: `it is the media type ${requestMediaType} (RFC 9110 section 8.3.1)`,
      },
      (varied, n, attempt) => ({
        ...varied.ordinary(n, membersAt(attempt), { headers: { "Content-Type": contentType } }),
        kind: "valid",
      }),
    );
  const refused = (slug: string, contentType: string): Check =>
    refusal(
      requests,
      {
        requirement: "refuses-other-media-types",
        slug,
        title: `A body declared \`${contentType}\` is refused`,
        basis: `the request's content type is ${requestMediaType}`,
      },
      (varied, n) => ({
        ...varied.ordinary(n, "all", { headers: { "Content-Type": contentType } }),
        kind: "not-allowed",
      }),
    );
  return [
    accepted("charset", `${requestMediaType}; charset=utf-8`),
    accepted("letter-case", "Application/JSON"),
    refused("plain-text", "text/plain"),
    refused("form", "application/x-www-form-urlencoded"),
  ];
}
