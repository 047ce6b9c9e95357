/**
 * A consumer that fills the page of a catalogue: each plant has a tag, and the page shows what the store returned, not
 * what was sent.
 */

/** A plant for the catalogue. The page chooses the ids: whole numbers that a JavaScript number holds exactly. */
export interface CataloguePlant {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
}

/** The outcome for one plant. */
export type Listed =
  /** The plant as the store returned it, without a tag if the store returned none. */
  | { readonly outcome: "listed"; readonly name: string; readonly tag?: string }
  /** The store refused the plant, and gives the reason in its own words. */
  | { readonly outcome: "refused"; readonly message: string }
  /** The answer is neither a Plant nor an Error. */
  | { readonly outcome: "not-understood"; readonly status: number }
  /** There was no answer: the plant may or may not have been created. */
  | { readonly outcome: "unknown"; readonly cause: unknown };

/** Where the store is, and the token for it. */
export interface CatalogueStore {
  readonly baseUrl: string;
  readonly token: string;
  /** The limit for one plant, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Creates one plant.
 * @throws {RangeError} when the id is not a whole number, or is one that a number may have rounded; nothing is sent
 * then
 */
export async function listPlant(store: CatalogueStore, plant: CataloguePlant): Promise<Listed> {
  if (!Number.isSafeInteger(plant.id)) throw new RangeError(`${plant.id} is no id of this catalogue`);
  try {
    const response = await fetch(`${store.baseUrl}/plants`, {
      method: "POST",
      headers: { Authorization: `Bearer ${store.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ id: plant.id, name: plant.name, tag: plant.tag }),
      redirect: "manual",
      signal: AbortSignal.timeout(store.timeoutMs),
    });
    return understood(response.status, parse(await response.text()));
  } catch (cause) {
    return { outcome: "unknown", cause };
  }
}

/** The page's list, in HTML: the plants that the store has, under the tags that it gives them. */
export function catalogueHtml(listed: readonly Listed[]): string {
  const items = listed.flatMap((plant) =>
    plant.outcome === "listed" ? [`<li>${escape(plant.name)}${tagHtml(plant.tag)}</li>`] : [],
  );
  return `<ul>${items.join("")}</ul>`;
}

function tagHtml(tag: string | undefined): string {
  return tag === undefined ? "" : ` <small>${escape(tag)}</small>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function understood(status: number, body: unknown): Listed {
  if (typeof body !== "object" || body === null) return { outcome: "not-understood", status };
  const [name, tag, message]: readonly unknown[] = ["name", "tag", "message"].map((member): unknown =>
    Reflect.get(body, member),
  );
  if (status === 200 && typeof name === "string") {
    if (tag === undefined) return { outcome: "listed", name };
    if (typeof tag === "string") return { outcome: "listed", name, tag };
  }
  if (status === 400 && typeof message === "string") return { outcome: "refused", message };
  return { outcome: "not-understood", status };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
