import { describe, expect, test } from "vitest";
import { readRequirements } from "../../spec/requirements.ts";
import { command } from "../testing/command.ts";

describe("list", () => {
  test("names every requirement and check, with what would be sent", async () => {
    const { status, out } = await command(["list", "--requests", "--only", "requires-authorization"]);
    expect(status).toBe(0);
    expect(out).toContain("MUST    requires-authorization");
    expect(out).toContain("/no-header  A request without Authorization is refused");
    expect(out).toMatch(/POST \/plants \| Content-Type: application\/json; .* \| "\{\\"id\\":/);
  });

  test("as JSON is the catalogue with its checks", async () => {
    const rows = JSON.parse((await command(["list", "--json"])).out) as ReadonlyArray<{
      id: string;
      checks: unknown[];
    }>;
    expect(rows.map(({ id }) => id)).toEqual(readRequirements().map(({ id }) => id));
    expect(rows.every(({ checks }) => checks.length > 0)).toBe(true);
  });
});
