/** Requests to services other than the provider: a broker, a provider states URL, a URL of a pact. */
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

/** The message of an error, or its name where it has none. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
