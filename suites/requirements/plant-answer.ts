/** The invariants of every 200, and what a 200 returns. */
import { ifAny } from "../../spec/defined.ts";
import type { Finding } from "../../result/result.ts";
import { type DescribedResponse, jsonResponses, orList } from "../../spec/described-responses.ts";
import { type Operation, shapeIfKnown } from "../../spec/read-operation.ts";
import type { Roles } from "../../spec/member-roles.ts";
import { type Validator, validatorOf, type Validators } from "../../spec/validators.ts";
import { bodyChecks, everyAnswer, namesAreUnique } from "../checks/answer-body.ts";
import { comparison, invariant, type Occasion, checkOf, idOf } from "../checks/check-forms.ts";
import type { Check, History, PlannedRequest, Sent } from "../checks/check.ts";
import { answersOfOperation, isAccepted } from "../checks/exchange-facts.ts";
import { bodyFinding, foreign, pointerTo, showIn } from "../checks/findings.ts";
import { ofBody, judgeEach } from "../checks/judges.ts";
import { type Requests, aOrAn, membersInWords, returnedFor } from "../checks/check-requests.ts";
import {
  addedOptionalLabel,
  hasOptionalLabel,
  isAnothers,
  member,
  otherReturned,
  returnedAs,
  returnedIn,
  returnedLabel,
  returnedMembers,
  returnedOptionalLabel,
} from "../checks/returned-members.ts";
import { documentedHeaderChecks } from "./error-answer.ts";
import { withMember } from "../bodies/body-drafts.ts";

/** The invariants of every 200, or of every other status that the document shows for a success. */
export function plantAnswerChecks(requests: Requests, validators: Validators): readonly Check[] {
  const { operation } = requests;
  const { path, success, others } = operation;
  const statuses = jsonResponses(operation).map(({ status }) => status);
  const inJson = (run: History): readonly Sent[] =>
    answersOfOperation(run, path, (status) => statuses.includes(status)).filter(
      ({ answer }) => answer?.reading.as !== "nothing",
    );
  return [
    ...ofSuccess(operation, success, validators.plant),
    ...others.flatMap((other) =>
      other.status > 299 ? [] : ofSuccess(operation, other, validatorOf(validators, other)),
    ),
    ...(statuses.length === 0
      ? []
      : [
          invariant(
            {
              requirement: "answers-name-members-once",
              slug: "every-answer",
              title: `No ${orList(statuses)} has a member twice`,
            },
            { what: `a ${orList(statuses)} in JSON`, select: inJson, ask: ofBody(namesAreUnique) },
          ),
        ]),
    ...documentedHeaderChecks(requests),
  ];
}

function ofSuccess(operation: Operation, response: DescribedResponse, validate: Validator): readonly Check[] {
  if (response.hasNoBody === true) return [];
  const { path, roles } = operation;
  const { status } = response;
  const every = everyAnswer(path, response);
  return [
    ...bodyChecks(operation, response, { of: "plant", validate }),
    ...(roles.leftOut.length === 0
      ? []
      : [
          every.ofJson(
            "plant-has-no-id",
            `No ${status} has a member ${membersInWords(roles.leftOut, "or")}`,
            ofBody(leftOut(roles)),
          ),
        ]),
    ...ifAny(namedMembers(operation, response), (named) => [
      every.ofJson(
        "plant-has-no-other-members",
        `No ${status} has members except ${membersInWords(named, "and")}`,
        ofBody(undescribedMembers(roles, named)),
      ),
    ]),
  ];
}

