/**
 * A consumer that is a form: a person fills in its fields, and reads in the store's own words why a plant was refused.
 * It shows a created plant as it was filled in, so it reads nothing of a 200.
 */

/** The fields as a person filled them in. An empty field is not sent. */
export interface Filled {
  readonly id: string;
  readonly name: string;
  readonly tag: string;
}

/** The outcome that the person sees. */
export type FormOutcome =
  | { readonly outcome: "created" }
  /** Something that the person can fix in the fields: the form stays open and shows the message. */
  | { readonly outcome: "to-fix"; readonly message: string }
  /**
   * Something that the person cannot fix: the message is shown with a number to report to the operator of the store.
   */
  | { readonly outcome: "to-report"; readonly message: string; readonly error: number }
  /** The answer is neither a 200 nor an Error. */
  | { readonly outcome: "not-understood"; readonly status: number }
  /** There was no answer. The form does not offer a second try by itself: the plant may have been created. */
  | { readonly outcome: "unknown"; readonly cause: unknown };

/** Where the store is, the token for it, and which of its errors a person can fix. */
export interface FormStore {
  readonly baseUrl: string;
  readonly token: string;
  /** In milliseconds. */
  readonly timeoutMs: number;
  /**
   * The values of `error` that are about the fields. The document does not define the values, so they are given for
   * each store; any other value is reported.
   */
  readonly fixable: ReadonlySet<number>;
}

/** Sends what was filled in, once. */
export async function submitPlant(store: FormStore, filled: Filled): Promise<FormOutcome> {
  try {
    const response = await fetch(`${store.baseUrl}/plants`, {
      method: "POST",
      headers: { Authorization: `Bearer ${store.token}`, "Content-Type": "application/json" },
      body: bodyOf(filled),
      redirect: "manual",
      signal: AbortSignal.timeout(store.timeoutMs),
    });
    if (response.status !== 200) return refusal(store, response.status, parse(await response.text()));
    await response.body?.cancel();
    return { outcome: "created" };
  } catch (cause) {
    return { outcome: "unknown", cause };
  }
}

/**
 * JSON text, because an id may have more digits than a number holds. Text that is not a number is left for the store to
 * refuse.
 */
function bodyOf({ id, name, tag }: Filled): string {
  const number = /^-?\d+$/.test(id) ? String(BigInt(id)) : JSON.stringify(id);
  const members = [
    ...(id === "" ? [] : [`"id":${number}`]),
    ...(name === "" ? [] : [`"name":${JSON.stringify(name)}`]),
    ...(tag === "" ? [] : [`"tag":${JSON.stringify(tag)}`]),
  ];
  return `{${members.join(",")}}`;
}

function refusal({ fixable }: FormStore, status: number, body: unknown): FormOutcome {
  const isError = typeof body === "object" && body !== null && "error" in body && "message" in body;
  if (status !== 400 || !isError || typeof body.error !== "number" || typeof body.message !== "string") {
    return { outcome: "not-understood", status };
  }
  const { error, message } = body;
  return fixable.has(error) ? { outcome: "to-fix", message } : { outcome: "to-report", message, error };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
