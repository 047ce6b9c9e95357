/**
 * For a provider whose store has plants that the run did not create, and that refuses their ids or labels. The document
 * does not show what happens to a plant that exists. So a request that is refused only for its id is sent with another
 * one, and a run whose seed was used before ends.
 */
import { escaped, ORDINARY_IDS } from "../bodies/body-drafts.ts";
import { idIn, isFailure, isOrdinaryId, NO_ACCIDENT } from "../checks/chance-failures.ts";
import type { History, PlannedRequest, Sent } from "../checks/check.ts";
import { IDS_ASKER, mayBeDuplicates } from "../checks/duplicate-requests.ts";
import { isAccepted, isOtherSuccess, isServerError, isValid } from "../checks/exchange-facts.ts";
import type { Ask, AskingAgain } from "./retry-request.ts";

// Whether so many ids are refused as duplicates that no store has them: a sequential probability ratio test between a
// store that has one in fifty of the ordinary ids (43 million plants), and a provider that refuses one in ten. Pure.

/** How many ids were sent, and how many of them were refused as a duplicate is. */
interface Count {
  asked: number;
  taken: number;
}

const OF_STORE = 1 / 50;
const OF_FAULT = 1 / 10;

/** What one id adds to the logarithm of the ratio. */
const TAKEN = Math.log(OF_FAULT / OF_STORE);
const FREE = Math.log((1 - OF_FAULT) / (1 - OF_STORE));

/** The logarithms at which the test ends. A store is accused in one of some 800 runs, and a fault missed in one of 20. */
const MANY = 6;
const FEW = -3;

/** What a count shows: `few` ids are taken, as in a store, or `many`; `open` if more ids have to be asked. */
export function likelihoodOf({ asked, taken }: Readonly<Count>): "few" | "open" | "many" {
  const ratio = taken * TAKEN + (asked - taken) * FREE;
  if (ratio >= MANY) return "many";
  return ratio <= FEW ? "few" : "open";
}

/** What is needed to look into refused ids. */
export interface Taking {
  /** Returns an id near the given one that the run does not send otherwise. */
  readonly otherId: (near: number) => number;
  /** Ends the run: its seed's ids are taken from that index on. Absent if the seed was drawn for this run. */
  readonly whenUsed?: (from: number) => void;
}

interface Asking extends Taking, Omit<AskingAgain, "stop"> {
  readonly history: History;
}

/** The most refusals with another reason that are looked into. */
const MOST_ASKED = 8;

/** How many ids near the refused one are tried. Some of them may be taken as well. */
const NEAR = 3;

/** How often both plants are sent again until they are refused alike: nodes may tell duplicates differently. */
const MOST_DUPLICATES = 4;

/** Drawing ids leaves so many requests to look into other ids of the run. */
const KEPT_TO_LOOK = 48;

/** If so many ids of a given seed are taken from the first on, an earlier run sent them. */
const EACH = 5;

const GREATEST = ORDINARY_IDS.least + ORDINARY_IDS.count - 1;

interface State {
  left: number;
  /** The refusals whose ids are taken, or are taken to be so. */
  readonly taken: Sent[];
  /** The ids of the run, and those that were drawn only to see how many are taken. */
  readonly own: Count;
  readonly drawn: Count;
  /** How many refused ids have the low bits of one that was accepted. */
  alike: number;
  /** A plant was accepted with labels that existed, so that no labels are refused for that. */
  areLabelsFree: boolean;
  /** Settled when no more ids are being drawn. */
  drawing: Promise<void>;
  /** Too many ids are refused for a store that has them: each refusal counts. */
  isCounted: boolean;
}

/**
 * Asks with another id if the id is taken: the same request is refused again, the request with another id is accepted,
 * and that one is refused with the same status once it exists.
 */
