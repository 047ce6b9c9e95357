/**
 * Providers judged by a document other than the shipped one, in memory: correct ones, and one that only that document
 * makes wrong.
 */
import { parse, stringify } from "yaml";
import { describe, expect, test } from "vitest";
import type { DocumentOption } from "../library/judged-document.ts";
import type { RunResult } from "../result/result.ts";
import { shippedOverlay } from "../spec/overlay.ts";
import { shipped } from "../spec/shipped-yaml.ts";
import { type Behaviour, refuse } from "./behaviour.ts";
import { but, correct, unauthorized } from "./correct.ts";
import { runInMemory } from "./seeds/memory-run.ts";

const text = shipped("openapi.yaml");

interface Operation {
  responses: Record<string, unknown>;
}

/** The shipped document with a changed operation and the same prose. */
function revised(edit: (operation: Operation, document: Record<string, unknown>) => void): DocumentOption {
  const document = parse(text) as { paths: { "/plants": { post: Operation } } };
  edit(document.paths["/plants"].post, document);
  return { text: stringify(document), overlay: shippedOverlay() };
}

const options = { token: "secret-token", seed: "documents" };

function judged(behaviour: Behaviour, document?: DocumentOption): Promise<RunResult> {
  return runInMemory(behaviour, { ...options, ...(document === undefined ? {} : { document }) });
}

/** The MUSTs that the provider breaks. */
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

  test("a provider of the document that ships breaks it, and the causes are of the document", async () => {
    const result = await judged(but({}), document);
    expect(broken(result)).toContain("accepts-valid-plant");
    const [first] = result.causes ?? [];
    expect(first).toMatchObject({
      id: "other-success-status",
      title: "A valid body is answered with another status than 201",
      fix: expect.stringMatching(/^Answer 201\. (?!.*201)/) as string,
    });
  });

  test("a value of another type that is accepted is not called converted", async () => {
    const lenient = but({ finish: (answer) => ({ ...answer, status: 201 }) });
    const { causes = [] } = await judged(lenient, document);
    const ids = causes.map(({ id }) => id);
    expect(ids).toContain("no-type-checks");
    expect(ids).not.toContain("types-converted");
    expect(ids).not.toContain("error-as-200");
  });

  test("a 422 that is not an Error breaks the shape", async () => {
    const wrong = but({
      finish: (answer, request) =>
        answer.status === 400 ? { ...answer, status: 422, body: "{}" } : right.finish(answer, request),
    });
    expect(broken(await judged(wrong, document))).toEqual(["error-shape"]);
  });
});