/** The checks of what successes to ordinary requests return. */
export function givesBackChecks({ operation }: Requests): readonly Check[] {
  const { success, roles } = operation;
  const [label, optionalLabel] = [returnedAs(roles, "label"), returnedAs(roles, "optionalLabel")];
  // A valid request has ordinary texts too, in an unusual form.
  const accepted = (run: History): readonly Sent[] =>
    run.filter(({ request, answer }) => isValid(request) && answer?.status === success.status);
  const ordinary = (requirement: string, title: string, occasion: Occasion): Check =>
    comparison({ requirement, slug: "ordinary", title }, occasion);
  // An answer that belongs to another request is reported by keeps-answers-apart.
  const own = (run: History, isMeant: IsMeant): readonly Sent[] =>
    accepted(run).filter((sent) => isMeant(sent.request) && !isAnothers(sent, run));
  return [
    ...ifAny(label ?? undefined, (name) => [
      ordinary("returns-name", `An ordinary ${name} is returned unchanged`, {
        what: `a ${success.status} to a valid request`,
        select: (run) => own(run, () => true),
        ask: ofBody(returnedLabel),
      }),
    ]),
    ...ifAny(optionalLabel ?? undefined, (name) => [
      ordinary("returns-tag", `An ordinary ${name} is returned unchanged`, {
        what: `a ${success.status} to a valid request with ${aOrAn(name)}`,
        select: (run) => own(run, hasOptionalLabel),
        ask: ofBody(returnedOptionalLabel),
      }),
      ordinary("adds-no-tag", `A ${success.status} has no ${name} if the request had none`, {
        what: `a ${success.status} to a valid request without ${aOrAn(name)}`,
        select: (run) => own(run, (request) => !hasOptionalLabel(request)),
        ask: ofBody(addedOptionalLabel),
      }),
    ]),
    ...otherTexts(operation, own),
  ];
}

/** The other free texts that a success returns; ours has none. */
function otherTexts(operation: Operation, own: (run: History, isMeant: IsMeant) => readonly Sent[]): readonly Check[] {
  const names = otherReturned(operation);
  if (names.length === 0) return [];
  const title = `The ordinary texts of ${membersInWords(names, "and")} are returned unchanged`;
  const label = { requirement: "returns-tag", slug: "other-members", title };
  const hasSome: IsMeant = ({ plant = {} }) => names.some((name) => plant[name] !== undefined);
  return [
    comparison(label, {
      what: `a ${operation.success.status} to a valid request with ${membersInWords(names, "or")}`,
      select: (run) => own(run, hasSome),
      ask: ofBody(returnedMembers(names)),
    }),
  ];
}

type IsMeant = (request: PlannedRequest) => boolean;

function isValid({ kind, plant, mayMeet }: PlannedRequest): boolean {
  return (kind === "ordinary" || kind === "valid") && plant !== undefined && mayMeet !== "taken-id";
}

function leftOut(roles: Roles): (sent: Sent) => readonly Finding[] {
  return (sent) =>
    roles.leftOut.flatMap((name) => {
      const held = member(sent, name);
      return held === undefined
        ? []
        : [bodyFinding(sent, pointerTo(name), { expected: "no such member", seen: showIn(sent, held) })];
    });
}

/** The most names that are listed for one answer; further names add nothing. */
const MOST_MEMBERS = 20;

/** The members that the schema of the success names, if only these are allowed and it does not say so itself. */
function namedMembers(
  { document, roles }: Operation,
  { schemaPath }: DescribedResponse,
): readonly string[] | undefined {
  if (!roles.namedOnly) return undefined;
  const { types = [], members = [], others } = shapeIfKnown(document, schemaPath) ?? {};
  const isOpen = types.includes("object") && others === undefined;
  return isOpen && members.length > 0 ? members.map(({ name }) => name) : undefined;
}

function undescribedMembers(roles: Roles, named: readonly string[]): (sent: Sent) => readonly Finding[] {
  const known = new Set([...named, ...roles.leftOut]);
  return (sent) => {
    const value =
      returnedIn(sent, roles) === null || sent.answer?.reading.as !== "json" ? {} : sent.answer.reading.value;
    const others = Object.keys(value ?? {}).filter((name) => !known.has(name));
    return others.slice(0, MOST_MEMBERS).map((name) =>
      bodyFinding(sent, pointerTo(foreign(sent, name)), {
        expected: "no such member",
        seen: showIn(sent, member(sent, name)),
      }),
    );
  };
}

// Labels that another plant already has: a provider that looks up plants or answers by a label returns the other
// plant.

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
        { ...AGAIN, title: `A ${optional} is returned beside a ${name} that another request had` },
        {
          goesFirst: true,
          next: repeated(requests, [name, optional]),
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

function repeated(requests: Requests, names: readonly string[]): Check["next"] {
  return (fresh, own) => {
    const [first] = own;
    if (first === undefined) return [requests.ordinary(fresh(0))];
    if (own.length > 1 || !isAccepted(first)) return [];
    const { plant = {} } = requests.ordinary(fresh(0));
    return names.flatMap((name, k) => {
      const text = plant[name];
      if (text === undefined) return [];
      return [requests.of("open", withMember(requests.draft(fresh(1 + k)), name, JSON.stringify(text)))];
    });
  };
}
