/** The suite against stacks in common use. The expected report was worked out by hand for each stack. */
import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import { stackFault } from "./real/recognised.ts";
import { stacks } from "./real/npm/index.ts";

const token = "token-of-the-stacks";

const byAllOnes = ["refuses-non-utf8", "accepts-bearer-in-any-case", "challenges-with-401"];

/** The entries of each stack's report: the reasons that its file gives, counted as faults of its code. */
const causes: Readonly<Record<string, readonly string[]>> = {
  // `tag && typeof` allows falsy tags; Express's page; doubles; U+FFFD; the comparison of the header; no challenge.
  "Express 4, as it comes": [...byAllOnes, "falsy-as-absent", "framework-error-page", "ids-as-floats"],
  // The same, and the code that throws when express.json() reads nothing.
  "Express 5, as it comes": [
    ...byAllOnes,
    "falsy-as-absent",
    "framework-error-page",
    "ids-as-floats",
    "server-error-unreadable",
  ],
  "Express 4 with express-openapi-validator, as it comes": [...byAllOnes, "refuses-id-beyond-int64"],
  "Express 5 with express-openapi-validator, as it comes": [
    ...byAllOnes,
    "refuses-id-beyond-int64",
    "server-error-unreadable",
  ],
  "Fastify 5, as it comes": [...byAllOnes, "types-converted", "error-shape", "refuses-id-beyond-int64"],
  "Fastify 5 without coercion, as it comes": [...byAllOnes, "error-shape", "refuses-id-beyond-int64"],
  "NestJS 12 with class-validator, as it comes": [
    ...byAllOnes,
    "null-accepted",
    "error-shape",
    "refuses-id-beyond-int64",
  ],
  // Two places write the middleware's text for malformed JSON and zod's own errors.
  "Hono 4 with zod, as it comes": ["error-as-text", "error-shape", "refuses-non-utf8", "accepts-every-positive-id"],
  // A generated name, a generated tag if one was sent, and one if none was sent.
  "Stoplight Prism 5, mock": [
    "error-as-text",
    "error-shape",
    "texts-changed",
    "adds-no-tag",
    "accepts-every-positive-id",
    "refuses-non-utf8",
    "accepts-bearer-in-any-case",
  ],
};

describe("the suite says exactly what is wrong with", () => {
  test.each(stacks.map((stack) => [stack.name, stack] as const))(
    "%s",
    async (name, { start, expected, family, variant }) => {
      const running = await start(token);
      try {
        // Under this seed the run sends a range of media types in Accept, which one stack refuses in its own words.
        const result = await providerResult({ url: running.url, token, seed: "2", strict: false });
        const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
        expect(failed.sort()).toEqual(Object.keys(expected.broken).sort());
        expect(result.verdict).toBe(expected.verdict);
        expect(result.causes?.map(({ id }) => id).sort() ?? []).toEqual((causes[name] ?? []).toSorted());
        expect(result.profile).toMatchObject(expected.profile ?? {});
        expect(stackFault(family, variant, result)).toBeNull();
      } finally {
        await running.stop();
      }
    },
  );
});
