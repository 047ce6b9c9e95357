/** User-supplied interactions: whether they pass or fail, the states that they need, and what the document says. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startServer } from "../reference-impl/server.ts";
import { userSupplied, json, provider, right, token, verify } from "./testing/contract-provider.ts";

const NEEDS_FULL_STORE = userSupplied((interaction) => ({
  ...interaction,
  providerStates: [{ name: "a full store" }],
}));

describe("an interaction that is added by hand", () => {
  test("passes if it is right", async () => {
    await using server = await startServer({ token });
    const pacts = [userSupplied((interaction) => ({ ...interaction, description: "another" }))];
    expect(await verify(server.url, { pacts })).toEqual([
      { description: "another", states: [], status: "passed", findings: [] },
    ]);
  });

  test("fails if it is wrong, at no level of the document", async () => {
    await using server = await startServer({ token });
    const pacts = [userSupplied((interaction) => ({ ...interaction, response: { status: 422 } }))];
    const [only] = await verify(server.url, { pacts });
    expect(only).toMatchObject({
      status: "failed",
      findings: [{ where: "status", expected: "422", seen: "400" }],
      openPoints: [{ id: "other-statuses", where: "status" }],
    });
    expect(only).not.toHaveProperty("requirement");
    expect(only).not.toHaveProperty("level");
  });

  test("is verified once", async () => {
    await using server = await provider((response) => json(response, 500, {}));
    await verify(server.url, { pacts: [userSupplied((interaction) => interaction)] });
    expect(server.bodies).toHaveLength(1);
  });

  test.each([
    ["the pact", userSupplied((interaction) => ({ ...interaction, pending: true, response: { status: 422 } }))],
    [
      "the broker",
      { ...userSupplied((interaction) => ({ ...interaction, response: { status: 422 } })), pending: true },
    ],
  ])("is not judged if it is pending by %s and not met, and says so", async (_whose, pact) => {
    await using server = await startServer({ token });
    const [only] = await verify(server.url, { pacts: [pact] });
    expect(only).toMatchObject({ status: "not-judged", pending: true, findings: [{ where: "status" }] });
  });

  test("is sent with the Authorization of the pact if it expects a refusal of the token", async () => {
    await using server = await provider((response) => json(response, 401, {}));
    const pacts = [userSupplied((interaction) => ({ ...interaction, response: { status: 401 } }))];
    expect((await verify(server.url, { pacts })).map(({ status }) => status)).toEqual(["passed"]);
    expect(server.authorizations).toEqual(["Bearer pact-example-token"]);
  });

  test("is not judged if it is a message", async () => {
    await using server = await provider(right);
    const pacts = [userSupplied((interaction) => ({ ...interaction, type: "Asynchronous/Messages" }))];
    const [only] = await verify(server.url, { pacts });
    expect(only).toMatchObject({ status: "not-judged", reason: expect.stringContaining("Asynchronous/Messages") });
  });
});

describe("the pact of the page on contracts", () => {
  const page = readFileSync(new URL("../docs/contracts.md", import.meta.url), "utf8");
  const text = /```json\n(\{.*?)```/s.exec(page)?.[1] ?? "";
  const pacts = [{ name: "shop.json", text, origin: "user-supplied" as const }];

  test("passes twice against the same store", async () => {
    await using server = await startServer({ token });
    for (const _ of [1, 2]) {
      expect(await verify(server.url, { pacts })).toMatchObject([{ description: "a new plant", status: "passed" }]);
    }
  });

  test("with a fixed id gets a remark on the second run", async () => {
    await using server = await startServer({ token });
    const { interactions, ...pact } = JSON.parse(text);
    const fixed = interactions.map((one: object) => ({ ...one, providerStates: [] }));
    fixed[0].request.generators = {};
    const [source] = pacts.map((one) => ({ ...one, text: JSON.stringify({ ...pact, interactions: fixed }) }));
    if (source === undefined) throw new Error("There is no pact");
    const run = async (): Promise<unknown> => (await verify(server.url, { pacts: [source] }))[0];
    expect(await run()).toMatchObject({ status: "passed" });
    expect(await run()).toMatchObject({
      status: "failed",
      findings: [{ where: "status", expected: "200", seen: "409" }, {}],
      remark: expect.stringContaining("The id 1 stands in the pact"),
    });
  });
});

describe("a state that the suite does not supply", () => {
  test("is not judged, and nothing is sent, without a provider states URL", async () => {
    await using server = await provider(right);
    const [only] = await verify(server.url, { pacts: [NEEDS_FULL_STORE] });
    expect(only).toMatchObject({
      status: "not-judged",
      reason: 'It needs a provider state that the suite cannot set up: "a full store". Give --provider-states-url.',
    });
    expect(server.bodies).toEqual([]);
  });

  test("is set up at the states URL before, and torn down after, without the token", async () => {
    await using server = await provider(right);
    await using states = await provider((response) => response.writeHead(204).end());
    const [only] = await verify(server.url, { pacts: [NEEDS_FULL_STORE], statesUrl: states.url });
    expect(only?.status).toBe("passed");
    expect(states.bodies.map((body): unknown => JSON.parse(body))).toEqual([
      { state: "a full store", params: {}, action: "setup" },
      { state: "a full store", params: {}, action: "teardown" },
    ]);
    expect(states.authorizations).toEqual([undefined, undefined]);
  });

  test("gives values, whose numbers leave exactly as the states URL wrote them", async () => {
    await using server = await provider((response) => json(response, 400, { error: 1, message: "taken" }));
    await using states = await provider((response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"takenId":9007199254740993}');
    });
    const pact = userSupplied((interaction) => ({
      ...interaction,
      providerStates: [{ name: "a plant exists" }],
      request: {
        method: "POST",
        path: "/plants",
        headers: { Authorization: ["Bearer x"], "Content-Type": ["application/json"] },
        body: { content: { id: 1, name: "Fern" }, contentType: "application/json", encoded: false },
        generators: { body: { "$.id": { type: "ProviderState", expression: "${takenId}" } } },
      },
    }));
    const [only] = await verify(server.url, { pacts: [pact], statesUrl: states.url });
    expect(server.bodies).toEqual(['{"id":9007199254740993,"name":"Fern"}']);
    expect(only).toMatchObject({ status: "passed", openPoints: [{ id: "duplicate-id" }] });
  });

  test.each([
    ["refuses it", 500],
    ["does not know it", 404],
  ])("is not judged, and nothing is sent, where the states URL %s", async (_what, status) => {
    await using server = await provider(right);
    await using states = await provider((response) => response.writeHead(status).end());
    const [only] = await verify(server.url, { pacts: [NEEDS_FULL_STORE], statesUrl: states.url });
    expect(only).toMatchObject({
      status: "not-judged",
      reason: `The provider could not be put into the state "a full store": the URL for provider states answered ${status}.`,
    });
    expect(server.bodies).toEqual([]);
  });

  test("is not judged where the states URL never answers", async () => {
    await using server = await provider(right);
    await using states = await provider(() => undefined);
    const [only] = await verify(server.url, {
      pacts: [NEEDS_FULL_STORE],
      statesUrl: states.url,
      limits: { requestMs: 300 },
    });
    expect(only?.status).toBe("not-judged");
  });
});
