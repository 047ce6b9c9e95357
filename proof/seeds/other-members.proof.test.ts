/** Correct providers of documents with other members, under many seeds: how often is one accused? */
import { randomUUID } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import type { DocumentOption } from "../../library/judged-document.ts";
import { shipped } from "../../spec/shipped-yaml.ts";
import { type Behaviour, type ProviderAnswer, type Request, isRefusal, refuse } from "../behaviour.ts";
import { but, correct, json, mediaTypeOf } from "../correct.ts";
import type { Value } from "../json-text.ts";
import { escaped } from "../right/answers.ts";
import { runInMemory } from "./memory-run.ts";
import { rightsInMemory } from "./right-runs.ts";

const token = "token-of-other-members";

/** Runs against each provider; `SEED_RUNS=1000` for more. */
const RUNS = Number(process.env["SEED_RUNS"] ?? 1);

/** The accusations against a provider in `RUNS` runs. */
async function accusations(
  behaviour: Behaviour,
  document: DocumentOption,
  { basePath = "", warns = [] }: { readonly basePath?: string; readonly warns?: readonly string[] } = {},
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const seed = randomUUID();
    const strict = warns.length === 0;
    const { verdict, reasons, requirements } = await runInMemory(
      behaviour,
      { token, seed, strict, document },
      basePath,
    );
    const failed = requirements.filter(({ id, status }) => status === "failed" && !warns.includes(id));
    if (verdict !== "conformant" || failed.length > 0) found.push([seed, reasons, failed]);
  }
  return found;
}

describe("by the document that ships with other names for its members", () => {
  const source = "the document that ships";
  const document: DocumentOption = {
    text: shipped("openapi.yaml")
      .replaceAll(/^( +)id:$/gm, "$1sku:")
      .replaceAll(/^( +)name:$/gm, "$1title:")
      .replaceAll(/^( +)tag:$/gm, "$1kind:")
      .replaceAll(/^( +- )id$/gm, "$1sku")
      .replaceAll(/^( +- )name$/gm, "$1title"),
    overlay: {
      identity: { member: "sku", source },
      label: { member: "title", source },
      optionalLabel: { member: "kind", source },
      leftOut: [{ member: "sku", source }],
      namedOnly: { source },
    },
  };
  const names = new Map([
    ["sku", "id"],
    ["title", "name"],
    ["kind", "tag"],
  ]);
  const ownNames = new Map(Array.from(names, ([own, other]) => [other, own] as const));

  /** The same provider, for these members. */
  function renamed(right: Behaviour): Behaviour {
    return {
      ...right,
      validate: (value, request) => right.validate(withNames(value), withOwnBody(request)),
      constrain: (plant, request) => right.constrain(plant, withOwnBody(request)),
      finish: async (answer, request) => {
        const finished = await right.finish(answer, request);
        if (finished === undefined || finished === "never") throw new Error("It keeps the connection as it is");
        if (typeof finished.body !== "string") return finished;
        return { ...finished, body: withOwnNames(finished.body) };
      },
    };
  }

  /** Keeps each name as it was written: with escapes, if it had any. */
  function withOwnNames(body: string): string {
    return body.replaceAll(/("(?:[^"\\]|\\.)*")(\s*:)?/gu, (whole, literal: string, colon?: string) => {
      const own = colon === undefined ? undefined : ownNames.get(String(JSON.parse(literal)));
      if (own === undefined) return whole;
      return `${literal.includes("\\") ? escaped(JSON.stringify(own)) : JSON.stringify(own)}${colon}`;
    });
  }

  /** For providers that read the body themselves. */
  function withOwnBody(request: Request): Request {
    const text = request.body.toString();
    const own = [...names].reduce((one, [other, name]) => one.replaceAll(`"${other}":`, `"${name}":`), text);
    return text === own ? request : { ...request, body: Buffer.from(own) };
  }

  function withNames(value: Value): Value {
    if (value.type !== "object") return value;
    const members = Array.from(
      value.members(),
      ([name, member]) => [names.get(name) ?? `other ${name}`, member] as const,
    );
    return { type: "object", members: () => new Map(members) };
  }

  /** Providers that know the members of a body by name. */
  const ofOwnMembers = new Set(["refuses unknown members", "gives unknown members back"]);

  // A sample, so that a run of all tests stays short; without providers that write their answers in another way.
  const some = rightsInMemory
    .filter(({ name, behaviour: { finish } }) => finish === correct.finish && !ofOwnMembers.has(name))
    .filter(({ name }, k) => RUNS > 10 || k % 12 === 0 || name === "writes every character as an escape");

  test.each(some.map((right) => [right.name, right] as const))(
    "is not accused: %s",
    { timeout: 900_000 + 20_000 * RUNS },
    async (_name, right) => {
      expect(await accusations(renamed(right.behaviour), document, right)).toEqual([]);
    },
  );

  test("is accused for what its own members are answered with", async () => {
    const wrong = but({
      answerPlant: ({ name, tag }) => json(200, { name: name.toUpperCase(), ...(tag === undefined ? {} : { tag }) }),
    });
    const { requirements } = await runInMemory(renamed(wrong), { token, seed: "wrong", document });
    const failed = requirements.filter(({ status }) => status === "failed");
    expect(
      failed.map(({ id, checks }) => [id, checks.find(({ status }) => status === "failed")?.findings[0]?.where]),
    ).toEqual([["returns-name", "/title"]]);
  });
});

