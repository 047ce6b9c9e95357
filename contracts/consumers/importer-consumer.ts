/**
 * A consumer that imports many plants from elsewhere, without tags, with their existing ids, which may be any int64.
 */

/** A plant to import. The id is a bigint because a number does not hold every int64. */
export interface ImportedPlant {
  readonly id: bigint;
  readonly name: string;
}

/** The outcome for one plant. */
export type Imported =
  | { readonly outcome: "created"; readonly name: string }
  /** The store refused the plant, and gives the reason in its own words. */
  | { readonly outcome: "refused"; readonly error: number; readonly message: string }
  /** The answer is neither a Plant nor an Error. */
  | { readonly outcome: "not-understood"; readonly status: number }
  /** There was no answer: the plant may or may not have been created. */
  | { readonly outcome: "unknown"; readonly cause: unknown };

/** Where the store is, and the token for it. */
export interface ImportStore {
  readonly baseUrl: string;
  readonly token: string;
  /** The limit for one plant, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Creates one plant. Nothing is sent a second time: the document does not say how a store answers an existing id, so
 * after a lost answer a second request could be taken for a second plant.
 */
export async function importPlant(store: ImportStore, plant: ImportedPlant): Promise<Imported> {
  try {
    const response = await fetch(`${store.baseUrl}/plants`, {
      method: "POST",
      headers: { Authorization: `Bearer ${store.token}`, "Content-Type": "application/json" },
      // JSON.stringify refuses a bigint, and a number would round it.
      body: `{"id":${plant.id},"name":${JSON.stringify(plant.name)}}`,
      redirect: "manual",
      signal: AbortSignal.timeout(store.timeoutMs),
    });
    return understood(response.status, parse(await response.text()));
  } catch (cause) {
    return { outcome: "unknown", cause };
  }
}

function understood(status: number, body: unknown): Imported {
  if (typeof body !== "object" || body === null) return { outcome: "not-understood", status };
  if (status === 200 && "name" in body && typeof body.name === "string") {
    return { outcome: "created", name: body.name };
  }
  const isError = "error" in body && "message" in body;
  if (status === 400 && isError && typeof body.error === "number" && typeof body.message === "string") {
    return { outcome: "refused", error: body.error, message: body.message };
  }
  return { outcome: "not-understood", status };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