test("of several media types of a request the result names the one that was sent, and those that were not", async () => {
  const document = revised((operation) => {
    const { content } = (operation as unknown as { requestBody: { content: Record<string, unknown> } }).requestBody;
    content["multipart/form-data"] = { schema: { type: "object" } };
  });
  const { limitsReached } = await judged(but({}), document);
  expect(limitsReached).toContain(
    "The document offers several media types for the request. Only application/json was sent; multipart/form-data was not judged.",
  );
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

/** Copies what the shipped document says about a 400 to another status. */
function alsoAnswers(status: number): DocumentOption {
  return revised((operation) => void (operation.responses[status] = operation.responses["400"]));
}

/** The correct provider, with one status replaced by another. */
function instead(status: number, other: number): Behaviour {
  return but({ finish: (answer) => (answer.status === status ? { ...answer, status: other } : answer) });
}

describe("a documented 401", () => {
  const document = alsoAnswers(401);

  test("is what a missing token receives", async () => {
    const result = await judged(but({}), document);
    expect([result.verdict, broken(result)]).toEqual(["conformant", []]);
    const missing = result.requirements.find(({ id }) => id === "missing-token");
    expect(missing).toMatchObject({
      level: "MUST",
      status: "passed",
      statement: "A request without credentials receives 401.",
      sources: [{ document: "/paths/~1plants/post/responses/401" }],
    });
  });

  test("makes a 403 wrong, which the document that ships leaves open", async () => {
    expect(broken(await judged(instead(401, 403), document))).toEqual(["missing-token"]);
    expect(broken(await judged(instead(401, 403)))).toEqual([]);
  });

  test("makes its body an Error, which the document that ships leaves open", async () => {
    const empty = but({
      finish: (answer) => (answer.status === 401 ? { ...answer, headers: { ...answer.headers }, body: "{}" } : answer),
    });
    expect(broken(await judged(empty, document))).toEqual(["error-shape"]);
    expect(broken(await judged(empty))).toEqual([]);
  });

  test("does not accuse a provider that lets everybody in of another status as well", async () => {
    expect(broken(await judged(but({ authenticate: () => undefined }), document))).not.toContain("missing-token");
  });
});

describe("a documented 409", () => {
  const document = alsoAnswers(409);

  test("is what an id that exists receives", async () => {
    const result = await judged(but({}), document);
    expect([result.verdict, broken(result)]).toEqual(["conformant", []]);
  });

  test("makes a 400 wrong, which the document that ships leaves open", async () => {
    expect(broken(await judged(instead(409, 400), document))).toEqual(["duplicate-id", "duplicate-id-other-body"]);
    expect(broken(await judged(instead(409, 400)))).toEqual([]);
  });

  test("decides nothing where no member is an identity", async () => {
    const { overlay: _, ...without } = document;
    expect(broken(await judged(instead(409, 400), without))).toEqual([]);
  });
});

describe("a required header field of a response", () => {
  const document = revised(({ responses }) => {
    Object.assign(responses["200"] as object, {
      headers: { Location: { required: true, schema: { type: "string" } } },
    });
  });
  const right = but({ finish: (answer) => ({ ...answer, headers: { ...answer.headers, Location: "/plants/1" } }) });

  test("has to be sent", async () => {
    expect(broken(await judged(right, document))).toEqual([]);
    expect(broken(await judged(but({}), document))).toEqual(["sends-documented-headers"]);
  });
});

test("additionalProperties: true makes a refusal of unknown members wrong, which the document that ships leaves open", async () => {
  const document = revised((_operation, whole) => {
    const { schemas } = whole["components"] as { schemas: { NewPlant: object } };
    Object.assign(schemas.NewPlant, { additionalProperties: true });
  });
  const strict = but({
    validate: (value, request) => {
      const known =
        value.type === "object" && [...value.members().keys()].every((name) => /^(id|name|tag)$/u.test(name));
      return known ? correct.validate(value, request) : refuse("constraint", 400, "There is an unknown member");
    },
  });
  expect(broken(await judged(but({}), document))).toEqual([]);
  expect(broken(await judged(strict, document))).toEqual(["unknown-members"]);
  expect(broken(await judged(strict))).toEqual([]);
});

describe("a maxLength of the name", () => {
  const MOST = 60;
  const document = revised((_operation, whole) => {
    const { schemas } = whole["components"] as { schemas: { Plant: { properties: { name: object } } } };
    Object.assign(schemas.Plant.properties.name, { maxLength: MOST });
  });
  const upTo = (most: number): Behaviour =>
    but({
      validate: (value, request) => {
        const plant = correct.validate(value, request);
        return "name" in plant && Array.from(plant.name).length > most ? refuse("constraint", 400, "Too long") : plant;
      },
    });

  test("is kept by a provider that refuses what is longer, and the length is no longer an open point", async () => {
    const result = await judged(upTo(MOST), document);
    expect([result.verdict, broken(result)]).toEqual(["conformant", []]);
    expect(result.requirements.find(({ id }) => id === "name-length")?.checks[0]).toMatchObject({
      status: "not-judged",
      because: "not-applicable",
      reason: expect.stringContaining("whose schema leaves this value open"),
    });
  });

  test("makes a longer name that is accepted wrong, which the document that ships leaves open", async () => {
    // The provider also returns it, in a Plant whose name is too long.
    expect(broken(await judged(but({}), document))).toEqual(["plant-shape", "refuses-invalid-member"]);
    expect(broken(await judged(upTo(MOST)))).toEqual([]);
  });

  test("makes a refusal of the longest allowed name wrong, which the document that ships leaves open", async () => {
    expect(broken(await judged(upTo(MOST - 1), document))).toEqual(["accepts-valid-plant"]);
    expect(broken(await judged(upTo(MOST - 1)))).toEqual([]);
  });
});

test("unevaluatedProperties: false makes unknown members that are accepted wrong, which the document that ships leaves open", async () => {
  const document = revised((_operation, whole) => {
    const { schemas } = whole["components"] as { schemas: { NewPlant: object } };
    Object.assign(schemas.NewPlant, { unevaluatedProperties: false });
  });
  expect(broken(await judged(but({}), document))).toEqual(["refuses-invalid-member"]);
});

test("a pattern of the document and an answer that it never ends on elsewhere are judged", async () => {
  const document = revised((_operation, { components }) => {
    const { schemas } = components as { schemas: Record<"Error", { properties: { message: object } }> };
    Object.assign(schemas.Error.properties.message, { pattern: "^(a+)+$" });
  });
  const says = (message: string): Behaviour =>
    but({
      finish: (answer) =>
        answer.status === 200 ? answer : { ...answer, body: JSON.stringify({ error: answer.status, message }) },
    });
  expect(broken(await judged(says("a".repeat(40)), document))).toEqual([]);
  expect(broken(await judged(says(`${"a".repeat(40)}!`), document))).toEqual(["error-shape"]);
});
