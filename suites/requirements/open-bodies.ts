/** Open points about the rest of the body: members that the document does not mention, its text and its size. */
import { defined, ifAny } from "../../spec/defined.ts";
import { nameOf, textOf } from "../bodies/body-drafts.ts";
import { acceptedOrNot, checkOf, observation, openPoint } from "../checks/check-forms.ts";
import type { Check, Label, PlannedRequest, Sent } from "../checks/check.ts";
import { hasAcceptedParents, isAccepted, isCutOff } from "../checks/exchange-facts.ts";
import { judgeObservation, observed } from "../checks/judges.ts";
import { type Requests, memberFor } from "../checks/check-requests.ts";
import { member as memberIn } from "../checks/returned-members.ts";
import { BESIDE_UNKNOWN } from "../checks/request-variants.ts";
import { UNKNOWN, unknownName } from "../checks/request-features.ts";
import { editCheck } from "./open-values.ts";

/** Members that the schema does not name: the open point, the member, its value, and the feature of a request with it. */
const unknownMembers: readonly (readonly [label: Label, member: string, literal: string, feature?: string])[] = [
  [openPoint("unknown-members", "Members that are not in NewPlant"), UNKNOWN.member, UNKNOWN.literal, BESIDE_UNKNOWN],
  [
    openPoint("deep-nesting", "An unknown member of 1,000 nested arrays"),
    "nested",
    `${"[".repeat(1000)}${"]".repeat(1000)}`,
  ],
];

/** The checks of whether unknown members and unusual texts are accepted. */
export function openBodyChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const { request } = operation;
  // Unknown members are not an open point if the schema says something about them.
  const unknown = request.others === undefined || request.others === true ? unknownMembers : [];
  return [
    ...unknown.map(([label, member, literal, feature]) =>
      asFeature(editCheck(requests, label, [unknownName(request, member), () => literal]), feature),
    ),
    observation(
      openPoint("byte-order-mark", "A byte order mark before the body"),
      [(fresh) => open(requests, fresh(0), `\u{feff}${textOf(requests.draft(fresh(0)))}`)],
      acceptedOrNot,
    ),
    ...ifAny(memberFor(operation, "label"), ({ name }) => [duplicateMembers(requests, name)]),
  ];
}

/** Sent early, with the name of a feature: if it is accepted, refusals are sent with this feature. */
function asFeature(check: Check, feature: string | undefined): Check {
  if (feature === undefined) return check;
  const next: Check["next"] = (...asked) =>
    check.next(...asked).map((request) => ({ ...request, features: [feature] }));
  return { ...check, stage: "early", next };
}

function open(requests: Requests, n: number, text: string): PlannedRequest {
  const { plant } = requests.ordinary(n);
  return requests.raw("open", text, defined({ plant }));
}

/** The label twice: the answer shows which of the two counts. */
function duplicateMembers(requests: Requests, name: string): Check {
  const start = `{${JSON.stringify(name)}:`;
  return observation(
    openPoint("duplicate-members", `An object that has \`${name}\` twice`),
    [
      (fresh) => {
        const text = textOf(requests.draft(fresh(0)));
        return requests.raw(
          "open",
          text.replace("{", () => `${start}${JSON.stringify(nameOf(fresh(1)))},`),
        );
      },
    ],
    (sent) => {
      if (!isAccepted(sent)) return acceptedOrNot(sent);
      const given = givenText(sent, name);
      if (given === undefined) return "accepted";
      const text = new TextDecoder().decode(sent.request.body ?? new Uint8Array());
      const isFirst = text.indexOf(JSON.stringify(given)) === start.length;
      return `accepted, the ${isFirst ? "first" : "last"} counts`;
    },
  );
}

function givenText(sent: Sent, name: string): string | undefined {
  const given = memberIn(sent, name);
  return typeof given === "string" ? given : undefined;
}

const SIZES: ReadonlyArray<readonly [name: string, bytes: number]> = [
  ["64 KiB", 64 * 1024],
  ["1 MiB", 1024 * 1024],
];

/** The connection of the first large body, and of the ordinary request after it. */
const LARGE_BODIES = "body-size";

/**
 * Bodies made large by white space, which has no meaning, so their size is the only reason to refuse them. The plant
 * that follows the first of them on its connection is one of the ordinary requests of the run.
 */
export function bodySizeCheck(requests: Requests): Check {
  return checkOf("observation", openPoint("body-size", "Bodies of 64 KiB and of 1 MiB"), {
    next: (fresh, own) => {
      const n = fresh(own.length);
      if (own.length === SIZES.length) return [requests.ordinary(n, "all", { connection: LARGE_BODIES })];
      const size = SIZES[own.length];
      if (size === undefined) return [];
      const text = textOf(requests.draft(n));
      const large = text.slice(0, 1).padEnd(size[1] - text.length + 1, " ") + text.slice(1);
      const request: PlannedRequest = { ...open(requests, n, large), mayMeet: "cut-off" };
      return [own.length === 0 ? { ...request, connection: LARGE_BODIES } : request];
    },
    judge: (all, run) => {
      const own = all.slice(0, SIZES.length);
      const sizes = own.map(
        (sent, place) => `${SIZES[place]?.[0] ?? ""} ${sent.answer === null ? "cut off" : acceptedOrNot(sent)}`,
      );
      const [first] = own;
      // If no body of this size is answered, the ordinary requests show that the provider is still there.
      if (first !== undefined && own.every(isCutOff) && hasAcceptedParents(first, run)) {
        return { outcome: observed(sizes.join(", ")) };
      }
      return judgeObservation(own.find(({ answer }) => answer !== null) ?? first, run, () => sizes.join(", "));
    },
  });
}
