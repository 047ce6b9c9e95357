/**
 * A stand-in for a Pact Broker: the part of its HAL for fetching pacts and publishing results, as far as the broker's
 * documentation and Pact's own clients show it. It is not a broker: it does not evaluate selectors.
 */
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "../test-provider.ts";

/** A pact at the broker. */
export interface Kept {
  readonly consumer: string;
  /** Its text, with the original spelling of numbers. */
  readonly text: string;
  readonly pending?: boolean;
}

/** Deviations of the stand-in from a correct broker. */
export type BrokerFault =
  | "refuses-results"
  | "refuses-branches"
  | "links-elsewhere"
  | "is-silent"
  | "redirects"
  | "lists-30000"
  | "sends-40-mebibytes"
  | "fails-with-poison"
  | "answers-four-together";

/** Text that a terminal, a CI log or a reader of one line would misread; and, where it is cut, the secret. */
const poison = (authorization: string | undefined): string =>
  `\u001b[2K\rCONFORMANT\n::error::forged ${"x".repeat(235)}${authorization ?? ""}`;

export interface StandInOptions {
  readonly pacts: readonly Kept[];
  /** The required value of Authorization; none by default. */
  readonly authorization?: string;
  readonly fault?: BrokerFault;
}

/** One request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface StandIn extends AsyncDisposable {
  /** Has a path prefix, like a broker behind a gateway. */
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** The highest number of pact requests that waited at once, if they are answered in groups of four. */
  readonly most: () => number;
}

/** Starts the stand-in on a free port of the loopback interface. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const arrived: Arrived[] = [];
  let base = "";
  let most = 0;
  const held: (() => void)[] = [];
  /** Answers when four requests for pacts wait, after time for other requests under way to arrive. */
  const together = (reply: () => void): void => {
    held.push(reply);
    most = Math.max(most, held.length);
    if (held.length === 4) void turns(TURNS).then(() => held.splice(0).forEach((one) => one()));
  };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const one = arrivedOf(request, body.toString());
      arrived.push(one);
      const reply = (): void => answer(one, response, { ...options, base });
      if (options.fault === "answers-four-together" && /\/pact\/\d+$/.test(one.path)) together(reply);
      else reply();
    });
  });
  const { port, stop } = await listen(server);
  base = `http://127.0.0.1:${port}/pacts-of-ours`;
  return { url: `${base}/`, arrived, most: () => most, [Symbol.asyncDispose]: stop };
}

/** Turns of the event loop, in which a client of this process has sent all its parallel requests. */
const TURNS = 200;

async function turns(left: number): Promise<void> {
  for (let turn = 0; turn < left; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function arrivedOf({ method, url, headers }: IncomingMessage, text: string): Arrived {
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { method: method ?? "", path: url ?? "", authorization: headers.authorization, body };
}

interface Situation extends StandInOptions {
  readonly base: string;
}

function answer(request: Arrived, response: ServerResponse, situation: Situation): void {
  const { authorization, fault, base } = situation;
  if (fault === "is-silent") return;
  if (fault === "redirects") return void response.writeHead(302, { Location: `${base}/elsewhere` }).end();
  if (fault === "fails-with-poison") return void response.writeHead(500).end(poison(request.authorization));
  if (fault === "sends-40-mebibytes") return void response.writeHead(500).end(Buffer.alloc(40 * 1024 * 1024, "x"));
  if (authorization !== undefined && request.authorization !== authorization) {
    // A real broker may return what was sent to it.
    return hal(response, 401, { error: { message: `not known: ${request.authorization}` } });
  }
  const path = request.path.slice(new URL(base).pathname.length);
  const [status, body] = route(`${request.method} ${path}`, situation);
  if (typeof body === "string") response.writeHead(status, { "Content-Type": "application/hal+json" }).end(body);
  else hal(response, status, body);
}

function route(asked: string, situation: Situation): readonly [status: number, body: unknown] {
  const { base, pacts, fault } = situation;
  const template = `${base}/pacts/provider/{provider}/for-verification`;
  if (asked === "GET /" || asked === "GET ") return [200, links({ "pb:provider-pacts-for-verification": template })];
  // Pact's verifier reads the resource before it requests pacts from it.
  if (/^(GET|POST) \/pacts\/provider\/plant-store\/for-verification$/.test(asked)) {
    return [
      200,
      asked.startsWith("GET")
        ? links({ self: `${base}/pacts/provider/plant-store/for-verification` })
        : forVerification(situation),
    ];
  }
  if (asked.startsWith("POST /pacts/provider/")) return [200, { _embedded: { pacts: [] } }];
  const pact = pacts[Number(/^GET \/pact\/(\d+)$/.exec(asked)?.[1] ?? Number.NaN)];
  if (pact !== undefined) return [200, pactText(pact, situation)];
  if (asked === "GET /pacticipants/plant-store") {
    const branch = `${base}/pacticipants/plant-store/branches/{branch}/versions/{version}`;
    return [200, links({ "pb:branch-version": branch })];
  }
  if (asked.startsWith("PUT /pacticipants/plant-store/branches/")) {
    return fault === "refuses-branches" ? [403, { error: "no" }] : [201, {}];
  }
  if (asked.startsWith("POST /pact/")) return fault === "refuses-results" ? [500, { error: "no room" }] : [201, {}];
  return [404, {}];
}

function forVerification({ base, pacts, fault }: Situation): object {
  const origin = fault === "links-elsewhere" ? "http://127.0.0.1:1" : base;
  const listed = fault === "lists-30000" ? Array.from({ length: 30_000 }, () => pacts).flat() : pacts;
  return {
    _embedded: {
      pacts: listed.map(({ consumer, pending = false }, index) => ({
        shortDescription: `latest from main of ${consumer}`,
        verificationProperties: { pending, notices: [] },
        _links: { self: { href: `${origin}/pact/${index}`, name: consumer } },
      })),
    },
  };
}

/** The links are inserted as text: JSON.parse would round an id of the pact. */
function pactText({ text, consumer }: Kept, { base, pacts }: Situation): string {
  const index = pacts.findIndex((pact) => pact.consumer === consumer);
  const added = links({
    "pb:provider": `${base}/pacticipants/plant-store`,
    "pb:publish-verification-results": `${base}/pact/${index}/verification-results`,
  });
  return text.replace(/^\{/, `{"_links":${JSON.stringify(added["_links"])},`);
}

function links(hrefs: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const link = (href: string): object => (href.includes("{") ? { href, templated: true } : { href });
  return { _links: Object.fromEntries(Object.entries(hrefs).map(([relation, href]) => [relation, link(href)])) };
}

function hal(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/hal+json" }).end(JSON.stringify(body));
}
