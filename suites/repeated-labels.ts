/** Labels that another plant has already: who looks up what was stored or answered by one of them gives back the other plant. */
import type { Answered, Check, Fresh, PlannedRequest, Sent } from "./checks/check.ts";
import { checkOf } from "./checks/check-forms.ts";
import { isAnothers, returnedOptionalLabel } from "./checks/given-back.ts";
import { isAccepted, judgeEach, ofBody } from "./checks/judges.ts";
import type { Requests } from "./checks/requests.ts";
import { ifAny, returnedFor } from "./checks/role-members.ts";
import { withMember } from "./bodies/drafts.ts";

/**
 * A plant; then one with its label and another optional one, one with its label in other letter case, and one with its optional label
 * and another label. Whether they are accepted is left open. What comes back of the last one is another's where `keeps-answers-apart` says so.
 */
export function repeatedLabelChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const [label, optionalLabel] = [returnedFor(operation, "label"), returnedFor(operation, "optionalLabel")];
  return ifAny(label, ({ name }) =>
    ifAny(optionalLabel, ({ name: optional }) => [
      checkOf(
        "comparison",
        {
          requirement: "returns-tag",
          slug: "name-again",
          title: `A ${optional} is returned beside a ${name} that another request had`,
        },
        {
          goesFirst: true,
          next: (fresh, own) => repeated(requests, [name, optional], fresh, own),
          judge: (own, run) =>
            judgeEach(
              own.slice(1, 3).filter((sent: Sent) => isAccepted(sent) && !isAnothers(sent, run)),
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
  const [label = "", optionalLabel = ""] = names;
  const again: ReadonlyArray<readonly [name: string, text: string | undefined]> = [
    [label, plant[label]],
    [label, plant[label] === undefined ? undefined : inOtherCase(plant[label])],
    [optionalLabel, plant[optionalLabel]],
  ];
  return again.flatMap(([name, text], k) =>
    text === undefined
      ? []
      : [requests.of("open", withMember(requests.draft(fresh(1 + k)), name, JSON.stringify(text)))],
  );
}

/** Each letter in the other case. */
function inOtherCase(text: string): string {
  return text.replaceAll(/[a-z]/giu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
