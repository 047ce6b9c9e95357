/** Ordinary names and tags of every length that is ordinary: constraints on them are "not shown", and any of these is taken. */
import type { Check } from "./checks/check.ts";
import { brokenByText } from "./bodies/constraints.ts";
import { acceptance } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { letters, withMember } from "./bodies/drafts.ts";

type Row = readonly [slug: string, member: "name" | "tag", what: string, text: (n: number) => string];

const rows: readonly Row[] = [
  ["name-of-3-letters", "name", "A name of 3 letters", (n) => letters(n).slice(0, 3)],
  ["tag-of-3-letters", "tag", "A tag of 3 letters", (n) => letters(n).toLowerCase().slice(0, 3)],
];

/** Names and tags at the ends of what is ordinary. A schema with a bound of its own is asked up to that. */
export function ordinaryTextChecks(requests: Requests): readonly Check[] {
  const { request, requestSchemaPath } = requests.operation;
  return rows.flatMap(([slug, member, what, text]) => {
    const shape = request.members.find(({ name }) => name === member)?.shape;
    if (shape === undefined || brokenByText(shape, text(0)).length > 0) return [];
    const basis = `it matches the schema of the request body, which has no other bound (${requestSchemaPath})`;
    return [
      acceptance(
        requests,
        { requirement: "accepts-valid-plant", slug, title: `${what} is accepted`, basis },
        (varied, n) => varied.of("valid", withMember(varied.draft(n), member, JSON.stringify(text(n)))),
      ),
    ];
  });
}
