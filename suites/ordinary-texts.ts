/**
 * Ordinary labels that some providers refuse. Constraints on labels are "not shown", but all of these are ordinary and
 * must be accepted.
 */
import type { Check } from "./checks/check.ts";
import { brokenByText } from "./bodies/constraints.ts";
import { acceptance } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { AOrAn, memberFor } from "./checks/role-members.ts";
import { letters, withMember } from "./bodies/drafts.ts";

type Row = readonly [slug: string, role: "label" | "optionalLabel", what: string, text: (n: number) => string];

/** Labels at the ends of the ordinary range. */
const shortest: readonly Row[] = [
  ["name-of-3-letters", "label", "3 letters", (n) => letters(n).slice(0, 3)],
  ["tag-of-3-letters", "optionalLabel", "3 letters", (n) => letters(n).toLowerCase().slice(0, 3)],
];

/** Short labels. If the schema has a bound, labels are sent up to the bound. */
export function ordinaryTextChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const { requestSchemaPath } = operation;
  return shortest.flatMap(([slug, role, what, text]) => {
    const member = memberFor(operation, role);
    if (member === undefined || brokenByText(member.shape, text(0)).length > 0) return [];
    const { name } = member;
    const basis = `it matches the schema of the request body, which has no other bound (${requestSchemaPath})`;
    return [
      acceptance(
        requests,
        { requirement: "accepts-valid-plant", slug, title: `${AOrAn(name)} of ${what} is accepted`, basis },
        (varied, n) => varied.of("valid", withMember(varied.draft(n), name, JSON.stringify(text(n)))),
      ),
    ];
  });
}
