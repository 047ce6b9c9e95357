/** What Pact's core cannot run is found in the pact, with its place. */
import { describe, expect, test } from "vitest";
import { readPact } from "./pact-file.ts";

function runOf(interaction: object, more: object = {}): unknown {
  const pact = { consumer: { name: "kiosk" }, provider: { name: "plant-store" }, interactions: [interaction], ...more };
  return readPact({ name: "kiosk.json", text: JSON.stringify(pact), origin: "user-supplied" }).interactions[0]?.run;
}

const request = { method: "POST", path: "/plants" };

describe("an interaction that cannot be run", () => {
  test.each([
    [{ request, response: { status: "200" } }, 'is "200" (/interactions/0/response/status)'],
    [{ request, response: { status: null } }, "is null (/interactions/0/response/status)"],
    [{ request, response: { status: 20.5 } }, "is 20.5 (/interactions/0/response/status)"],
    [{ request, response: { status: 42 } }, "a status is a number from 100 to 599"],
    [{ request: [], response: { status: 200 } }, "Its request is not an object (/interactions/0/request)"],
    [{ type: "Asynchronous/Messages" }, "has the type Asynchronous/Messages (/interactions/0)"],
  ])("%j", (interaction, words) => {
    expect(runOf(interaction)).toEqual({ cannot: expect.stringContaining(words) });
  });

  test("because of plugins names each plugin", () => {
    const more = { metadata: { plugins: [{ name: "avro", version: "1.2.0" }, { name: "csv" }] } };
    expect(runOf({ request, response: { status: 200 } }, more)).toEqual({
      cannot:
        "Its pact needs the plugin avro 1.2.0 (/metadata/plugins/0) and the plugin csv (/metadata/plugins/1), and plugins are not run.",
    });
  });
});

test.each([{ status: 200 }, {}])("an interaction with the response %j can be run", (response) => {
  expect(runOf({ request, response })).toHaveProperty("pact");
});