export function pastTakenIds(once: Ask, asking: Asking): Ask {
  const state: State = {
    left: MOST_ASKED,
    taken: [],
    own: { asked: 0, taken: 0 },
    drawn: { asked: 0, taken: 0 },
    alike: 0,
    areLabelsFree: false,
    drawing: Promise.resolve(),
    isCounted: false,
  };
  return async (request, connection) => {
    const refused = await once(request, connection);
    const id = ordinaryIdIn(refused);
    if (id === null) return refused;
    const { whenUsed } = asking;
    // A server error is a fault, whatever is taken, so it is looked into only to find an earlier run.
    const isAsked = isRefused(refused) || (whenUsed !== undefined && isServerError(refused) && isFailure(refused));
    const mayBeTaken = isAsked && isLeft(refused, state, asking) && !state.isCounted && !asking.ended.aborted;
    const ask = async (asked: PlannedRequest): Promise<Sent | null> =>
      asking.mayAskAgain() ? once(asked, connection) : null;
    const asksOnce = { ...asking, ask, state };
    const again = mayBeTaken ? await ask(asQuestion(request)) : null;
    const other = again !== null && isRefused(again) ? await acceptedInstead([refused, again], id, asksOnce) : null;
    // Counted together with its outcome, so that those in flight do not seem free.
    state.own.asked += 1;
    if (!mayBeTaken) return refused;
    if (other !== null) {
      await judgeShare(refused, asksOnce);
      return other;
    }
    state.left -= 1;
    const isAlike = again?.answer?.status === refused.answer?.status;
    const mayBeThere = isAlike && (isServerError(refused) || !state.areLabelsFree);
    if (whenUsed !== undefined && mayBeThere && (await isThere(refused, id, asksOnce)))
      whenUsed(firstRefusedAs(refused, sentIn(asking.history)));
    return refused;
  };
}

/**
 * Whether an answer may still be looked into. Each further success may create a plant, so before anything was accepted, as
 * where every plant is answered with 201, only one of them is.
 */
function isLeft(refused: Sent, { left }: State, { history }: Asking): boolean {
  const isOther = isOtherSuccess(refused) && !sentIn(history).some((sent) => isValid(sent) && isAccepted(sent));
  return isOther ? left === MOST_ASKED : left > 0;
}

interface AskingOnce extends Asking {
  readonly state: State;
  /** Null if the run may send no more. */
  readonly ask: (request: PlannedRequest) => Promise<Sent | null>;
}

/** The accepted request with another id, if one that was refused twice was so because its id is taken; otherwise null. */
async function acceptedInstead(refusals: readonly [Sent, Sent], id: number, asking: AskingOnce): Promise<Sent | null> {
  const { ask, amend, otherId, history } = asking;
  const asOpen = ({ request }: Sent): Promise<Sent | null> => ask(asQuestion(request));
  const near: Sent[] = [];
  for (const place of idsToTry(id)) {
    const other = await ask(respelledWith(refusals[0].request, id, otherId(place)));
    if (other === null) return null;
    if (!isAccepted(other)) {
      near.push(other);
      continue;
    }
    if (await isDuplicateOf(other, refusals, { asOpen, history })) {
      for (const sent of near) replace(sent, asking);
      return other;
    }
    // The ids near it were refused for no other reason than the first one.
    amend(setAside(other));
    return null;
  }
  // All that they have in common, such as the name, may be the reason.
  for (const sent of near) amend(setAside(sent));
  return null;
}

/** An id that is taken is refused each time. How often both plants are sent again, so that no chance looks like it. */
const SURE_ROUNDS = 4;

/** With how many ids labels are asked about: a provider may refuse some ids, whatever the labels. */
const LABEL_IDS = 4;

/**
 * Whether an earlier run sent a plant, which is refused for its id, its labels or as a whole: it is refused again, a
 * similar plant is accepted, and that one is refused alike once it exists. If the labels are refused with other ids, but
 * not for being known, the plant is refused for its content.
 */
async function isThere({ request, answer }: Sent, id: number, asking: AskingOnce): Promise<boolean> {
  const { ask, otherId, amend, state } = asking;
  const isRefusedAlike = async (again: PlannedRequest): Promise<boolean> =>
    (await ask(asQuestion(again)))?.answer?.status === answer?.status;
  const alike = await ask(plantLike(request, id, otherId(id)));
  if (alike === null || !isAccepted(amend(setAside(alike)))) return false;
  const withOtherId = (of: PlannedRequest): Promise<Sent | null> =>
    ask(asQuestion(respelledWith(of, Number(idIn(of)), otherId(id))));
  for (let k = 0; k < LABEL_IDS; k += 1) {
    const own = await withOtherId(request);
    if (own === null) return false;
    if (isAccepted(own)) break;
    const known = await withOtherId(alike.request);
    if (known !== null && isAccepted(known)) state.areLabelsFree = true;
    if (known === null || isAccepted(known)) return false;
  }
  for (let round = 0; round < SURE_ROUNDS; round += 1) {
    if (!(await isRefusedAlike(alike.request)) || !(await isRefusedAlike(request))) return false;
  }
  return true;
}