describe("by a document with members within members", () => {
  const string = { type: "string" } as const;
  const order = {
    type: "object",
    required: ["reference", "customer", "lines"],
    additionalProperties: false,
    properties: {
      reference: { type: "string", format: "uuid" },
      note: { ...string, maxLength: 80 },
      customer: {
        type: "object",
        required: ["title", "address"],
        properties: {
          title: string,
          email: { type: "string", format: "email" },
          address: {
            type: "object",
            required: ["city"],
            properties: { city: string, zip: { type: "string", pattern: "^[0-9]{5}$" } },
          },
        },
      },
      lines: {
        type: "array",
        minItems: 1,
        maxItems: 5,
        items: {
          type: "object",
          required: ["product", "count"],
          properties: {
            product: { type: "integer", format: "int64" },
            count: { type: "integer", format: "int32", minimum: 1, maximum: 99 },
            size: { enum: ["small", "large"] },
          },
        },
      },
    },
  } as const;
  const error = { type: "object", required: ["code"], properties: { code: { type: "string" } } };
  const answer = {
    type: "object",
    required: ["reference"],
    properties: { reference: string, note: string, status: string },
  };
  const content = (schema: object): object => ({
    description: "An order",
    content: { "application/json": { schema } },
  });
  const post = {
    "x-conformance": { identity: { member: "reference", source: "the page of the service" } },
    requestBody: { ...content(order), required: true },
    responses: { 201: content(answer), 422: content(error) },
  };
  const document: DocumentOption = {
    text: stringify({
      openapi: "3.1.0",
      info: { title: "Orders", version: "1.0.0" },
      security: [{ token: [] }],
      paths: { "/orders": { post } },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    }),
  };
  const whole = (least: number, greatest: number) => ({
    type: "number" as const,
    validate: (value: number) => value >= least && value < greatest,
  });
  // Any version, in either letter case (RFC 4122 section 3).
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iu;
  const formats = {
    int32: whole(-(2 ** 31), 2 ** 31),
    int64: whole(-(2 ** 63), 2 ** 63),
    uuid,
    email: /^[^@\s]+@[^@\s]+$/u,
  };
  const validate = new Ajv2020({ strict: false, formats }).compile<object>(order);
  const isOrder = (value: object): boolean => validate(value);
  const refused = json(422, { code: "invalid" });

  /** Follows the schema and the formats of texts, and accepts each reference once. */
  const right = but({
    route: () => refuse("other-path", 404, "Not asked"),
    finish: (_answer, request) => answered(request),
  });

  function answered(request: Request): ProviderAnswer {
    if (request.path !== "/orders") return { ...refused, status: 404 };
    if (request.method !== "POST") return { ...refused, status: 405, headers: { ...refused.headers, Allow: "POST" } };
    const unauthorized = correct.authenticate(request);
    if (unauthorized !== undefined)
      return { ...refused, status: 401, headers: { ...refused.headers, "WWW-Authenticate": "Bearer" } };
    if (request.body.length > 0 && mediaTypeOf(request) !== "application/json") return refused;
    const body = correct.decode(request);
    if (isRefusal(body) || isRefusal(correct.parse(body, request))) return refused;
    const value = JSON.parse(body) as { readonly reference: string; readonly note?: string };
    if (!isOrder(value)) return refused;
    if (request.memory.notes.has(value.reference)) return { ...refused, status: 409 };
    request.memory.notes.set(value.reference, 1);
    const { reference, note } = value;
    return json(201, { reference, ...(note === undefined ? {} : { note }), status: "new" });
  }

  test("is not accused: one that follows the schema", { timeout: 900_000 + 20_000 * RUNS }, async () => {
    expect(await accusations(right, document)).toEqual([]);
  });

  test("is accused: one that takes a wrong value deep within", async () => {
    const wrong = but({
      ...right,
      finish: (_answer, request) => {
        const text = request.body.toString("latin1").replace(/"count":-?(?:0|[1-9][0-9]*)(?=[,}\]])/u, '"count":7');
        return answered({ ...request, body: Buffer.from(text, "latin1") });
      },
    });
    const { requirements } = await runInMemory(wrong, { token, seed: "wrong", document });
    const failed = requirements.filter(({ status }) => status === "failed");
    expect(failed.map(({ id }) => id)).toEqual(["refuses-invalid-member"]);
  });
});
