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

  test("is as wide as 80 columns, or as the terminal", async () => {
    const widest = async (columns?: number): Promise<number> => {
      const printed = await Promise.all([["list"], ["list", "--plan"]].map((words) => command(words, {}, { columns })));
      return Math.max(...printed.flatMap(({ out }) => out.split("\n").map(({ length }) => length)));
    };
    expect(await widest()).toBeLessThanOrEqual(80);
    expect(await widest(110)).toBeGreaterThan(100);
  });

  test("as JSON is the catalogue with its checks", async () => {
    const rows = JSON.parse((await command(["list", "--json"])).out) as ReadonlyArray<{
      id: string;
      checks: unknown[];
    }>;
    expect(rows.map(({ id }) => id)).toEqual(readRequirements().map(({ id }) => id));
    expect(rows.every(({ checks }) => checks.length > 0)).toBe(true);
  });

  test("with --plan shows the stages of a run, its requests, and which of them wait for others", async () => {
    const { status, out } = await command(["list", "--plan"]);
    expect(status).toBe(0);
    expect(out).toMatch(/^\d+ requests for a correct provider\. The longest chain [^.]*\shas \d+\.$/m);
    expect(out).toMatch(/^A wrong provider gets more, .* at most 450 in our\smeasurements\.$/m);
    expect(out).toMatch(/^With 4 in flight a run takes at least \d+ times as long as an answer\.$/m);
    expect(out).toMatch(/^opening: 2 requests, longest chain 2$/m);
    expect(out).toContain("    requires-authorization/after-accepted  1 then 1 then 3\n");
    expect(out).not.toContain("every-200");
  });

  test("with --plan and a selection shows what opens and closes a run as well, also as JSON", async () => {
    const { out } = await command(["list", "--plan", "--json", "--only", "duplicate-id"]);
    expect(JSON.parse(out)).toMatchObject({
      requests: 5,
      chain: 5,
      concurrency: 4,
      rounds: 5,
      stages: [
        { stage: "opening", requests: 2, chain: 2 },
        { stage: "early", requests: 0, chain: 0, checks: [] },
        { stage: "main", checks: [{ id: "duplicate-id/value", batches: [1, 1] }] },
        { stage: "late", checks: [] },
        { stage: "unauthorized", checks: [] },
        { stage: "closing", requests: 1 },
      ],
    });
  });

  test("plans the document that is given", async () => {
    const shipped = await command(["list", "--plan", "--document", "spec/openapi.yaml"]);
    expect(shipped.out).toBe((await command(["list", "--plan"])).out);
  });

  test.each([["--requests"], ["--seed", "any"]])("does not take --plan with %s", async (...more) => {
    const { status, err } = await command(["list", "--plan", ...more]);
    expect(status).toBe(2);
    expect(err).toContain("--plan has no effect with --requests or --seed");
  });
});
