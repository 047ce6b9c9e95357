/** Bodies that lack a required member and have no optional one: what is not there is often noticed beside an optional member alone. */
import type { Check } from "./checks/check.ts";
import { refusal } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { withoutMember } from "./bodies/drafts.ts";

/** One for each required member; none where the schema has no optional member, or one required member alone. */
export function requiredMembersAloneChecks(requests: Requests): readonly Check[] {
  const { request, requestSchemaPath } = requests.operation;
  const required = request.members.filter((member) => member.required).map(({ name }) => name);
  if (required.length < 2 || required.length === request.members.length) return [];
  return required.map((missing) =>
    refusal(
      requests,
      {
        requirement: "refuses-missing-member",
        slug: `missing-${missing}-without-optional-members`,
        title: `An object without \`${missing}\` and without optional members is refused`,
        basis: `\`${missing}\` is required in the schema (${requestSchemaPath})`,
      },
      (varied, n) => varied.of("not-a-plant", withoutMember(varied.draft(n, "required"), missing)),
    ),
  );
}
