/**
 * A consumer that is a form: a person fills in its fields, and reads in the store's own words why a plant was refused.
 * It shows a created plant as it was filled in, so it uses nothing of a 200.
 */
import { type NotRead, type PlantStoreClient, sendPlant, storeError } from "./plant-store-client.ts";

/** The fields as a person filled them in. An empty field is not sent. */
export interface Filled {
  readonly id: string;
  readonly name: string;
  readonly tag: string;
}

/** The outcome that the person sees. The form does not offer a second try by itself: the plant may have been created. */
export type FormOutcome =
  | { readonly outcome: "created" }
  /** Something that the person can fix in the fields: the form stays open and shows the message. */
  | { readonly outcome: "to-fix"; readonly message: string }
  /**
   * Something that the person cannot fix: the message is shown with a number to report to the operator of the store.
   */
  | { readonly outcome: "to-report"; readonly message: string; readonly error: number }
  | NotRead;

/** The store, and which of its errors a person can fix. */
export interface FormStore extends PlantStoreClient {
  /**
   * The values of `error` that are about the fields. The document does not define the values, so they are given for
   * each store; any other value is reported.
   */
  readonly fixable: ReadonlySet<number>;
}

/** Sends what was filled in. */
export function submitPlant(store: FormStore, filled: Filled): Promise<FormOutcome> {
  return sendPlant<FormOutcome>(store, bodyOf(filled), (status, answer) => {
    if (status === 200) return { outcome: "created" };
    const refusal = storeError(status, answer);
    if (refusal === undefined) return undefined;
    const { error, message } = refusal;
    return store.fixable.has(error) ? { outcome: "to-fix", message } : { outcome: "to-report", message, error };
  });
}

/** Text that is not a number is left for the store to refuse. */
function bodyOf({ id, name, tag }: Filled): string {
  const number = /^-?\d+$/.test(id) ? String(BigInt(id)) : JSON.stringify(id);
  const members = [
    ...(id === "" ? [] : [`"id":${number}`]),
    ...(name === "" ? [] : [`"name":${JSON.stringify(name)}`]),
    ...(tag === "" ? [] : [`"tag":${JSON.stringify(tag)}`]),
  ];
  return `{${members.join(",")}}`;
}
