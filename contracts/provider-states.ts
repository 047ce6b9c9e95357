/**
 * Provider states. The suite supplies some of them without the provider: they are values that are new in each verification,
 * and the `ProviderState` generators of the pact insert them into the requests. With a fixed id, a provider that refuses
 * an existing id would fail the second time. Other states are set up with the provider states URL.
 */
import type { Provider } from "../http/provider.ts";
import { stringAt } from "./pact-file.ts";
import { requestText } from "./fetch-text.ts";

/** Supplies `plantId`, `plantName` and `plantTag`; the id is ordinary. */
export const NEW_PLANT = "a plant that the store does not have";

/** Supplies the same; the id is between 2^53 and 2^63 and odd, so that no double holds it. */
export const NEW_PLANT_BEYOND_DOUBLES = "a plant that the store does not have, with an id beyond 2^53";

/**
 * A plant that no other request of the run has. The constraints on its values are "not shown", so each value is fresh.
 */
export interface DrawnPlant {
  /** Positive and below 2^61. */
  readonly id: bigint;
  readonly name: string;
  readonly tag: string;
}

/** The same values for any document: null for a member that the document does not have. */
export interface SuppliedPlant {
  readonly id: bigint | string | null;
  /** False if the document allows no id beyond 2^53. */
  readonly mayBeBeyondDoubles?: boolean;
  readonly name: string | null;
  readonly tag: string | null;
}

/** Draws a plant with ordinary values. */
export type DrawPlant = () => SuppliedPlant;

type IdOf = (drawn: SuppliedPlant) => SuppliedPlant["id"];

const idFor: ReadonlyMap<string, IdOf> = new Map<string, IdOf>([
  [NEW_PLANT, ({ id }) => id],
  [NEW_PLANT_BEYOND_DOUBLES, beyondDoubles],
]);

function beyondDoubles({ id, mayBeBeyondDoubles }: SuppliedPlant): bigint {
  if (typeof id !== "bigint" || mayBeBeyondDoubles === false) throw new Error("the document allows no id beyond 2^53");
  return 2n ** 53n + 2n * id + 1n;
}

/** Whether the suite supplies a state. */
export function isSupplied(state: string): boolean {
  return idFor.has(state);
}

/** How states are set up. */
export interface StatesOptions {
  readonly drawPlant: DrawPlant;
  /** The URL that sets up the states that the suite does not supply, as Pact defines it. */
  readonly statesUrl?: string;
  /** The time limit for one request, which also applies to one state. */
  readonly provider: Pick<Provider, "limits">;
  /** Aborted when the verification has ended. */
  readonly signal: AbortSignal;
}

/** The longest answer of the states URL that is read, in bytes. */
const MAX_VALUES = 64 * 1024;

/**
 * Sets up a state, or tears it down. A state that the suite supplies needs no teardown.
 * @param question the request of the verifier: `{state, params, action}`; the action is `setup` or `teardown`
 * @param text the same request as text, which is forwarded without rounding numbers
 * @returns the values of the state, as JSON text because an id may be greater than a double can hold
 * @throws {Error} when the states URL fails, or the document does not allow the values
 */
export async function changeState(question: unknown, text: string, options: StatesOptions): Promise<string> {
  const state = stringAt(question, "state") ?? "";
  const isTeardown = stringAt(question, "action") === "teardown";
  const toId = idFor.get(state);
  if (toId !== undefined) return isTeardown ? "{}" : valuesOf(toId, options.drawPlant());
  // For an interaction without states the verifier requests the state "".
  if (state === "" || options.statesUrl === undefined) return "{}";
  const { status, text: values } = await requestText(options.statesUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: text,
    limit: MAX_VALUES,
    signal: AbortSignal.any([AbortSignal.timeout(options.provider.limits.requestMs), options.signal]),
  });
  if (status < 200 || status > 299) throw new Error(`the URL for provider states answered ${status}`);
  return values.trim() === "" ? "{}" : values;
}

function valuesOf(toId: IdOf, drawn: SuppliedPlant): string {
  const id = toId(drawn);
  const literals = [
    ["plantId", typeof id === "bigint" ? String(id) : literalOf(id)],
    ["plantName", literalOf(drawn.name)],
    ["plantTag", literalOf(drawn.tag)],
  ] as const;
  const present = literals.filter(([, literal]) => literal !== null);
  return `{${present.map(([name, literal]) => `"${name}":${literal}`).join(",")}}`;
}

function literalOf(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}
