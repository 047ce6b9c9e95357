/**
 * Shared parts of the consumers' Pact tests: the example token, values that the suite supplies, and the pact's file.
 */
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PactV4 } from "@pact-foundation/pact";
import { expect } from "vitest";

export const EXAMPLE_TOKEN = "pact-example-token";

/** One interaction. Bodies are JSON text with Pact's matchers in it: a number in JavaScript would round an id. */
export interface PactCase {
  readonly description: string;
  /** A state that the suite supplies, or an empty string if no state is needed. */
  readonly state: string;
  /** The requirements that a provider's answer can show broken, the main one first. */
  readonly requirements: readonly string[];
  readonly request: string;
  readonly status: number;
  /** Undefined if the consumer does not read the body of the answer. */
  readonly answer?: string;
}

/** A consumer whose pact is written into a folder that was empty. */
export interface PactTest {
  /** Runs one interaction against Pact's mock server. `use` makes the consumer's call and checks its outcome. */
  readonly interaction: (one: PactCase, use: (baseUrl: string) => Promise<void>) => Promise<void>;
  /**
   * Compares the written pact with the committed one, byte for byte; with `UPDATE_PACTS` set, replaces the committed
   * one.
   */
  readonly compare: () => void;
}

const bearer = {
  "pact:matcher:type": "regex",
  regex: "^Bearer [A-Za-z0-9._~+/-]+=*$",
  value: `Bearer ${EXAMPLE_TOKEN}`,
} as unknown as string;

/** A member for which the suite supplies a new value in each verification. `value` is the example, as JSON text. */
export function supplied(type: "integer" | "type", value: string, expression: string): string {
  return `{"pact:matcher:type":"${type}","value":${value},"pact:generator:type":"ProviderState","expression":"${expression}"}`;
}

export const PLANT_ID = supplied("integer", "1234567", "${plantId}");
export const PLANT_NAME = supplied("type", '"Baobab bcdefgh"', "${plantName}");
export const PLANT_TAG = supplied("type", '"succulent"', "${plantTag}");

/**
 * A name and a tag that the state supplies. They are new in each verification, and Pact's verifier compares an answer
 * only with the example, so patterns describe what has to be returned; the checks compare the values.
 */
export const ORDINARY_NAME = matching("^[A-Za-z]{3,}( [A-Za-z]{3,}){0,2}$", "Baobab bcdefgh");
export const ORDINARY_TAG = matching("^[a-z]{3,12}$", "succulent");

function matching(regex: string, value: string): string {
  return JSON.stringify({ "pact:matcher:type": "regex", regex, value });
}

/** Any string. */
export function anyText(example: string): string {
  return `{"pact:matcher:type":"type","value":${JSON.stringify(example)}}`;
}

/** The requirements for every 200 and every 400, as far as the consumer reads the body. */
export const EVERY_200 = ["plant-media-type", "plant-encoding", "plant-shape"] as const;
export const EVERY_400 = ["error-media-type", "error-encoding", "error-shape"] as const;

/** An Error. `number` and not `integer`: `400.0` is the same integer, and the consumers read it as the same number. */
export function anyError(error: number, message: string): string {
  return `{"error":{"pact:matcher:type":"number","value":${error}},"message":${anyText(message)}}`;
}

/** Begins the pact of a consumer. */
export function pactTest(consumer: string): PactTest {
  const dir = mkdtempSync(join(tmpdir(), "pacts-"));
  const pact = new PactV4({ consumer, provider: "plant-store", dir, logLevel: "error" });
  const file = `${consumer}-plant-store.json`;
  return {
    interaction: async ({ description, state, requirements, request, status, answer }, use) => {
      const begun = state === "" ? pact.addInteraction() : pact.addInteraction().given(state);
      await begun
        .uponReceiving(description)
        .reference("plant-store", "requirements", requirements.join(" "))
        .withRequest("POST", "/plants", (sent) => {
          sent.headers({ Authorization: bearer, "Content-Type": "application/json" }).jsonBody(request);
        })
        .willRespondWith(status, (answered) => {
          if (answer !== undefined) answered.jsonBody(answer);
        })
        .executeTest(async ({ url }) => {
          await use(url);
          // The mock server records a request only after it has answered, is asked for its records as soon as this
          // function ends, and does not report when it is ready. Without a pause a busy machine sees "expected but not
          // received".
          await new Promise((resolve) => setTimeout(resolve, 50));
        });
    },
    compare: () => {
      const committed = fileURLToPath(new URL(`../../pacts/${file}`, import.meta.url));
      if (process.env["UPDATE_PACTS"] !== undefined) copyFileSync(join(dir, file), committed);
      expect(readFileSync(join(dir, file), "utf8")).toBe(readFileSync(committed, "utf8"));
    },
  };
}
