/** The checks of fuzzing: what is asked of each exchange as it arrives. They rest on the requirements that the others rest on. */
import type { Finding } from "../../result/result.ts";
import { labelled } from "../checks/check-forms.ts";
import type { Check, Form, History, Labelled, PlannedRequest, Sent } from "../checks/check.ts";
import { addedTag, isAnothers, returnedName, returnedTag } from "../checks/given-back.ts";
import { refusedOtherwise } from "../checks/findings.ts";
import { isAccepted, isRefusedBody } from "../checks/judges.ts";

/** What a case itself was sent for, by requirement, and the form of that question. */
const expectations: readonly (readonly [requirement: string, form: Form, title: string])[] = [
  ["accepts-valid-plant", "acceptance", "Every drawn NewPlant with ordinary values is answered with 200"],
  ["accepts-every-ordinary-request", "tally", "Every ordinary request of fuzzing is answered with 200"],
  ["accepts-every-positive-id", "acceptance", "Every drawn id from 2^31 on is accepted"],
  ["accepts-json-spellings", "acceptance", "Drawn white space, order and escapes make no difference"],
  ["accepts-integer-spellings", "acceptance", "An id written in a drawn way is accepted"],
  ["refuses-missing-member", "refusal", "Every drawn object without a required member is refused"],
  ["refuses-invalid-member", "refusal", "Every drawn object with a member that its schema does not allow is refused"],
  ["matches-member-names-exactly", "refusal", "Every drawn member name in other letter case is refused"],
  ["refuses-malformed-json", "refusal", "Every drawn text that is not JSON is refused"],
  ["refuses-non-object", "refusal", "Every drawn JSON value that is not an object is refused"],
  ["refuses-id-beyond-int64", "refusal", "Every drawn id beyond int64 is refused"],
  ["refuses-with-400", "comparison", "Every drawn body that is not a NewPlant is refused with 400"],
  ["returns-name", "comparison", "Every drawn name comes back as it was sent"],
  ["returns-tag", "comparison", "Every drawn tag comes back as it was sent"],
  ["adds-no-tag", "comparison", "No tag comes back where none was sent"],
  ["keeps-answers-apart", "tally", "No request gets the name of another one back"],
];

/** The checks of fuzzing, by requirement: one a requirement, with a permanent id. */
export function fuzzChecks(checks: readonly Check[]): ReadonlyMap<string, Labelled> {
  const slug = "fuzz";
  const basis = "drawn by fast-check from the schema of the request body";
  const own = expectations.map(([requirement, form, title]) => labelled(form, { requirement, slug, title, basis }));
  const asked = invariantsOf(checks).map(({ requirement, form, title, basis: reason }) =>
    labelled(form, {
      requirement,
      slug,
      title: `${title}, in fuzzing`,
      ...(reason === undefined ? {} : { basis: reason }),
    }),
  );
  return new Map([...own, ...asked].map((check) => [check.requirement, { ...check, drawn: true }]));
}

/** The fixed checks that ask something of each exchange by itself: the same is asked of those of fuzzing. */
function invariantsOf(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ form }) => form === "invariant");
}

/** The answer to one question about one exchange; without findings it was met. */
export interface Asked {
  readonly requirement: string;
  readonly findings: readonly Finding[];
  /** The answer counts only between two ordinary requests that were accepted. */
  readonly besideParents?: true;
}

/**
 * Asks everything that is asked of any exchange. What had no occasion is not among the answers.
 * @param before what was sent before, against which an invariant compares an exchange where it has a context
 */
export function asker(checks: readonly Check[], before: History): (sent: Sent, others: Others) => readonly Asked[] {
  const fixed = invariantsOf(checks).map(({ requirement, judge, context }) => {
    return { requirement, judge, known: context?.(before) ?? [] };
  });
  return (sent, others) => {
    const asked: Asked[] = [];
    for (const { requirement, judge, known } of fixed) {
      const { outcome } = judge([], [...known, sent]);
      if (outcome.status === "passed") asked.push({ requirement, findings: [] });
      else if (outcome.status === "failed") asked.push({ requirement, findings: outcome.findings });
    }
    if (isRefusedBody(sent)) {
      asked.push({ requirement: "refuses-with-400", findings: refusedOtherwise(sent), besideParents: true });
    }
    asked.push(...givenBack(sent, others));
    return asked;
  };
}

/** Requests sent shortly before, or at the same time. */
export type Others = ReadonlyArray<{ readonly request: PlannedRequest }>;

/** What a 200 gives back. An answer that belongs to another request is told as that, and as nothing else. */
function givenBack(sent: Sent, others: Others): readonly Asked[] {
  const { plant } = sent.request;
  if (!isAccepted(sent) || plant === undefined || sent.request.kind === "not-a-plant") return [];
  if (isAnothers(sent, others)) {
    const finding = { where: "/name", expected: JSON.stringify(plant.name), seen: "the name of another request" };
    return [{ requirement: "keeps-answers-apart", findings: [finding] }];
  }
  return [
    { requirement: "keeps-answers-apart", findings: [] },
    { requirement: "returns-name", findings: returnedName(sent) },
    plant.tag === undefined
      ? { requirement: "adds-no-tag", findings: addedTag(sent) }
      : { requirement: "returns-tag", findings: returnedTag(sent) },
  ];
}
