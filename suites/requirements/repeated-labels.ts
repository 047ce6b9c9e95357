/**
 * Labels that another plant already has: a provider that looks up plants or answers by a label returns the other plant.
 */
import { ifAny } from "../../spec/defined.ts";
import { withMember } from "../bodies/drafts.ts";
import { checkOf, idOf } from "../checks/check-forms.ts";
import type { Answered, Check, Fresh, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted } from "../checks/exchange-facts.ts";
import { judgeEach, ofBody } from "../checks/judges.ts";
import type { Requests } from "../checks/requests.ts";
import { isAnothers, returnedOptionalLabel } from "../checks/returned-members.ts";
import { returnedFor } from "../checks/role-members.ts";

const AGAIN = { requirement: "returns-tag", slug: "name-again" } as const;

/** The check that sends labels again. If they are refused, a label may have to be unique. */
export const LABELS_AGAIN = idOf(AGAIN);

/**
 * A plant; then one with its label and another optional label, and one with its optional label and another label.
 * Whether they are accepted is open. `keeps-answers-apart` reports if the answer to the last one belongs to another.
 */
export function repeatedLabelChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const [label, optionalLabel] = [returnedFor(operation, "label"), returnedFor(operation, "optionalLabel")];
  return ifAny(label, ({ name }) =>
    ifAny(optionalLabel, ({ name: optional }) => [
      checkOf(
        "comparison",
        {
          ...AGAIN,
          title: `A ${optional} is returned beside a ${name} that another request had`,
        },
        {
          goesFirst: true,
          next: (fresh, own) => repeated(requests, [name, optional], fresh, own),
          judge: (own, run) =>
            judgeEach(
              own.slice(1).filter((sent: Sent) => isAccepted(sent) && !isAnothers(sent, run)),
              ofBody(returnedOptionalLabel),
              "an acceptance of such a request, which the document leaves open,",
            ),
        },
      ),
    ]),
  );
}

function repeated(
  requests: Requests,
  names: readonly string[],
  fresh: Fresh,
  own: readonly Answered[],
): readonly PlannedRequest[] {
  const [first] = own;
  if (first === undefined) return [requests.ordinary(fresh(0))];
  if (own.length > 1 || !isAccepted(first)) return [];
  const { plant = {} } = requests.ordinary(fresh(0));
  return names.flatMap((name, k) => {
    const text = plant[name];
    if (text === undefined) return [];
    return [requests.of("open", withMember(requests.draft(fresh(1 + k)), name, JSON.stringify(text)))];
  });
}
