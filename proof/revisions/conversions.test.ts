/** A framework that converts types is one cause with one waiver, and a new fault is seen beside it. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, test } from "vitest";
import { renderFirstWaivers } from "../../cli/commands/init.ts";
import type { RunResult, Waiver } from "../../result/result.ts";
import { runInMemory } from "../seeds/memory-run.ts";
import { providerOf, type Steps, stepsOf } from "./described-provider.ts";
import { replacing, takingAs, without } from "./revision.ts";

const line = {
  type: "object",
  required: ["sku", "quantity"],
  properties: { sku: { type: "string" }, quantity: { type: "integer" } },
};
const order = {
  type: "object",
  required: ["reference", "count", "lines"],
  properties: {
    reference: { type: "string" },
    count: { type: "integer", maximum: 90_000 },
    price: { type: "number" },
    gift: { type: "boolean" },
    lines: { type: "array", items: line },
  },
};
const error = { type: "object", required: ["why"], properties: { why: { type: "string" } } };
const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const text = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Orders", version: "3" },
  paths: {
    "/orders": {
      post: {
        requestBody: { required: true, ...json(order) },
        responses: { 201: json({ type: "object" }), 422: json(error) },
      },
    },
  },
});
const failure = { status: 422, body: { why: "no" } };
const described = { text, path: "/orders", credentials: "none", success: 201, failure } as const;

const convert = new Ajv2020({ coerceTypes: true }).compile(order);
const converting: Steps = { ...stepsOf(described), isValid: (body) => convert(structuredClone(body)) };

function judged(steps: Steps, waivers: readonly Waiver[] = []): Promise<RunResult> {
  const options = { token: "token-of-orders", seed: "orders", document: { text } };
  return runInMemory(providerOf(steps), { ...options, authentication: "none", waivers, allowWaived: true });
}

const waiver = { id: "types-converted", cause: true, reason: "the framework converts", expires: "2999-12-31" } as const;
const causesOf = ({ causes }: RunResult): readonly string[] => causes?.map(({ id }) => id) ?? [];

let alone: RunResult;
beforeAll(async () => {
  alone = await judged(converting);
});

test("every conversion has one cause, and one entry that says so", () => {
  expect(causesOf(alone)).toEqual(["types-converted"]);
  const { text: file, entries } = renderFirstWaivers(alone, null, "cause");
  expect([entries, file]).toEqual([
    1,
    expect.stringMatching(/covers every conversion[^]*\n- cause: types-converted\n/),
  ]);
});

test("its waiver is all that the framework needs", async () => {
  const { exitCode } = await judged(converting, [waiver]);
  expect(exitCode).toBe(0);
});

test.each([
  ["takes an object for a text", { reference: "sent as an object" }],
  ["looks into no line of an order", { lines: [] }],
])("a provider that also %s fails beside the waiver", async (_what, instead) => {
  const [[member] = [""]] = Object.entries(instead);
  const also = replacing(described, () => ({
    isValid: (body) =>
      converting.isValid(body) ||
      takingAs((own) => ({ ...without(own, member), ...instead }))(converting).isValid(body),
  }));
  const result = await judged(also, [waiver]);
  expect(result.exitCode).toBe(1);
  expect(causesOf(result)).toContain("no-type-checks");
  expect(causesOf(result)).not.toContain("types-converted");
});
