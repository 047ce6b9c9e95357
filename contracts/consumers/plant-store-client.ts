/** What the consumers send to the store: one request for one plant, never a second time. */

/** Where the store is, and the token for it. */
export interface PlantStoreClient {
  readonly baseUrl: string;
  readonly token: string;
  /** The limit for one plant, in milliseconds. */
  readonly timeoutMs: number;
}

/** Outcomes that each consumer knows. */
export type NotRead =
  /** The answer is neither a Plant nor an Error. */
  | { readonly outcome: "not-understood"; readonly status: number }
  /** There was no answer: the plant may or may not have been created. */
  | { readonly outcome: "unknown"; readonly cause: unknown };

/** An Error of the document, in the store's own words. */
export interface StoreError {
  readonly error: number;
  readonly message: string;
}

/**
 * Sends a plant once: the document does not say how a store answers an existing id, so after a lost answer a second
 * request could be taken for a second plant.
 * @param body JSON text, because an id may have more digits than a number holds
 * @param understood the outcome of an answer; undefined if it is neither a Plant nor an Error
 */
export async function sendPlant<Outcome>(
  { baseUrl, token, timeoutMs }: PlantStoreClient,
  body: string,
  understood: (status: number, answer: object) => Outcome | undefined,
): Promise<Outcome | NotRead> {
  try {
    const { status, text } = await fetch(`${baseUrl}/plants`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
    return understood(status, objectIn(text)) ?? { outcome: "not-understood", status };
  } catch (cause) {
    return { outcome: "unknown", cause };
  }
}

/** The Error in the answer; undefined if it is none. */
export function storeError(status: number, answer: object): StoreError | undefined {
  const { error, message } = answer as Partial<Record<keyof StoreError, unknown>>;
  if (status !== 400 || typeof error !== "number" || typeof message !== "string") return undefined;
  return { error, message };
}

/** The value of a JSON text; an object without members if it is no object. */
function objectIn(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}
