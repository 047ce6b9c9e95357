/**
 * A consumer that brings plants in from elsewhere: many of them, without tags, with the ids that they have there, which
 * go over the whole of int64.
 */

/** A plant to import. The id is a bigint because a number does not hold every int64. */
export interface ImportedPlant {
  readonly id: bigint;
  readonly name: string;
}

/** What became of one plant. */
export type Imported =
  | { readonly outcome: "created"; readonly name: string }
  /** The store refused it, and says why in its own words. */
  | { readonly outcome: "refused"; readonly error: number; readonly message: string }
  /** Neither a Plant nor an Error came back. */
  | { readonly outcome: "not-understood"; readonly status: number }
  /** Nothing came back: the plant may have been created or not. */
  | { readonly outcome: "unknown"; readonly cause: unknown };

/** Where the store is, and the token for it. */
export interface ImportStore {
  readonly baseUrl: string;
  readonly token: string;
  /** For one plant, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Creates one plant. Nothing is sent a second time: what a store answers to an id that exists is not laid down, so that
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
