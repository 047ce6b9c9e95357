/**
 * The loopback server between Pact's verifier and the provider. It inserts the token, forwards the body unchanged and the
 * header fields that the pact mentions, applies the limits, removes Location, sets up provider states, and records what it
 * observed. The verifier knows neither the address of the provider nor the token.
 */
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readAll } from "../http/streams.ts";
import { type Tokens, openTokens } from "../http/tokens.ts";
import type { Redaction } from "../result/redact.ts";
import {
  type Forwarded,
  type Upstream,
  endsProcess,
  forward,
  forwardPatiently,
  verifierHeaders,
} from "./forward-to-provider.ts";
import { type Interaction, parseJson, stringAt } from "./pact-file.ts";
import { type StatesOptions, changeState } from "./provider-states.ts";
import { messageOf } from "./fetch-text.ts";
import type { Job } from "./pact-verifier.ts";

/** The provider's answer to the request of an interaction, or a sentence that says why there is none. */
export type Observation =
  | ({ readonly answered: true } & ObservedAnswer)
  | {
      readonly answered: false;
      readonly why: string;
      /** The request ended the process of the provider, and ended it again after a restart. */
      readonly endsProcess?: true;
      /** It was refused with 403, which may be of the token, or of an id that is taken. */
      readonly isForbidden?: true;
    };

/** The status of an answer, and its JSON value if the body is JSON text in UTF-8. */
export interface ObservedAnswer {
  readonly status: number;
  readonly value?: unknown;
}

/** The running proxy. Each interaction has separate URLs. */
export interface Proxy {
  /** The job with which the verifier verifies an interaction through the proxy. */
  readonly jobFor: (interaction: Interaction) => Job;
  /** Undefined if the verifier sent nothing. */
  readonly seen: (interaction: Interaction) => Observation | undefined;
  readonly close: () => Promise<void>;
}

export interface ProxyOptions extends Upstream, Omit<StatesOptions, "provider"> {
  /** Removes secrets from texts that are not ours. Tokens that are fetched are added to it. */
  readonly redaction: Redaction;
}

/** The longest body that the verifier sends, in bytes. Pacts are shorter. */
const MAX_SENT = 16 * 1024 * 1024;

