/** Texts on a bound of `maxLength` or `minLength`, in characters that others count otherwise than JSON Schema. */
import type { Boundary, Writing } from "../bodies/boundaries.ts";
import { checkOf, dressed } from "../checks/check-forms.ts";
import type { Check, History, Judgement, Kind, Label, PlannedRequest } from "../checks/check.ts";
import { isAccepted, isOfState, TIMES } from "../checks/exchange-facts.ts";
import { describe, notAccepted } from "../checks/findings.ts";
import { fromFindings, isUsable, passed } from "../checks/judges.ts";
import { judgeAskedAgain } from "../checks/repeated-acceptance.ts";
import type { Requests } from "../checks/requests.ts";

const otherCounts = {
  maxLength: "a character beyond the Basic Multilingual Plane, which is two UTF-16 code units and four bytes",
  minLength: "a combining mark, which is a character and no grapheme",
} as const;

/**
 * A text on the bound, with such a character. That a provider refuses the character is open. So if it refuses the text, it
 * is sent a plain one, which must be accepted. Then the character is sent where every way to count allows it: if it is
 * accepted there, and refused on the bound again, the length is counted otherwise than the schema says.
 */
export function lengthCheck(
  requests: Requests,
  label: Label,
  { apply, counted }: Required<Pick<Boundary, "apply" | "counted">>,
): Check {
  const request = (given: Requests, kind: Kind, n: number, writing: Writing): PlannedRequest =>
    given.of(kind, apply(given.draft(n), n, writing));
  return checkOf("acceptance", label, {
    asksAgain: true,
    next: (fresh, own, known) => {
      const [first] = own;
      const n = fresh(own.length);
      if (first === undefined) return [request(dressed(requests, known), "open", n, "odd")];
      const accepted = own.findIndex(isAccepted);
      if (accepted === -1) return own.length > TIMES ? [] : [request(requests, "valid", n, "plain")];
      const [within, again] = own.slice(accepted + 1);
      if (accepted === 0 || again !== undefined) return [];
      if (within === undefined) return [request(requests, "open", n, "odd-within")];
      return isAccepted(within) ? [request(requests, "open", n, "odd")] : [];
    },
    judge: (own, run) => {
      if (own.findIndex(isAccepted) === 0) return { outcome: passed };
      const plain = own.filter((sent) => sent.request.kind === "valid");
      return judgeCount(own, run, counted) ?? judgeAskedAgain(plain, run);
    },
  });
}

/** The judgement that the length is counted otherwise; undefined if nothing shows that. */
function judgeCount(own: History, run: History, counted: keyof typeof otherCounts): Judgement | undefined {
  const odd = own.filter(({ request }) => request.kind === "open");
  const again = odd[2];
  if (again === undefined) return undefined;
  const onBound = odd.filter((_, place) => place !== 1);
  if (!onBound.every((sent) => isUsable(sent) && !isOfState(sent))) return undefined;
  if (judgeAskedAgain(onBound, run).outcome.status !== "failed") return undefined;
  const seen = `${describe(again)} each time to a text on the bound that has ${otherCounts[counted]}, while it was accepted with the same character farther from the bound`;
  const evidence = [again, ...odd.slice(0, 2)].map(({ index }) => index);
  return { outcome: fromFindings([{ ...notAccepted(again), seen }]), evidence };
}
