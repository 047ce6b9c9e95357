/** The media type of the request: its spellings, and other media types in its place. */
import { textOf } from "../bodies/body-drafts.ts";
import { acceptance, refusal } from "../checks/check-forms.ts";
import type { Check } from "../checks/check.ts";
import { inOtherCase, withCharset } from "../checks/request-variants.ts";
import { membersAt, type Requests } from "../checks/check-requests.ts";
import { besideOthers } from "./request-body-shapes.ts";

const FORM = "application/x-www-form-urlencoded";

/** The checks of how the media type of the body may be declared, and how it may not. */
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
      (varied, n, attempt) =>
        varied.plant("valid", n, { which: membersAt(attempt), headers: { "Content-Type": contentType } }),
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
      (varied, n) => varied.plant("not-allowed", n, { headers: { "Content-Type": contentType } }),
    );
  return [
    accepted("charset", withCharset(requestMediaType, "; charset=utf-8")),
    accepted("letter-case", inOtherCase(requestMediaType)),
    refused("plain-text", "text/plain"),
    refused("form", FORM),
    formDeclared(requests),
  ];
}

/** The media type of a JSON text that clients declare as plain text: in whole, and not only by its beginning. */
export const OTHER_MEDIA_TYPE = "text/plain; charset=utf-8";

/** Bodies that are declared as plain text with a charset. Checks send them for what follows them. */
export function plainTextBesideOthers({ operation: { requestMediaType } }: Requests): Check {
  const label = {
    requirement: "refuses-other-media-types",
    title: `A body declared \`${OTHER_MEDIA_TYPE}\` is refused whatever it is sent for`,
    basis: `the request's content type is ${requestMediaType}`,
  };
  return besideOthers(label, `a body declared \`${OTHER_MEDIA_TYPE}\` that another check sends`, ({ request }) =>
    request.headers.some(([, value]) => value === OTHER_MEDIA_TYPE),
  );
}

function formDeclared(requests: Requests): Check {
  const label = {
    requirement: "refuses-other-media-types",
    slug: "form-declared",
    title: "A form declared as one is refused",
    basis: `the request's content type is ${requests.operation.requestMediaType}`,
  };
  return refusal(requests, label, (varied, n) =>
    varied.raw("not-allowed", formOf(varied, n), { headers: { "Content-Type": FORM } }),
  );
}

function formOf(requests: Requests, n: number): string {
  const values = JSON.parse(textOf(requests.draft(n))) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return new URLSearchParams(Object.fromEntries(fields)).toString();
}