/** Starts the proxy on a free port of the loopback interface. */
export async function startProxy(options: ProxyOptions, interactions: readonly Interaction[]): Promise<Proxy> {
  const seen = new Map<Interaction, Observation>();
  const { provider, signal, redaction } = options;
  // The checks of the run have used the token before, so a token that is refused now has expired.
  const tokens = openTokens(provider, {
    ended: signal,
    onToken: (token) => redaction.add(token),
    hasWorked: true,
    most: 5,
  });
  const server = createServer((request, response) => {
    const [, what, number, rest = ""] = /^\/(pact|provider|states)\/(\d+)(.*)$/s.exec(request.url ?? "") ?? [];
    const interaction = interactions[Number(number)];
    if (interaction === undefined) {
      response.writeHead(404).end();
    } else if (what === "pact") {
      send(response, "pact" in interaction.run ? interaction.run.pact : "{}");
    } else if (what === "states") {
      states(options, request, response).then(
        (fault) => {
          if (fault !== undefined) seen.set(interaction, { answered: false, why: fault });
        },
        // The verifier was stopped during the request.
        () => response.destroy(),
      );
    } else {
      void pass(options, { request, response, rest, interaction, tokens }).then((saw) => seen.set(interaction, saw));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    jobFor: (interaction) => jobAt(base, interactions.indexOf(interaction), interaction),
    seen: (interaction) => seen.get(interaction),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function jobAt(base: string, index: number, { states: needed }: Interaction): Job {
  return {
    index,
    pactUrl: `${base}/pact/${index}`,
    providerUrl: `${base}/provider/${index}`,
    statesUrl: needed.length === 0 ? null : `${base}/states/${index}`,
  };
}

/** Answers the verifier's request for a state. Returns a sentence if the state could not be set up. */
async function states(
  options: ProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | undefined> {
  const text = (await readAll(request, MAX_SENT)).toString();
  const question = parseJson(text);
  try {
    send(response, await changeState(question, text, options));
    return undefined;
  } catch (error) {
    // The verifier repeats a failed request after a second, except after a 404.
    const isTeardown = stringAt(question, "action") === "teardown";
    if (isTeardown) send(response, "{}");
    else response.writeHead(404).end();
    const state = JSON.stringify(stringAt(question, "state") ?? "");
    // The teardown after an interaction does not change what was observed.
    return isTeardown ? undefined : `The provider could not be put into the state ${state}: ${whyOf(error, options)}.`;
  }
}

/** Refusals that have nothing to do with the contract. */
const refusals = {
  forbidden: "The provider refused the token that it was given.",
  "token-refused": "The provider refused the token that it was given.",
  "proxy-refused": "A proxy on the way to the provider asks for credentials of its own (407).",
} as const;

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path and query of the interaction. */
  readonly rest: string;
  readonly interaction: Interaction;
  readonly tokens: Tokens;
}

/** Forwards one request. If the provider does not answer, the connection to the verifier is closed. */
async function pass(options: ProxyOptions, passing: Passing): Promise<Observation> {
  const { request, response } = passing;
  try {
    const answer = await answerFor(options, passing);
    if (typeof answer === "string") {
      request.socket.destroy();
      return { answered: false, why: refusals[answer], ...(answer === "forbidden" && { isForbidden: true }) };
    }
    const headers = verifierHeaders(answer, passing.interaction);
    const count = Object.values(headers).flat().length;
    if (count > MOST_FIELDS) {
      request.socket.destroy();
      return { answered: false, why: tooManyFields(count) };
    }
    response.writeHead(answer.status, headers);
    response.end(answer.body);
    return { answered: true, status: answer.status, value: valueOf(answer.body) };
  } catch (error) {
    request.socket.destroy();
    const why = `The provider gave no answer: ${whyOf(error, options)}.`;
    return { answered: false, why, ...(endsProcess(error) ? { endsProcess: true } : {}) };
  }
}

/** Pact's verifier fails without a reason on an answer with more than 100 fields, including those that Node's server adds. */
const MOST_FIELDS = 90;

function tooManyFields(count: number): string {
  return `The answer has ${count} of the header fields that the pact mentions, and Pact's verifier reads no more than ${MOST_FIELDS}.`;
}

/**
 * The answer of the provider. If the token is refused, another one is fetched if possible. An interaction that expects
 * a refusal is sent with the Authorization header of the pact.
 */
async function answerFor(
  options: ProxyOptions,
  { request, rest, interaction, tokens }: Passing,
): Promise<Forwarded | keyof typeof refusals> {
  const body = await readAll(request, MAX_SENT);
  const by = interaction.status === 429 ? forward : forwardPatiently;
  const sendWith = (token: string | null): Promise<Forwarded> =>
    by(options, { request, body, path: rest, token, interaction });
  const isAboutTheToken = interaction.status === 401 || interaction.status === 403;
  if (isAboutTheToken) return unlessOfProxy(await sendWith(null));
  const token = tokens.current();
  const first = await sendWith(token);
  const answered = first.status === 403 ? "other" : "taken";
  const renewal = await tokens.renewAfter({ token, answer: first.status === 401 ? "refused" : answered });
  if (typeof renewal === "object") throw new Error(renewal.failed);
  const answer = renewal === "renewed" ? await sendWith(tokens.current()) : first;
  if (answer.status === 403) return "forbidden";
  return answer.status === 401 ? "token-refused" : unlessOfProxy(answer);
}

function unlessOfProxy(answer: Forwarded): Forwarded | "proxy-refused" {
  return answer.status === 407 ? "proxy-refused" : answer;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function valueOf(body: Uint8Array): unknown {
  try {
    return parseJson(decoder.decode(body));
  } catch {
    return undefined;
  }
}

function whyOf(error: unknown, { redaction }: ProxyOptions): string {
  return redaction.redact(messageOf(error)).text;
}

function send(response: ServerResponse, json: string): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(json);
}
