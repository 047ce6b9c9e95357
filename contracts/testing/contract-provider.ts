/** Providers that answer as a test says, and verifications with limits for tests. */
import { readFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { InteractionResult } from "../../result/result.ts";
import { DEFAULT_LIMITS, type Limits, type Provider } from "../../http/provider.ts";
import { shippedPacts } from "../shipped-pacts.ts";
import type { PactSource } from "../pact-file.ts";
import type { DrawnPlant } from "../provider-states.ts";
import { type ContractOptions, verifyContracts } from "../verify-pacts.ts";

export const token = "token-of-the-contracts";
let drawn = 5_000_000n;

const limits: Limits = {
  ...DEFAULT_LIMITS,
  // Safety nets: a test whose provider does not answer sets its own limit.
  deadlineMs: 900_000,
  requestMs: 120_000,
  connectMs: 120_000,
  rateLimitMs: 3_000,
  bodyBytes: 100_000,
};

/** The differences from a usual verification. */
type Differences = Partial<Omit<ContractOptions, "provider">> &
  Pick<Provider, "renewToken"> & { readonly limits?: Partial<Limits> };

/** A plant with an id, and with a name and a tag that are derived from it. */
export function drawnPlant(id: bigint): DrawnPlant {
  const letters = Array.from(String(id), (digit) => "abcdefghij"[Number(digit)]).join("");
  return { id, name: `Baobab ${letters}`, tag: letters };
}

/** Options for a verification of the shipped pacts. */
export function options(baseUrl: string, { limits: own = {}, renewToken, ...more }: Differences = {}): ContractOptions {
  const renewal = renewToken === undefined ? {} : { renewToken };
  return {
    provider: { baseUrl, token, ...renewal, concurrency: 1, limits: { ...limits, ...own } },
    pacts: shippedPacts(),
    drawPlant: () => drawnPlant((drawn += 1n)),
    ...more,
  };
}

/** Verifies the pacts, and returns the results of all of them in one list. */
export async function verify(baseUrl: string, more: Differences = {}): Promise<readonly InteractionResult[]> {
  const contracts = await verifyContracts(options(baseUrl, more));
  return contracts.flatMap(({ interactions }) => interactions);
}

export interface ContractProvider extends AsyncDisposable {
  readonly url: string;
  /** The bodies that arrived, in order. */
  readonly bodies: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
}

/** Starts a provider that gives these answers. */
export async function provider(
  answer: (response: ServerResponse, body: string, request: IncomingMessage) => void,
): Promise<ContractProvider> {
  const bodies: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      bodies.push(body);
      authorizations.push(request.headers.authorization);
      answer(response, body, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url, bodies, authorizations, [Symbol.asyncDispose]: stop };
}

/** Sends an answer with a JSON body. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/**
 * Answers as the document says: with a Plant to a NewPlant, and with 400 to the invalid bodies of the shipped pacts.
 */
export function right(response: ServerResponse, body: string): void {
  const isWrong = body.includes("9223372036854775808") || body.includes("twelve") || !body.includes('"name"');
  const { name, tag } = JSON.parse(body) as { readonly name?: string; readonly tag?: string };
  if (isWrong) json(response, 400, { error: 400, message: "not a NewPlant" });
  else json(response, 200, { name, tag });
}

/**
 * A user-supplied pact with one interaction: the shipped importer's interaction with an id beyond int64, edited. The id
 * stays text, because a number would round it.
 */
export function userSupplied(edit: (interaction: Record<string, unknown>) => object): PactSource {
  const [importer] = shippedPacts();
  const pact = JSON.parse(importer?.text ?? "{}") as { readonly interactions: Record<string, unknown>[] };
  const refusal = pact.interactions.find(({ description }) => description === "a plant with an id beyond int64") ?? {};
  const interaction = JSON.stringify(edit(refusal)).replaceAll("9223372036854776000", "9223372036854775808");
  const text = JSON.stringify({ ...pact, interactions: [] }).replace(
    '"interactions":[]',
    `"interactions":[${interaction}]`,
  );
  return { name: "user-supplied.json", text, origin: "user-supplied" };
}

/** The text of a shipped pact, by the name of its consumer. */
export function shippedText(consumer: string): string {
  return readFileSync(new URL(`../pacts/${consumer}-plant-store.json`, import.meta.url), "utf8");
}
