import { describe, expect, it } from "vitest";
import { createPlant, createStore } from "./create-plant.ts";

function create(body: string | Buffer, store = createStore()): { status: number; body: unknown } {
  const { status, body: text } = createPlant(Buffer.from(body), store);
  return { status, body: JSON.parse(text) };
}

function refusal(body: string): unknown {
  return create(body);
}

const badRequest = (message: unknown): unknown => ({ status: 400, body: { error: 400, message } });

describe("a NewPlant", () => {
  it("is answered with its name and tag and nothing else", () => {
    expect(create('{"id":1,"name":"Fern","tag":"indoor"}')).toEqual({
      status: 200,
      body: { name: "Fern", tag: "indoor" },
    });
  });

  it("without a tag is answered without one", () => {
    expect(create('{"id":1,"name":"Fern"}').body).toEqual({ name: "Fern" });
  });

  it.each([
    "",
    " ",
    " Fern ",
    "null",
    "__proto__",
    "constructor",
    "🌵",
    "e\u0301",
    "\u05d0\u202e",
    `"<&'\\/`,
    "\u0001",
  ])("gives the name and the tag %j back code point for code point", (text) => {
    expect(create(JSON.stringify({ id: 1, name: text, tag: text })).body).toEqual({ name: text, tag: text });
  });

  it("gives escaped characters back as the characters they spell", () => {
    expect(create(String.raw`{"id":1,"name":"\ud83c\udf35 \u0041\n"}`).body).toEqual({ name: "🌵 A\n" });
  });

  it.each(["0", "-0", "-1", "-9223372036854775808", "9223372036854775807", "1.0", "1e2"])(
    "may have the id %s",
    (id) => {
      expect(create(`{"id":${id},"name":"Fern"}`).status).toBe(200);
    },
  );

  it.each([
    '"x":null',
    '"x":{"id":2}',
    '"x":1,"x":2',
    '"ID":"a"',
    '"Name":5',
    String.raw`"x":"\ud800"`,
    '"__proto__":{"tag":5}',
  ])("may have the unknown member %s, which is ignored", (member) => {
    expect(create(`{${member},"id":1,"name":"Fern"}`)).toEqual({ status: 200, body: { name: "Fern" } });
  });
});

describe("an id", () => {
  it("that is taken is answered with 409, whatever the spelling and the rest", () => {
    const store = createStore();
    create('{"id":100,"name":"Fern"}', store);
    for (const id of ["100", "100.0", "1e2"]) {
      expect(create(`{"id":${id},"name":"Ivy"}`, store)).toEqual({
        status: 409,
        body: { error: 409, message: 'A plant with this "id" exists.' },
      });
    }
  });

  it("is distinguished from its neighbour beyond 2^53", () => {
    const store = createStore();
    const ids = ["9007199254740992", "9007199254740993", "9223372036854775806", "9223372036854775807"];
    expect(ids.map((id) => create(`{"id":${id},"name":"Fern"}`, store).status)).toEqual([200, 200, 200, 200]);
  });

  it("stays free when the plant is refused", () => {
    const store = createStore();
    create('{"id":1,"name":null}', store);
    expect(store.has(1n)).toBe(false);
  });
});

describe("what is not a NewPlant", () => {
  it.each(['{"name":"Fern"}', '{"ID":1,"name":"Fern"}', '{"__proto__":{"id":1},"name":"Fern"}'])(
    "is refused for a missing id: %s",
    (body) => {
      expect(refusal(body)).toEqual(badRequest('"id" is missing. It is required, an integer.'));
    },
  );

  it.each(['"1"', "null", "true", "[]", "{}", "1.5", "9007199254740993.5", "1.00000000000000000001", "1e-999999999"])(
    "is refused for the id %s",
    (id) => {
      expect(refusal(`{"id":${id},"name":"Fern"}`)).toEqual(badRequest('"id" must be an integer.'));
    },
  );

  it.each(["9223372036854775808", "-9223372036854775809", "1e30", "1e999999999"])("is refused for the id %s", (id) => {
    expect(refusal(`{"id":${id},"name":"Fern"}`)).toEqual(
      badRequest('"id" must be an int64: from -9223372036854775808 to 9223372036854775807.'),
    );
  });

  it.each(['{"id":1}', '{"id":1,"Name":"Fern"}', '{"id":1,"__proto__":{"name":"Fern"}}'])(
    "is refused for a missing name: %s",
    (body) => {
      expect(refusal(body)).toEqual(badRequest('"name" is missing. It is required, a string.'));
    },
  );

  it.each(["1", "null", "false", "[]", '{"name":"Fern"}'])("is refused for the name or the tag %s", (value) => {
    expect(refusal(`{"id":1,"name":${value}}`)).toEqual(badRequest('"name" must be a string.'));
    expect(refusal(`{"id":1,"name":"Fern","tag":${value}}`)).toEqual(badRequest('"tag" must be a string.'));
  });

  it.each([String.raw`\ud800`, String.raw`\udc00`, String.raw`a\udc00\ud800b`])(
    "is refused for the text %s",
    (text) => {
      const message = expect.stringContaining("half a surrogate pair");
      expect(refusal(`{"id":1,"name":"${text}"}`)).toEqual(badRequest(message));
      expect(refusal(`{"id":1,"name":"Fern","tag":"${text}"}`)).toEqual(badRequest(message));
    },
  );

  it("gets a message that says so when it is not a JSON object", () => {
    expect(refusal("[]")).toEqual(badRequest("The body is not a JSON object."));
  });
});