/** The index of the first request that was refused with the status of another one. */
function firstRefusedAs({ index, answer }: Sent, run: History): number {
  const refused = run.filter((sent) => ordinaryIdIn(sent) !== null && isFailure(sent));
  return refused.find((sent) => sent.answer?.status === answer?.status)?.index ?? index;
}

/** A request whose answer only shows what exists. */
function asQuestion(request: PlannedRequest): PlannedRequest {
  return { ...request, kind: "open", mayMeet: "taken-id", askedBy: IDS_ASKER };
}

/** The same request with another identity, and other letters in the same places of its labels. */
function plantLike(request: PlannedRequest, id: number, other: number): PlannedRequest {
  const { label, optionalLabel } = request.roles ?? {};
  const labels = [label, optionalLabel].flatMap((name) => request.plant?.[name ?? ""] ?? []);
  const written = respelledWith(request, id, other);
  const text = new TextDecoder().decode(written.body ?? undefined).replace(STRING, (token) => {
    const value = JSON.parse(token) as string;
    if (!labels.includes(value)) return token;
    return token === JSON.stringify(value) ? JSON.stringify(otherLetters(value)) : `"${escaped(otherLetters(value))}"`;
  });
  const plant = Object.entries(request.plant ?? {}).map(([name, value]) => [name, otherLetters(value)] as const);
  return { ...written, body: new TextEncoder().encode(text), plant: Object.fromEntries(plant) };
}

const STRING = /"(?:[^"\\]|\\.)*"/gu;

/** Each letter becomes the next one, in the same case. */
function otherLetters(value: string): string {
  return value.replaceAll(/[a-z]/giu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + (/z/iu.test(letter) ? -25 : 1)),
  );
}

/** Whether the refusals of one plant are those of a duplicate. Sends duplicates of another plant, and both again. */
async function isDuplicateOf(
  other: Sent,
  refusals: History,
  { asOpen, history }: Pick<Asking, "history"> & { readonly asOpen: (sent: Sent) => Promise<Sent | null> },
): Promise<boolean> {
  const all = [...refusals];
  for (let time = 0; time < MOST_DUPLICATES; time += 1) {
    await asOpen(other);
    if (areDuplicates(all, sentIn(history))) return true;
    const again = all[0] === undefined ? null : await asOpen(all[0]);
    // An id that is taken is refused each time.
    if (again === null || !isRefused(again)) return false;
    all.push(again);
  }
  return areDuplicates(all, sentIn(history));
}

/** A success or a redirect is that of a taken id only if a plant that is there gets it, too. */
function areDuplicates(refusals: History, run: History): boolean {
  const notRefused = refusals.filter(({ answer }) => (answer?.status ?? 400) < 400);
  return mayBeDuplicates(refusals, run) && notRefused.every((sent) => mayBeDuplicates([sent], run));
}

/** Sets a refusal aside, unless so many ids are refused that no store has them. */
async function judgeShare(refused: Sent, asking: AskingOnce): Promise<void> {
  const { amend, whenUsed, history, state } = asking;
  const { taken, own, drawn } = state;
  if (hasLowBitsOf(refused, sentIn(history).filter(isAccepted))) state.alike += 1;
  replace(refused, asking);
  own.taken += 1;
  const isGiven = whenUsed !== undefined;
  const isEach = isGiven && own.taken === own.asked;
  // One after the other: an earlier refusal may have drawn enough.
  if (!isEach) await (state.drawing = state.drawing.then(() => drawMore(asking)));
  if (state.isCounted) return void amend(refused);
  // With a given seed, the ids that an earlier run sent say nothing about the store.
  // A store may have any ids, but not those alone that have the low bits of ids drawn in this run.
  const areCutOff = !isGiven && state.alike >= NO_ACCIDENT;
  const isOfStore = areCutOff || likelihoodOf(isGiven ? drawn : sumOf(own, drawn)) === "many";
  const isMany = likelihoodOf(own) === "many" || likelihoodOf(sumOf(own, drawn)) === "many";
  const isUsed = isGiven && !isOfStore && (isEach ? own.taken >= EACH : isMany);
  if (!isUsed && !isOfStore) return;
  state.isCounted = true;
  for (const sent of taken) amend(sent);
  if (isUsed) whenUsed(Math.min(...taken.map(({ index }) => index)));
}

/** As many bits as a key or a number of a partition often has. */
const LOW_BITS = 2 ** 16;

