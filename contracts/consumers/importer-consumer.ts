/**
 * A consumer that imports many plants from elsewhere, without tags, with their existing ids, which may be any int64.
 */
import { type NotRead, type PlantStoreClient, type StoreError, sendPlant, storeError } from "./plant-store-client.ts";

/** A plant to import. The id is a bigint because a number does not hold every int64. */
export interface ImportedPlant {
  readonly id: bigint;
  readonly name: string;
}

/** The outcome for one plant. */
export type Imported =
  | { readonly outcome: "created"; readonly name: string }
  | ({ readonly outcome: "refused" } & StoreError)
  | NotRead;

/** Creates one plant. */
export function importPlant(store: PlantStoreClient, { id, name }: ImportedPlant): Promise<Imported> {
  // JSON.stringify refuses a bigint, and a number would round it.
  return sendPlant<Imported>(store, `{"id":${id},"name":${JSON.stringify(name)}}`, (status, answer) => {
    if (status === 200 && "name" in answer && typeof answer.name === "string") {
      return { outcome: "created", name: answer.name };
    }
    const refusal = storeError(status, answer);
    return refusal && { outcome: "refused", ...refusal };
  });
}
