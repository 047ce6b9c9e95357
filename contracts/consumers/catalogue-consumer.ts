/**
 * A consumer that fills the page of a catalogue: each plant has a tag, and the page shows what the store returned, not
 * what was sent.
 */
import { type NotRead, type PlantStoreClient, sendPlant, storeError } from "./plant-store-client.ts";

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
  | NotRead;

/**
 * Creates one plant.
 * @throws {RangeError} when the id is not a whole number, or is one that a number may have rounded; nothing is sent
 * then
 */
export async function listPlant(store: PlantStoreClient, { id, name, tag }: CataloguePlant): Promise<Listed> {
  if (!Number.isSafeInteger(id)) throw new RangeError(`${id} is no id of this catalogue`);
  return await sendPlant<Listed>(store, JSON.stringify({ id, name, tag }), listedIn);
}

function listedIn(status: number, answer: object): Listed | undefined {
  const { name, tag } = answer as { readonly name?: unknown; readonly tag?: unknown };
  if (status === 200 && typeof name === "string") {
    if (tag === undefined) return { outcome: "listed", name };
    if (typeof tag === "string") return { outcome: "listed", name, tag };
  }
  const { message } = { ...storeError(status, answer) };
  return message === undefined ? undefined : { outcome: "refused", message };
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
