/** Open points about the body: values and members of which the document says nothing. */
import type { Check, History, Label, PlannedRequest, Sent } from "./checks/check.ts";
import {
  hasAcceptedParents,
  isAccepted,
  isSuccess,
  isUsable,
  judgeObservation,
  notJudged,
  observed,
} from "./checks/judges.ts";
import { acceptedOrNot, checkOf, observation } from "./checks/check-forms.ts";
import { askCertainId, mayBeTaken } from "./checks/certain-id.ts";
import type { Requests } from "./checks/requests.ts";
import { nameOf, tagOf, textOf, withMember } from "./bodies/drafts.ts";
import { searchLimit } from "./checks/limit-search.ts";

type Edit = readonly [id: string, title: string, member: string, literal: (n: number) => string];

const edits: readonly Edit[] = [
  ["negative-id", "A negative id", "id", (n) => `-${n}`],
  ["smallest-id", "An id at the lower end of int64", "id", (n) => String(-(2n ** 63n) + BigInt(n))],
  ["empty-name", "An empty name", "name", () => '""'],
  ["blank-name", "A name of spaces only", "name", () => '"   "'],
  ["control-characters-in-name", "A name with control characters", "name", (n) => `"${nameOf(n)}\\u0000\\u0001"`],
  ["lone-surrogate-in-name", "A name with a lone surrogate", "name", (n) => `"${nameOf(n)}\\ud800"`],
  ["empty-tag", "An empty tag", "tag", () => '""'],
  ["blank-tag", "A tag of spaces only", "tag", () => '"   "'],
  ["unknown-members", "Members that are not in NewPlant", "colour", () => '"green"'],
  [
    "deep-nesting",
    "An unknown member of 1,000 nested arrays",
    "nested",
    () => `${"[".repeat(1000)}${"]".repeat(1000)}`,
  ],
];

/** Whether odd values, unknown members and unusual texts are accepted. */
export function openBodyChecks(requests: Requests): readonly Check[] {
  return [
    idZero(requests),
    ...edits.map(([id, title, member, literal]) =>
      observation(
        label(id, title),
        [(fresh) => requests.of("open", withMember(requests.draft(fresh(0)), member, literal(fresh(0))))],
        acceptedOrNot,
      ),
    ),
    observation(
      label("byte-order-mark", "A byte order mark before the body"),
      [(fresh) => open(requests, fresh(0), `\u{feff}${textOf(requests.draft(fresh(0)))}`)],
      acceptedOrNot,
    ),
    duplicateMembers(requests),
    lengthOf(requests, "name"),
    lengthOf(requests, "tag"),
    bodySize(requests),
  ];
}

function label(requirement: string, title: string): Label {
  return { requirement, slug: "value", title };
}

/** Whether 0 is accepted; nothing is known of it where it may be taken. */
function idZero(requests: Requests): Check {
  return checkOf("observation", label("id-zero", "The id 0"), {
    next: askCertainId(requests, { id: () => 0n, kind: "open" }),
    judge: (own, run) =>
      mayBeTaken(own)
        ? { outcome: notJudged("no-occasion", "0 was refused as a duplicate is, so it may be taken") }
        : judgeObservation(own[0], run, acceptedOrNot),
  });
}

function open(requests: Requests, n: number, text: string, mayBeCutOff = false): PlannedRequest {
  const { plant } = requests.ordinary(n);
  return requests.raw("open", text, { ...(plant === undefined ? {} : { plant }), mayBeCutOff });
}

/** `name` twice: what comes back says which of the two counts. */
function duplicateMembers(requests: Requests): Check {
  return observation(
    label("duplicate-members", "An object that has `name` twice"),
    [
      (fresh) => {
        const text = textOf(requests.draft(fresh(0)));
        return requests.raw("open", text.replace("{", `{"name":${JSON.stringify(nameOf(fresh(1)))},`));
      },
    ],
    (sent) => {
      if (!isAccepted(sent)) return acceptedOrNot(sent);
      const name = givenName(sent);
      if (name === undefined) return "accepted";
      const text = new TextDecoder().decode(sent.request.body ?? new Uint8Array());
      const isFirst = text.indexOf(JSON.stringify(name)) === '{"name":'.length;
      return `accepted, the ${isFirst ? "first" : "last"} counts`;
    },
  );
}

