/** Requests to services other than the provider: a broker, a provider states URL, a URL of a pact. */
import { noAnswerOf } from "../http/no-answer.ts";
import { readAll } from "../http/streams.ts";

/** A request. Redirects are not followed. */
export interface TextRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The longest answer that is read, in bytes. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads the answer as text.
 * @throws {Error} when there is no answer, or one that is longer than the limit
 */
export async function requestText(
  url: string,
  { limit, body, ...options }: TextRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const { request } = await import("undici");
  const answer = await request(url, { ...options, body: body ?? null });
  return { status: answer.statusCode, text: (await readAll(answer.body, limit)).toString() };
}

/**
 * Why there is no answer, in a clause. The raw message of the system, of TLS or of the client may be only a code or a
 * line of its source.
 */
export function noTextWords(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "no answer in time";
  const { kind, detail } = noAnswerOf(error, null);
  if (kind === "harness-fault") return messageOf(error);
  // The usual words for TLS are about a provider, and the options that reach one.
  return kind === "tls" ? `TLS failed${codeOf(error)}; is it an https URL, and its authority known here?` : detail;
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? ` (${code})` : "";
}

/** The message of an error, or its name if it has none. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
