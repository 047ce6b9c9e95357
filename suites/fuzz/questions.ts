/** The checks of fuzzing: what is asked of each exchange as it arrives. They rest on the requirements that the others rest on. */
import type { Finding } from "../../result/result.ts";
import { addedTag, isAnothers, returnedName, returnedTag } from "../plant-answer.ts";
import { carriesToken } from "../authentication.ts";
import type { Check, CheckId, History, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted } from "../checks/judges.ts";

/** The fixed checks that ask something of every exchange: the same question is asked of those of fuzzing. */
const invariants: readonly CheckId[] = [
  "plant-media-type/every-200",
  "plant-encoding/every-200",
  "plant-shape/every-200",
  "plant-has-no-id/every-200",
  "plant-has-no-other-members/every-200",
  "error-media-type/every-400",
  "error-encoding/every-400",
  "error-shape/every-400",
  "refuses-with-400/every-refusal",
  "challenges-with-401/every-401",
  "keeps-token-secret/every-answer",
  "answers-without-server-error/every-answer",
  "answers-every-request/every-request",
];

/** What a case itself was sent for, by requirement. */
const expectations: ReadonlyMap<string, string> = new Map([
  ["accepts-valid-plant", "Every drawn NewPlant with ordinary values is answered with 200"],
  ["accepts-every-ordinary-request", "Every ordinary request of fuzzing is answered with 200"],
  ["accepts-every-positive-id", "Every drawn id from 2^31 on is accepted"],
  ["accepts-json-spellings", "Drawn white space, order and escapes make no difference"],
  ["accepts-integer-spellings", "An id written in a drawn way is accepted"],
  ["refuses-missing-member", "Every drawn object without a required member is refused"],
  ["refuses-invalid-member", "Every drawn object with a member that its schema does not allow is refused"],
  ["matches-member-names-exactly", "Every drawn member name in other letter case is refused"],
  ["refuses-malformed-json", "Every drawn text that is not JSON is refused"],
  ["refuses-non-object", "Every drawn JSON value that is not an object is refused"],
  ["refuses-id-beyond-int64", "Every drawn id beyond int64 is refused"],
  ["returns-name", "Every drawn name comes back as it was sent"],
  ["returns-tag", "Every drawn tag comes back as it was sent"],
  ["adds-no-tag", "No tag comes back where none was sent"],
  ["keeps-answers-apart", "No request gets the name of another one back"],
]);

/** A check of fuzzing: one a requirement, with a permanent id. */
export interface FuzzCheck {
  readonly id: CheckId;
  readonly title: string;
  readonly basis?: string;
}

/** The checks of fuzzing, by requirement. */
export function fuzzChecks(checks: readonly Check[]): ReadonlyMap<string, FuzzCheck> {
  const basis = "drawn by fast-check from the schema of the request body";
  const own = Array.from(expectations, ([requirement, title]) => ({ id: idOf(requirement), title, basis }));
  const asked = fixedInvariants(checks).map(({ id, title, basis: reason }) => ({
    id: idOf(requirementOf(id)),
    title: `${title}, in fuzzing`,
    ...(reason === undefined ? {} : { basis: reason }),
  }));
  return new Map([...own, ...asked].map((check) => [requirementOf(check.id), check]));
}

function idOf(requirement: string): CheckId {
  return `${requirement}/fuzz`;
}

function requirementOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}

function fixedInvariants(checks: readonly Check[]): readonly Check[] {
  return invariants.map((id) => {
    const check = checks.find((one) => one.id === id);
    if (check === undefined) throw new Error(`There is no check ${id}`);
    return check;
  });
}

/** The answer to one question about one exchange; without findings it was met. */
export interface Asked {
  readonly requirement: string;
  readonly findings: readonly Finding[];
}

/**
 * Asks everything that is asked of any exchange. What had no occasion is not among the answers.
 * @param before what was sent before, against which an echo of the token is told from what every answer says
 */
export function asker(checks: readonly Check[], before: History): (sent: Sent, others: Others) => readonly Asked[] {
  const bare = before.filter((sent) => sent.answer !== null && !carriesToken(sent));
  const fixed = fixedInvariants(checks).map(({ id, judge }) => ({ requirement: requirementOf(id), judge }));
  return (sent, others) => {
    const asked: Asked[] = [];
    for (const { requirement, judge } of fixed) {
      const { outcome } = judge([], requirement === "keeps-token-secret" ? [...bare, sent] : [sent]);
      if (outcome.status === "passed") asked.push({ requirement, findings: [] });
      else if (outcome.status === "failed") asked.push({ requirement, findings: outcome.findings });
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