/** Whether the id of a refused request has the low bits of another id. */
function hasLowBitsOf(refused: Sent, others: History): boolean {
  const id = ordinaryIdIn(refused);
  if (id === null) return false;
  const ids = others.map(ordinaryIdIn).filter((other) => other !== null && other !== id);
  return ids.some((other) => (other ?? 0) % LOW_BITS === id % LOW_BITS);
}

/** Sends ordinary requests until they show how many ids are taken. A single refused id shows nothing. */
async function drawMore(asking: AskingOnce): Promise<void> {
  const { ask, sign, ended, whenUsed, mayAskAgain, state } = asking;
  const { own, drawn } = state;
  const isOpen = (): boolean => likelihoodOf(whenUsed === undefined ? sumOf(own, drawn) : drawn) === "open";
  while (own.taken > 1 && isOpen() && mayAskAgain(KEPT_TO_LOOK) && !state.isCounted && !ended.aborted) {
    const request = sign();
    if (request === undefined) return;
    const sent = await ask({ ...request, askedBy: IDS_ASKER });
    if (sent === null) return;
    drawn.asked += 1;
    if (!isRefused(sent) || !(await isTaken(sent, asking))) continue;
    drawn.taken += 1;
    replace(sent, asking);
  }
}

/** Whether the id of a drawn request is taken. Looks into it if no duplicate was refused with that status so far. */
async function isTaken(sent: Sent, asking: AskingOnce): Promise<boolean> {
  if (mayBeDuplicates([sent], sentIn(asking.history))) return true;
  const [id, again] = [ordinaryIdIn(sent), await asking.ask(asQuestion(sent.request))];
  if (id === null || again === null || !isRefused(again)) return false;
  return (await acceptedInstead([sent, again], id, asking)) !== null;
}

function sumOf(one: Count, other: Count): Count {
  return { asked: one.asked + other.asked, taken: one.taken + other.taken };
}

/** The history has holes for requests without an answer so far. */
function sentIn(history: History): History {
  return history.filter((sent) => sent !== undefined);
}

/** Marks an exchange as open: nothing is expected of its answer. */
function setAside(sent: Sent): Sent {
  return { ...sent, request: { ...sent.request, kind: "open" } };
}

/** Sets a refusal aside whose id is taken: the answer to another id counts. */
function replace(sent: Sent, { state, amend }: Pick<AskingOnce, "state" | "amend">): void {
  state.taken.push(sent);
  amend({ ...setAside(sent), standing: "asked-again" });
}

/** The id of a valid request, if it is ordinary, and the store may have it. */
function ordinaryIdIn(sent: Sent): number | null {
  const { request } = sent;
  if (!isValid(sent) || request.mayMeet === "taken-id") return null;
  const id = idIn(request);
  return typeof id === "number" && isOrdinaryId(id) ? id : null;
}

/**
 * Whether a request was answered as a taken id may be: with a 4xx, a redirect to what is there, or another success than
 * the documented one. A 401 is of the token; a 403 may mean a taken id as well.
 */
function isRefused(sent: Sent): boolean {
  const status = sent.answer?.status ?? 0;
  return status >= 200 && status <= 499 && status !== 401 && isFailure(sent);
}

/** A store may have all ids up to some number, so a distant id is tried as well. */
function idsToTry(id: number): readonly number[] {
  return [...Array.from({ length: NEAR }, () => id), GREATEST];
}

/** The same request, byte for byte, except for its id, which keeps its spelling. */
function respelledWith(request: PlannedRequest, id: number, other: number): PlannedRequest {
  const text = new TextDecoder().decode(request.body ?? undefined);
  const changed = text.replace(NUMBER, (token) => (Number(token) === id ? spelledLike(token, other) : token));
  return { ...request, body: new TextEncoder().encode(changed) };
}

/** Names and tags of ordinary plants have no digits, but escapes do. */
const NUMBER = /(?<![\w\\])\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu;

/** A number spelled like another, with its exponent or fraction of zeros; unchanged if that is not possible. */
function spelledLike(token: string, value: number): string {
  const [digits = "", ...rest] = token.split(/(?=[.e])/iu);
  const exponent = rest.find((part) => /^e/iu.test(part));
  if (exponent === undefined) return `${value}${token.slice(digits.length)}`;
  const power = Number(exponent.slice(1));
  const text = String(value);
  if (power <= 0) return `${text}${"0".repeat(-power)}${exponent}`;
  return rest.length === 1 ? token : `${text.slice(0, -power)}.${text.slice(-power)}${exponent}`;
}
