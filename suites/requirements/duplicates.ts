/** Open points about an identity that exists, and about one that was refused once. */
import { ifAny } from "../../spec/defined.ts";
import type { Member } from "../../spec/schema.ts";
import { withMember } from "../bodies/body-drafts.ts";
import { acceptedOrNot, observation, openPoint } from "../checks/check-forms.ts";
import type { Check, History, Sent } from "../checks/check.ts";
import { sameAgain, withOtherTexts } from "../checks/duplicate-requests.ts";
import { isAccepted, isSuccess } from "../checks/exchange-facts.ts";
import { type Requests, memberFor, withIdentityOf } from "../checks/check-requests.ts";

/** The checks of an identity that exists, and of one that was refused once. */
export function duplicateChecks(requests: Requests): readonly Check[] {
  const { identity } = requests.operation.roles;
  const label = memberFor(requests.operation, "label");
  if (identity === null) return [];
  const other = label === undefined ? "other values" : `another ${label.name}`;
  return [
    observation(
      openPoint("duplicate-id", "The same body again"),
      [(fresh) => requests.ordinary(fresh(0)), (fresh) => requests.plant("open", fresh(0))],
      (last, _own, run) => statusesOfDuplicates(last, sameAgain(run)),
    ),
    observation(
      openPoint("duplicate-id-other-body", `The same ${identity} with ${other}`),
      [(fresh) => requests.ordinary(fresh(0)), (fresh) => withIdentityOf(requests, fresh(1), fresh(0))],
      (last, _own, run) => statusesOfDuplicates(last, withOtherTexts(run)),
    ),
    ...ifAny(label, (refused) => [identityAfterRefusal(requests, identity, refused)]),
  ];
}

/** The statuses of all duplicates of a kind in the run: nodes may differ, or have stores of their own. */
function statusesOfDuplicates(last: Sent, duplicates: History): string {
  const statuses = [last, ...duplicates].flatMap(({ answer }) => (answer === null ? [] : [String(answer.status)]));
  return [...new Set(statuses)].toSorted().join(", ");
}

function identityAfterRefusal(requests: Requests, identity: string, { name }: Member): Check {
  return observation(
    openPoint("id-after-refusal", `The ${identity} of a body that was refused for its ${name}`),
    [
      (fresh) => requests.of("not-a-plant", withMember(requests.draft(fresh(0)), name, "null")),
      (fresh) => requests.plant("open", fresh(0)),
    ],
    (last, own) => {
      if (own[0] !== undefined && isSuccess(own[0])) return `the ${name} was not refused`;
      return isAccepted(last) ? "free" : acceptedOrNot(last);
    },
  );
}
