/**
 * Decides which checks are fixed: those that send the same requests whatever the answers are, except that their
 * attempts may end earlier. Found by asking a check for its requests with every pattern of answers. Pure.
 */
import type { Answered, Check, Fresh, PlannedRequest } from "../checks/check.ts";

/** The requests of a check: attempts, one of which has to succeed. Each attempt is a sequence of requests. */
export type Attempts = ReadonlyArray<readonly PlannedRequest[]>;

/** More requests than any fixed check sends. */
const MOST = 24;

/** The answer to a request, given the request and its place. */
type Answers = (request: PlannedRequest, place: number) => Answered["answer"];

function answer(status: number, value: { readonly [name: string]: string } = {}): Answered["answer"] {
  return {
    status,
    headers: [],
    readTo: "end",
    mediaType: "application/json",
    size: 2,
    reading: { as: "json", value, byteOrderMark: false, rounded: [], repeated: [] },
  };
}

const accepted: Answers = ({ plant }) => answer(200, { ...plant });
const changed: Answers = () => answer(200, { name: "another", tag: "another" });
const refused: Answers = () => answer(400);
const otherwise: readonly Answers[] = [
  changed,
  refused,
  () => answer(500),
  () => null,
  (request, place) => (place % 2 === 0 ? accepted : refused)(request, place),
  (request, place) => (place % 2 === 0 ? refused : accepted)(request, place),
];

function requestsOf(check: Check, fresh: Fresh, answers: Answers): readonly PlannedRequest[] {
  const own: (Answered & { readonly request: PlannedRequest })[] = [];
  while (own.length < MOST) {
    const batch = check.next(fresh, own);
    if (batch.length === 0) break;
    own.push(...batch.map((request, k) => ({ request, answer: answers(request, own.length + k) })));
  }
  return own.map(({ request }) => request);
}

function isBeginning(some: readonly PlannedRequest[], all: readonly PlannedRequest[]): boolean {
  return some.every((request, place) => isSame(request, all[place]));
}

function isSame({ body: one, ...request }: PlannedRequest, other: PlannedRequest | undefined): boolean {
  if (other === undefined) return false;
  const { body, ...rest } = other;
  const isSameBody = one === null || body === null ? one === body : Buffer.from(one).equals(body);
  return isSameBody && JSON.stringify(request) === JSON.stringify(rest);
}

/** Forms whose outcome the answers to a check's own requests decide. */
const FORMS: ReadonlySet<Check["form"]> = new Set(["refusal", "acceptance", "observation", "comparison"]);

/** The requests of a check that is fixed, made from the given numbers; null for every other check. */
export function fixedAttempts(check: Check, fresh: Fresh): Attempts | null {
  if (!FORMS.has(check.form)) return null;
  const first = requestsOf(check, fresh, accepted);
  if (first.length === 0 || first.some(needsMore)) return null;
  let longest = first;
  for (const answers of otherwise) {
    const requests = requestsOf(check, fresh, answers);
    const isLonger = requests.length > longest.length;
    // Most checks are not fixed: the first pattern of answers that makes a difference shows that.
    if (!(isLonger ? isBeginning(longest, requests) : isBeginning(requests, longest))) return null;
    if (check.form !== "acceptance" && requests.length !== first.length) return null;
    if (isLonger) longest = requests;
  }
  if (longest.some(needsMore)) return null;
  if (check.form !== "acceptance") return [longest];
  if (longest.length % first.length !== 0) return null;
  const starts = Array.from({ length: longest.length / first.length }, (_, k) => k * first.length);
  const attempts = starts.map((from) => longest.slice(from, from + first.length));
  return attempts.every((attempt) => isMeantToBeAccepted(attempt.at(-1))) ? attempts : null;
}

/**
 * Whether the meaning of an answer depends on more than the answer: the store may have its id, or the connection may
 * end.
 */
function needsMore({ kind, idMayBeTaken, mayBeCutOff }: PlannedRequest): boolean {
  return mayBeCutOff === true || (idMayBeTaken === true && kind !== "open");
}

function isMeantToBeAccepted(request: PlannedRequest | undefined): boolean {
  return request?.kind === "ordinary" || request?.kind === "valid";
}
