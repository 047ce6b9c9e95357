/** Providers judged by another document than the one that ships, in memory: right ones, and one that only it makes wrong. */
import { parse, stringify } from "yaml";
import { afterAll, describe, expect, test } from "vitest";
import type { DocumentOption } from "../library/judged-document.ts";
import type { RunResult } from "../result/result.ts";
import { shippedOverlay } from "../spec/overlay.ts";
import { shipped } from "../spec/shipped.ts";
import type { Behaviour } from "./behaviour.ts";
import { but, unauthorized } from "./correct.ts";
import { replaceConnection, restoreConnection } from "./seeds/replaced-connection.ts";

replaceConnection();
const { runInMemory } = await import("./seeds/memory-run.ts");
afterAll(restoreConnection);

const text = shipped("openapi.yaml");

interface Operation {
  responses: Record<string, unknown>;
}

/** The document that ships with another operation, and the same prose. */
function revised(edit: (operation: Operation, document: Record<string, unknown>) => void): DocumentOption {
  const document = parse(text) as { paths: { "/plants": { post: Operation } } };
  edit(document.paths["/plants"].post, document);
  return { text: stringify(document), overlay: shippedOverlay() };
}

const options = { token: "secret-token", seed: "documents" };

function judged(behaviour: Behaviour, document?: DocumentOption): Promise<RunResult> {
  return runInMemory(behaviour, { ...options, ...(document === undefined ? {} : { document }) });
}

/** The MUSTs that are broken. */
function broken({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ level, status }) => level === "MUST" && status === "failed").map(({ id }) => id);
}

test("the document that ships, given explicitly, gives the default run and its result", async () => {
  const withoutTimes = (result: RunResult): unknown =>
    JSON.parse(
      JSON.stringify({ ...result, provider: {} }, (key, value: unknown) =>
        ["startedAt", "durationMs", "ms", "timing", "at"].includes(key) ? undefined : value,
      ).replaceAll(/provider-\d+/gu, "provider"),
    );
  const [usual, given] = [await judged(but({})), await judged(but({}), { text })];
  expect(usual.verdict).toBe("conformant");
  expect(withoutTimes(given)).toEqual(withoutTimes(usual));
});

describe("another success status and another failure status", () => {
  const document = revised((operation) => {
    const { 200: success, 400: failure } = operation.responses;
    operation.responses = { 201: success, 422: failure };
  });
  const statuses = new Map([
    [200, 201],
    [400, 422],
  ]);
  const right = but({ finish: (answer) => ({ ...answer, status: statuses.get(answer.status) ?? answer.status }) });

  test("a provider that answers them is conformant, and breaks the document that ships", async () => {
    const result = await judged(right, document);
    expect([result.verdict, result.reasons]).toEqual(["conformant", ["Every requirement is met."]]);
    expect(result.limitsReached?.[0]).toContain(
      "by another document than the one that ships: POST /plants of version 1.0.0",
    );
    expect(result.summary.plantsCreated).toBeGreaterThan(0);
    expect(broken(await judged(right))).toContain("accepts-valid-plant");
  });

  test("a provider of the document that ships breaks it", async () => {
    expect(broken(await judged(but({}), document))).toContain("accepts-valid-plant");
  });

  test("a 422 that is no Error breaks the shape", async () => {
    const wrong = but({
      finish: (answer, request) =>
        answer.status === 400 ? { ...answer, status: 422, body: "{}" } : right.finish(answer, request),
    });
    expect(broken(await judged(wrong, document))).toEqual(["error-shape"]);
  });
});

describe("a key in a header", () => {
  const document = revised((_operation, whole) => {
    Object.assign(whole["components"] as object, {
      securitySchemes: { bearer: { type: "apiKey", in: "header", name: "X-Plant-Key" } },
    });
  });

  test("that is asked for makes a provider conformant", async () => {
    const right = but({
      authenticate: ({ headers, token }) => (headers["x-plant-key"] === token ? undefined : unauthorized()),
    });
    const result = await judged(right, document);
    expect([result.verdict, result.reasons]).toEqual(["conformant", ["Every requirement is met."]]);
    expect(JSON.stringify(result)).not.toContain(options.token);
  });

  test("that is not asked for breaks the requirement, and nothing else", async () => {
    expect(broken(await judged(but({ authenticate: () => undefined }), document))).toEqual(["requires-authorization"]);
  });
});

test("by a document without security, a provider that asks for no token is conformant", async () => {
  const document = revised((_operation, whole) => void (whole["security"] = []));
  const result = await judged(but({ authenticate: () => undefined }), document);
  expect([result.verdict, result.reasons]).toEqual(["conformant", ["Every requirement is met."]]);
});
