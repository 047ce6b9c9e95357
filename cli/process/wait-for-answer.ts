/** `--wait SECONDS`: waits until a provider sends any HTTP response. */
import { defined } from "../../spec/defined.ts";
import { Client } from "undici";
import type { Provider } from "../../http/provider.ts";
import { untilAborted } from "../../http/aborting.ts";
import { pause } from "../../http/retry-after.ts";
import { connectTo, proxyHeaders, requestTarget } from "../../http/connect.ts";

export interface Waiting {
  readonly provider: Pick<Provider, "baseUrl" | "transport" | "limits">;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

const PACE_MS = 100;

/** Asks until the provider answers, or `isOver`. @returns null if it answered; else the last request and its outcome */
export async function waitUntilAnswered(waiting: Waiting, isOver: () => boolean = () => false): Promise<string | null> {
  const { provider, waitMs, signal } = waiting;
  const until = performance.now() + waitMs;
  let tried = "nothing was tried";
  while (!isOver() && !signal.aborted && performance.now() < until) {
    const left = AbortSignal.timeout(Math.ceil(Math.min(provider.limits.requestMs, until - performance.now())));
    const failure = await failureOf(provider, AbortSignal.any([signal, left]));
    if (failure === null) return null;
    tried = failure;
    await pause(PACE_MS, signal);
  }
  return tried;
}

/** The sentence for a wait without a response. It names the option. */
export function waitedInVain(who: string, waitMs: number, tried: string): string {
  return `${who} did not answer within ${waitMs / 1000} s (--wait); the last thing that was tried: ${tried}.`;
}

const REFUSED = "the connection was refused";

/** Whether the connection is refused. A slow response shows nothing. */
export async function isRefused({ provider, signal }: Omit<Waiting, "waitMs">): Promise<boolean> {
  const limit = AbortSignal.timeout(provider.limits.requestMs);
  return (await failureOf(provider, AbortSignal.any([signal, limit])))?.includes(REFUSED) === true;
}

/** The time in which a server that is already running has to answer, in milliseconds. */
const ALREADY_MS = 1_000;

/** The statuses of a gateway without a server behind it. */
const NOBODY_BEHIND: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a server answers before the provider is started. Responses of a proxy do not count. */
export async function isAnswering({ provider, signal }: Omit<Waiting, "waitMs">): Promise<boolean> {
  if (provider.transport?.proxy !== undefined) return false;
  const { status } = await asked(provider, AbortSignal.any([signal, AbortSignal.timeout(ALREADY_MS)]));
  return status !== undefined && !NOBODY_BEHIND.has(status);
}

async function failureOf(provider: Waiting["provider"], signal: AbortSignal): Promise<string | null> {
  return (await asked(provider, signal)).failure ?? null;
}

/** Sends a request without the token. Any response counts. */
async function asked(
  { baseUrl, transport = {}, limits }: Waiting["provider"],
  signal: AbortSignal,
): Promise<{ readonly status?: number; readonly failure?: string }> {
  const { origin, pathname } = new URL(baseUrl);
  const connect = connectTo(transport, { ...limits, signal });
  const client = new Client(origin, {
    connect,
    ...defined({ allowH2: transport.http2 === undefined ? undefined : true }),
  });
  const path = requestTarget(origin, pathname, transport);
  const headers = proxyHeaders(origin, transport).flat();
  try {
    const { body, statusCode } = await untilAborted(
      () => client.request({ method: "GET", path, headers, signal }),
      signal,
    );
    body.on("error", () => undefined);
    return { status: statusCode };
  } catch (error) {
    return { failure: `GET ${origin}${pathname} (${signal.aborted ? "no answer in time" : failureWords(error)})` };
  } finally {
    client.destroy(() => undefined);
  }
}

function failureWords(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  const code: unknown = Reflect.get(error, "code");
  if (code === "ECONNREFUSED") return REFUSED;
  return typeof code === "string" ? code : error.message;
}
