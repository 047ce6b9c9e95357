/** Ordinary labels of every length that is ordinary: constraints on them are "not shown", and any of these is taken. */
import type { Check } from "./checks/check.ts";
import { brokenByText } from "./bodies/constraints.ts";
import { acceptance } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { AOrAn, memberFor } from "./checks/role-members.ts";
import { letters, withMember } from "./bodies/drafts.ts";

type Row = readonly [slug: string, role: "label" | "optionalLabel", text: (n: number) => string];

const rows: readonly Row[] = [
  ["name-of-3-letters", "label", (n) => letters(n).slice(0, 3)],
  ["tag-of-3-letters", "optionalLabel", (n) => letters(n).toLowerCase().slice(0, 3)],
];

/** Labels at the ends of what is ordinary. A schema with a bound of its own is asked up to that. */
export function ordinaryTextChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const { requestSchemaPath } = operation;
  return rows.flatMap(([slug, role, text]) => {
    const member = memberFor(operation, role);
    if (member === undefined || brokenByText(member.shape, text(0)).length > 0) return [];
    const { name } = member;
    const basis = `it matches the schema of the request body, which has no other bound (${requestSchemaPath})`;
    return [
      acceptance(
        requests,
        { requirement: "accepts-valid-plant", slug, title: `${AOrAn(name)} of 3 letters is accepted`, basis },
        (varied, n) => varied.of("valid", withMember(varied.draft(n), name, JSON.stringify(text(n)))),
      ),
    ];
  });
}
