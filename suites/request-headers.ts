/** The header fields of the request: Content-Type in its spellings, and the names of fields in any letter case. */
import type { Check } from "./checks/check.ts";
import { acceptance, refusal } from "./checks/check-forms.ts";
import { type Requests, membersAt } from "./checks/requests.ts";

/** How the body's media type may be declared, and how it may not. */
export function mediaTypeChecks(requests: Requests): readonly Check[] {
  const { requestMediaType } = requests.operation;
  const accepted = (slug: string, contentType: string): Check =>
    acceptance(
      {
        requirement: "accepts-media-type-spellings",
        slug,
        title: `A body declared \`${contentType}\` is accepted`,
        basis: `it is the media type ${requestMediaType} (RFC 9110 section 8.3.1)`,
      },
      (n, attempt) => ({
        ...requests.ordinary(n, membersAt(attempt), { headers: { "Content-Type": contentType } }),
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

/** The names of header fields in other letter case, their values as in an ordinary request. */
export function headerNameChecks(requests: Requests): readonly Check[] {
  const named = (slug: string, what: string, spell: (name: string) => string): Check =>
    acceptance(
      {
        requirement: "accepts-header-names-in-any-case",
        slug,
        title: `Header fields with names in ${what} are accepted`,
        basis: "the name of a header field means the same in any letter case (RFC 9110 section 5.1)",
      },
      (n, attempt) => {
        const ordinary = requests.ordinary(n, membersAt(attempt));
        const headers = ordinary.headers.map(([name, value]) => [spell(name), value] as const);
        return { ...ordinary, kind: "valid", headers };
      },
    );
  return [
    named("lower-case", "lower case", (name) => name.toLowerCase()),
    named("upper-case", "upper case", (name) => name.toUpperCase()),
  ];
}