function givenName({ answer }: Sent): string | undefined {
  if (answer?.reading.as !== "json") return undefined;
  const { value } = answer.reading;
  const name: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Bytes beyond which a provider may find a body too large and close the connection (RFC 9110 section 15.5.14). */
const LARGE = 8 * 1024;

function isCutOff({ request, exchange }: Sent): boolean {
  return request.mayBeCutOff === true && exchange.noAnswer?.kind === "connection-closed";
}

/** The longest name or tag that is accepted, found with few requests. */
function lengthOf(requests: Requests, member: "name" | "tag"): Check {
  const start = member === "name" ? nameOf : tagOf;
  const request = (n: number, length: number): PlannedRequest =>
    requests.of("open", withMember(requests.draft(n), member, JSON.stringify(ofLength(start(n), length))), {
      mayBeCutOff: length > LARGE,
    });
  return checkOf("search", label(`${member}-length`, `The greatest length of a ${member}`), {
    next: (fresh, own) => {
      const step = searchLimit(own.map(isSuccess));
      return step.next === null ? [] : [request(fresh(own.length), step.next)];
    },
    judge: (own, run) => {
      const unanswered = own.find((sent) => !isUsable(sent) && !isCutOff(sent));
      const judged = unanswered ?? own.find((sent) => !isCutOff(sent)) ?? own[0];
      return judgeObservation(judged, run, () => limitOf(own));
    },
  });
}

/** Another success than 200 is not called accepted, and no refusal. */
function limitOf(own: History): string {
  const { value } = searchLimit(own.map(isSuccess));
  const other = own.find((sent) => isSuccess(sent) && !isAccepted(sent));
  return other === undefined ? value : value.replace("accepted", `answered ${other.answer?.status}`);
}

function ofLength(start: string, length: number): string {
  return start.padEnd(length, "abcdefghij").slice(0, length);
}

const SIZES: ReadonlyArray<readonly [name: string, bytes: number]> = [
  ["64 KiB", 64 * 1024],
  ["1 MiB", 1024 * 1024],
];

/** Where the first large body is sent, and after it an ordinary one. */
const LARGE_BODIES = "body-size";

/**
 * Bodies made large by white space, which has no meaning, so that only their size can be a reason to refuse them. The
 * plant that follows the first of them on its connection is one of the ordinary requests of the run.
 */
function bodySize(requests: Requests): Check {
  return checkOf("observation", label("body-size", "Bodies of 64 KiB and of 1 MiB"), {
    next: (fresh, own) => {
      const n = fresh(own.length);
      if (own.length === SIZES.length) return [requests.ordinary(n, "all", { connection: LARGE_BODIES })];
      const size = SIZES[own.length];
      if (size === undefined) return [];
      const text = textOf(requests.draft(n));
      const large = text.slice(0, 1).padEnd(size[1] - text.length + 1, " ") + text.slice(1);
      const request = open(requests, n, large, true);
      return [own.length === 0 ? { ...request, connection: LARGE_BODIES } : request];
    },
    judge: (all, run) => {
      const own = all.slice(0, SIZES.length);
      const sizes = own.map(
        (sent, place) => `${SIZES[place]?.[0] ?? ""} ${sent.answer === null ? "cut off" : acceptedOrNot(sent)}`,
      );
      const [first] = own;
      // Where nothing of this size is answered, the ordinary requests show that the provider is there.
      if (first !== undefined && own.every(isCutOff) && hasAcceptedParents(first, run)) {
        return { outcome: observed(sizes.join(", ")) };
      }
      return judgeObservation(own.find(({ answer }) => answer !== null) ?? first, run, () => sizes.join(", "));
    },
  });
}
