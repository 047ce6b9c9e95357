import { expect, test } from "vitest";
import { startServer } from "./server.ts";
import { startStates } from "./state-endpoint.ts";

const token = "token-of-the-states";

async function asked(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

test("a plant exists after it was asked for, with exactly the id that was given, and no longer when there are none", async () => {
  await using server = await startServer({ token });
  await using states = await startStates(server.store);
  const create = (): Promise<{ readonly status: number }> =>
    asked(`${server.url}/plants`, '{"id":9007199254740993,"name":"Fern"}', { Authorization: `Bearer ${token}` });
  const question = '{"state":"a plant exists","params":{"id":9007199254740993},"action":"setup"}';
  expect(await asked(states.url, question)).toEqual({ status: 200, text: '{"plantId":9007199254740993}' });
  expect((await create()).status).toBe(409);
  expect((await asked(states.url, '{"state":"no plants","action":"setup"}')).status).toBe(200);
  expect((await create()).status).toBe(200);
  expect((await asked(states.url, '{"state":"no plants","action":"teardown"}')).text).toBe("{}");
  expect((await create()).status).toBe(409);
});

test.each([
  ["an unknown state", '{"state":"a full moon","action":"setup"}', {}, 404],
  ["no JSON", "state", {}, 400],
  ["an id that is no int64", '{"state":"a plant exists","params":{"id":"x"}}', {}, 400],
  ["a form, as a web page can send one", "state=x", { "Content-Type": "text/plain" }, 415],
  ["a body that is too long", `{"state":"${"x".repeat(70_000)}"}`, {}, 413],
])("%s is refused and changes nothing", async (_what, body, headers, status) => {
  await using server = await startServer({ token });
  await using states = await startStates(server.store);
  server.store.add(5n);
  expect((await asked(states.url, body, headers)).status).toBe(status);
  expect(server.store.has(5n)).toBe(true);
});

test("another Host than this machine's is refused, and so is every other method", async () => {
  await using server = await startServer({ token });
  await using states = await startStates(server.store);
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    const asking = request(
      states.url,
      { method: "POST", headers: { Host: "attacker.example", "Content-Type": "application/json" } },
      (response) => resolve(response.resume().statusCode),
    );
    asking.on("error", reject).end('{"state":"no plants"}');
  });
  expect(status).toBe(403);
  expect((await fetch(states.url)).status).toBe(405);
});

test("the server itself knows no states", async () => {
  await using server = await startServer({ token });
  const answered = await asked(`${server.url}/`, '{"state":"no plants"}', { Authorization: `Bearer ${token}` });
  expect(answered.status).toBe(404);
});
