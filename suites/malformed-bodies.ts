/** Texts that are not JSON by RFC 8259, each one edit away from an ordinary body. */
import type { Check, History, Judgement } from "./checks/check.ts";
import { isAccepted } from "./checks/exchange-facts.ts";
import { judgeRefusal, notJudged } from "./checks/judges.ts";
import { idOf, refusal } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { titled } from "./checks/role-members.ts";
import { turnOf } from "./bodies/drawn-from.ts";
import { lenientEdits } from "./bodies/lenient-edits.ts";
import { moreEdits } from "./bodies/more-text-edits.ts";
import { otherFormats } from "./bodies/other-formats.ts";
import { type TextEdit, edited, firstEdits } from "./bodies/text-edits.ts";
import { ORDINARY_IDS, textOf } from "./bodies/drafts.ts";

const MALFORMED = "refuses-malformed-json";
const basis = "the text is not JSON by RFC 8259";

/** One check for each edit of the first list. */
export function malformedChecks(requests: Requests): readonly Check[] {
  return checksOf(requests, firstEdits);
}

/** One check for each edit of the lists after the first, and a cut body that a framework reads in another way. */
export function moreMalformedChecks(requests: Requests): readonly Check[] {
  const slug = "truncated-in-chunks";
  const title = "A body without its last brace is refused in chunked framing and without Accept";
  return [
    ...checksOf(requests, moreEdits),
    ...checksOf(requests, otherFormats),
    ...checksOf(requests, lenientEdits),
    refusal(requests, { requirement: MALFORMED, slug, title, basis }, (varied, n) =>
      // It may be refused for its framing or for the missing Accept, so its status says nothing about the body.
      varied.raw("not-allowed", textOf(varied.draft(n)).slice(0, -1), {
        framing: "chunked",
        headers: { Accept: null },
      }),
    ),
  ];
}

function checksOf(requests: Requests, edits: readonly TextEdit[]): readonly Check[] {
  const { optionalLabel } = requests.operation.roles;
  const sample = textOf(requests.draft(ORDINARY_IDS.least));
  return edits
    .filter(({ texts }) => texts(sample).length > 0)
    .map((edit) => {
      const { slug, requirement = MALFORMED, isInUnknownMember, isInOrder = false, isLong = false, mediaType } = edit;
      const title = titleFor(edit, requests);
      const check = refusal(requests, { requirement, slug, title, basis }, (varied, n) => {
        const text = edited(edit, textOf((isInOrder ? requests : varied).draft(n)), turnOf(n), optionalLabel);
        return mediaType === undefined
          ? varied.raw(isLong ? "not-allowed" : "not-a-plant", text)
          : varied.raw("not-allowed", text, { headers: { "Content-Type": mediaType } });
      });
      return isInUnknownMember === true ? { ...check, judge: judgeBesideUnknownMember } : check;
    });
}

/** The title of an edit with the names of the members. */
function titleFor({ title }: TextEdit, { operation }: Requests): string {
  const words = titled(title, operation);
  return words ?? title.replace("{integer}", "number").replace("{optionalLabel}", "last text");
}

const UNKNOWN_MEMBERS = idOf({ requirement: "unknown-members", slug: "value" });

/**
 * Whether unknown members are accepted is open: if the run saw one refused, this refusal says nothing about the text.
 */
function judgeBesideUnknownMember(own: History, run: History): Judgement {
  const judged = judgeRefusal(own, run);
  const parent = run.findLast(({ request }) => request.askedBy === UNKNOWN_MEMBERS);
  if (judged.outcome.status !== "passed" || parent === undefined || isAccepted(parent)) return judged;
  return {
    outcome: notJudged("no-occasion", "members that the schema does not name are refused whatever they hold"),
  };
}
