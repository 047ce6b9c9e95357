/** The type of a correct provider, and functions to write one in few lines. */
import type { ServerResponse } from "node:http";
import {
  type ProviderAnswer,
  type Behaviour,
  type NewPlant,
  type Refusal,
  type RefusalKind,
  type Request,
  refuse,
} from "../behaviour.ts";
import { answerError, but, json, plantBody, withHeaders } from "../correct.ts";

/** A provider that meets the document and uses a freedom that it leaves. No MUST may fail. */
export interface Right {
  /** What the provider does. Completes "a provider that ...". */
  readonly name: string;
  readonly behaviour: Behaviour;
  /** The observations of open points in its first run, worked out by hand. */
  readonly profile?: Readonly<Record<string, string>>;
  /** The SHOULDs that it does not meet: exactly these warnings are deserved. */
  readonly warns?: readonly string[];
  /** Path prefix; none by default. */
  readonly basePath?: string;
}

/** Refuses one kind of request with another status. */
export function statusFor(kind: RefusalKind, status: number): Behaviour {
  return but({
    answerError: (refusal: Refusal) => answerError(refusal.refused === kind ? { ...refusal, status } : refusal),
  });
}

/** Answers the refusals of one kind in another way. */
export function answeredBy(kind: RefusalKind, answer: (refusal: Refusal) => ProviderAnswer): Behaviour {
  return but({ answerError: (refusal) => (refusal.refused === kind ? answer(refusal) : answerError(refusal)) });
}

/** Writes the plant's JSON in another way. */
export function plantAs(write: (plant: NewPlant) => string): Behaviour {
  return but({ answerPlant: (plant) => ({ ...json(200, plantBody(plant)), body: write(plant) }) });
}

/** Writes every 400 in another way that is still an Error. */
export function errorAs(body: (refusal: Refusal) => string): Behaviour {
  return but({
    answerError: (refusal) => {
      const answer = answerError(refusal);
      return refusal.status === 400 ? { ...answer, body: body(refusal) } : answer;
    },
  });
}

/** Refuses a valid plant that breaks a constraint of this provider. */
export function constrained(status: number, breaks: (plant: NewPlant, request: Request) => boolean): Behaviour {
  return but({
    constrain: (plant, request) => (breaks(plant, request) ? refuse("constraint", status, "Not here") : undefined),
  });
}

/** Adds header fields to every answer, or replaces them. */
export function withEveryAnswer(headers: ProviderAnswer["headers"]): Behaviour {
  return but({ finish: (answer) => withHeaders(answer, headers) });
}

/** Writes every answer in another way. */
export function sent(write: (answer: ProviderAnswer, response: ServerResponse) => void | Promise<void>): Behaviour {
  return but({ send: write });
}

/** A page, as a server in front of the provider may send. */
export function page(status: number, headers: ProviderAnswer["headers"] = {}): ProviderAnswer {
  return { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers }, body: "<h1>No</h1>" };
}

/** Counts the requests that a provider has finished, including this one. */
export function counted({ memory }: Request): number {
  const count = (memory.notes.get("finished") ?? 0) + 1;
  memory.notes.set("finished", count);
  return count;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
