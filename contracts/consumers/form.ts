/**
 * A consumer that is a form: a person fills in its fields, and sees in the store's own words why a plant was refused.
 * It shows a plant that was created as it was filled in, so that it reads nothing of a 200.
 */

/** The fields as a person filled them in. One that was left empty is not sent. */
export interface Filled {
  readonly id: string;
  readonly name: string;
  readonly tag: string;
}

/** What the person sees. */
export type FormOutcome =
  | { readonly outcome: "created" }
  /** Something to fix in the fields: the form stays open under this message. */
  | { readonly outcome: "to-fix"; readonly message: string }
  /** Nothing that the person can fix: the message is shown with a number to report to the operator of the store. */
  | { readonly outcome: "to-report"; readonly message: string; readonly error: number }
  /** Neither a 200 nor an Error came back. */
  | { readonly outcome: "not-understood"; readonly status: number }
  /** Nothing came back. The form offers no second try by itself: the plant may have been created. */
  | { readonly outcome: "unknown"; readonly cause: unknown };

/** Where the store is, the token for it, and what is known of its errors. */
export interface FormStore {
  readonly baseUrl: string;
  readonly token: string;
  /** In milliseconds. */
  readonly timeoutMs: number;
  /**
   * The values of `error` that speak of the fields. Which values there are is not laid down, so that they are given for
   * each store; a value that is not among them is reported.
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

/** JSON text, because an id may have more digits than a number holds. What is no number is left for the store to refuse. */
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
