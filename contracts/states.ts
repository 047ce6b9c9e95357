/**
 * The provider states that the suite supplies by itself. Nothing has to be done to a provider for them: they are values
 * that are fresh in each verification, put into the requests by the pact's `ProviderState` generators. A pact with a
 * fixed id would find it taken the second time, where a provider refuses an id that exists.
 */

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

/**
 * The values for a state, as JSON text because an id may be greater than a double holds. A state that the suite does
 * not supply has none. The name is as fresh as the id: uniqueness of names is "not shown" either.
 */
export function valuesFor(state: string | undefined, drawId: DrawId): string {
  const toId = state === undefined ? undefined : idFor.get(state);
  if (toId === undefined) return "{}";
  const drawn = drawId();
  return `{"plantId":${toId(drawn)},"plantName":"Baobab ${drawn}"}`;
}
