/** Providers that fail only their first plant: the run continues, and the report says exactly what failed. */
import { expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import type { RunResult } from "../result/result.ts";
import { type Refusal, refuse } from "./behaviour.ts";
import { but } from "./correct.ts";
import { startProvider } from "./test-provider.ts";

const token = "token-of-the-first-plant";

/** Runs against a correct provider that does not accept the first plant. */
async function judgedWithFirst(status: number): Promise<RunResult> {
  let plants = 0;
  const constrain = (): Refusal | undefined =>
    (plants += 1) === 1 ? refuse("fault", status, "Not this one") : undefined;
  await using started = await startProvider(but({ constrain }), { token });
  return await providerResult({ url: started.url, token, seed: "first plant" });
}

function broken({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
}

test.each([303, 307])("a redirect with %i breaks a MUST: the document says 200", async (status) => {
  const result = await judgedWithFirst(status);

  expect(result).toMatchObject({ verdict: "non-conformant", exitCode: 1, complete: true });
  expect(broken(result)).toEqual(["accepts-valid-plant", "accepts-every-ordinary-request"]);
});

// No request without a valid token was sent before it, so a 401 or a 403 is no lockout.
test.each([401, 403, 404, 405, 409])("a %i is one refusal of an ordinary request, a SHOULD", async (status) => {
  const result = await judgedWithFirst(status);

  expect(result).toMatchObject({ verdict: "conformant", exitCode: 0, complete: true });
  expect(broken(result).filter((id) => id !== "challenges-with-401")).toEqual(["accepts-every-ordinary-request"]);
});
