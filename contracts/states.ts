/**
 * Provider states. Some the suite supplies by itself: nothing has to be done to a provider for them, they are values that
 * are fresh in each verification, put into the requests by the pact's `ProviderState` generators. A pact with a fixed id
 * would find it taken the second time, where a provider refuses an id that exists. The others are asked for at the
 * provider states URL, where there is one.
 */
import type { Provider } from "../http/provider.ts";
import { stringAt } from "./json-values.ts";
import { requestText } from "./request-text.ts";

/** Supplies `plantId` and `plantName`; the id is ordinary. */
export const NEW_PLANT = "a plant that the store does not have";

/** Supplies the same; the id is between 2^53 and 2^63 and odd, so that no double holds it. */
export const NEW_PLANT_BEYOND_DOUBLES = "a plant that the store does not have, with an id beyond 2^53";

/**
 * Draws a positive id below 2^61 that no other request of the run has. Ordinary ids, 1,000,000 to 2^31-1, are the ones
 * that every provider takes: constraints on ids are "not shown".
 */
export type DrawId = () => bigint;

const idFor: ReadonlyMap<string, (drawn: bigint) => bigint> = new Map([
  [NEW_PLANT, (drawn: bigint) => drawn],
  [NEW_PLANT_BEYOND_DOUBLES, (drawn: bigint) => 2n ** 53n + 2n * drawn + 1n],
]);

/** Whether the suite supplies a state. */
export function isSupplied(state: string): boolean {
  return idFor.has(state);
}

/** How states are brought about. */
export interface StatesOptions {
  readonly drawId: DrawId;
  /** Where a provider is put into the states that the suite does not supply, as Pact's verifiers do it. */
  readonly statesUrl?: string;
  /** Its time limit for one request holds for one state, too. */
  readonly provider: Pick<Provider, "limits">;
  /** Aborted when the verification has ended. */
  readonly signal: AbortSignal;
}

/** A state's values are JSON; longer answers are not read. */
const MAX_VALUES = 64 * 1024;

/**
 * Brings a state about, or ends it. A state that the suite supplies needs no ending.
 * @param question what Pact's verifier asks: `{state, params, action}`, action being `setup` or `teardown`
 * @param text the same as it came, so that it can be handed on with every digit
 * @returns the state's values, as JSON text because an id may be greater than a double holds
 * @throws {Error} when the states URL does not do it
 */
export async function changeState(question: unknown, text: string, options: StatesOptions): Promise<string> {
  const state = stringAt(question, "state") ?? "";
  const isTeardown = stringAt(question, "action") === "teardown";
  const toId = idFor.get(state);
  if (toId !== undefined) return isTeardown ? "{}" : valuesOf(toId, options.drawId());
  // The verifier asks for the state "" of an interaction without one.
  if (state === "" || options.statesUrl === undefined) return "{}";
  const { status, text: values } = await requestText(options.statesUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: text,
    limit: MAX_VALUES,
    signal: AbortSignal.any([AbortSignal.timeout(options.provider.limits.requestMs), options.signal]),
  });
  if (status < 200 || status > 299) throw new Error(`it was answered ${status}`);
  return values.trim() === "" ? "{}" : values;
}

/** The name is as fresh as the id: uniqueness of names is "not shown" either. Letters, which every store of names takes. */
function valuesOf(toId: (drawn: bigint) => bigint, drawn: bigint): string {
  const letters = Array.from(String(drawn), (digit) => "abcdefghij"[Number(digit)]).join("");
  return `{"plantId":${toId(drawn)},"plantName":"Baobab ${letters}"}`;
}
