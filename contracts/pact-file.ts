/** Pact files: which interactions they hold, which of these can be run, and the copy that the verifier gets of each. */
import { parse, stringify } from "lossless-json";
import { at, isObject, listAt, type Members, stringAt } from "./json.ts";
import { isSupplied } from "./states.ts";

/** One interaction of a pact. */
export interface Interaction {
  readonly description: string;
  readonly states: readonly string[];
  /** The requirement that it rests on: the pact's reference `requirement` of the group `plant-store`. */
  readonly requirement?: string;
  /** Its consumer does not rely on it yet: Pact specification 4, `pending`. */
  readonly pending: boolean;
  /**
   * Sent with the Authorization header that the pact shows, or with none. True where a refusal of the token is what the
   * interaction is about, that is, where it expects 401 or 403.
   */
  readonly ownAuthorization: boolean;
  readonly run: Run;
}

/** A pact of this interaction alone, as JSON text; or why it cannot be run. */
export type Run = { readonly pact: string } | { readonly cannot: string };

export interface Pact {
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly Interaction[];
}

/**
 * Reads a pact of specification 2, 3 or 4. Numbers are kept as they are written, an id beyond 2^53 too.
 * @throws {Error} when the text is no pact; the message begins with `name`
 */
export function readPact(text: string, name: string): Pact {
  const pact = parsePact(text, name);
  const consumer = stringAt(pact, "consumer", "name");
  const provider = stringAt(pact, "provider", "name");
  const interactions = at(pact, "interactions") ?? at(pact, "messages");
  if (consumer === undefined || provider === undefined || !Array.isArray(interactions)) {
    throw new Error(`${name} is no pact: it lacks a consumer's name, a provider's name or interactions`);
  }
  const overHttp = listAt(pact, "interactions").map((one) => readInteraction(pact, one));
  const messages = listAt(pact, "messages").map((one) => readInteraction(pact, { type: "Message", ...asObject(one) }));
  return { consumer, provider, interactions: [...overHttp, ...messages] };
}

function parsePact(text: string, name: string): Members {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (!isObject(value)) throw new Error(`${name} is no pact: it is not an object`);
  return value;
}

function readInteraction(pact: Members, value: unknown): Interaction {
  const requirement = stringAt(value, "comments", "references", "plant-store", "requirement");
  const states = statesOf(value);
  const status = String(at(value, "response", "status"));
  return {
    description: stringAt(value, "description") ?? "",
    states,
    ...(requirement === undefined ? {} : { requirement }),
    pending: at(value, "pending") === true,
    ownAuthorization: status === "401" || status === "403",
    run: runOf(pact, value, states),
  };
}

/** `providerStates` since specification 3, `providerState` before. */
function statesOf(value: unknown): readonly string[] {
  const states = listAt(value, "providerStates").map((state) => stringAt(state, "name") ?? "");
  const state = stringAt(value, "providerState");
  return [...states, ...(state === undefined ? [] : [state])].filter((name) => name !== "");
}

function runOf(pact: Members, value: unknown, states: readonly string[]): Run {
  const type = stringAt(value, "type") ?? "Synchronous/HTTP";
  if (type !== "Synchronous/HTTP") return { cannot: `It is not a request over HTTP but of the type ${type}.` };
  const needed = states.filter((state) => !isSupplied(state)).map((state) => `"${state}"`);
  if (needed.length > 0)
    return { cannot: `It needs a provider state that the suite cannot bring about: ${needed.join(", ")}.` };
  // A pending interaction is judged like any other and weighed afterwards: the verifier would leave its fault out.
  const interaction = Object.fromEntries(Object.entries(asObject(value)).filter(([name]) => name !== "pending"));
  return { pact: stringify({ ...pact, interactions: [interaction] }) ?? "" };
}

function asObject(value: unknown): Members {
  return isObject(value) ? value : {};
}
