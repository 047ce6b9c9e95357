import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readExplanations } from "../spec/requirements.ts";
import type { Exchange } from "./result.ts";
import { isCauseOf, listedStacks, ownFirst, stackNamed, stackOf } from "./recognised-stacks.ts";

/** An exchange with an answer. */
function answered(status: number, content: string, headers: readonly (readonly [string, string])[] = []): Exchange {
  return {
    request: { method: "GET", url: "http://p/plants", headers: [], body: null, framing: "content-length" },
    response: { status, headers, body: { encoding: "utf-8", content, size: content.length } },
    timing: { startedMs: 0, firstByteMs: 1, totalMs: 1 },
    truncated: false,
    redacted: [],
    attempts: 1,
  };
}

const known = (...exchanges: readonly Exchange[]): string | undefined => stackOf(exchanges)?.stack.id;

describe("a stack is recognised", () => {
  test("by a header field in any letter case, on any answer", () => {
    expect(known(answered(200, "{}", [["x-powered-by", "Express"]]))).toBe("express");
    expect(known(answered(200, "{}", [["X-POWERED-BY", "PHP/8.3.1"]]))).toBe("php");
  });

  test("by an error page, and not by a plant that holds its words", () => {
    const words = "Failed to parse the request body as JSON: expected value";
    expect(known(answered(400, words))).toBe("axum");
    expect(known(answered(200, JSON.stringify({ name: words })))).toBeUndefined();
  });

  test("by the whole of a short body, which differs in a line feed alone", () => {
    expect(known(answered(404, "404 page not found"))).toBe("gin");
    expect(known(answered(404, "404 page not found\n"))).toBe("go");
    expect(known(answered(404, "404 page not found, sorry"))).toBeUndefined();
  });

  test("by the errors of what generates or drives it", () => {
    const detail = '"title":"Unprocessable Entity","status":422,"detail":"validation failed"';
    const ofHuma = `{"$schema":"http://127.0.0.1:8080/schemas/ErrorModel.json",${detail}}`;
    const page = answered(404, "404 page not found\n");
    expect(known(page, answered(422, ofHuma))).toBe("huma");
    const problem = '{"type": "about:blank", "title": "Bad Request", "detail": "None is not of type", "status": 400}';
    expect(known(answered(400, problem))).toBe("connexion");
    expect(known(answered(400, "request body has an error: value is required but missing\n"))).toBe("oapi-codegen");
    expect(known(answered(400, "parse request payload error: EOF while parsing"))).toBe("poem");
  });

  test("as what is built on another, where both show", () => {
    const own = '{"message":"Cannot GET /trees","error":"Not Found","statusCode":404}';
    expect(known(answered(404, own, [["X-Powered-By", "Express"]]))).toBe("nestjs");
  });

  test("never by an answer that is not there, or is not text", () => {
    expect(known({ ...answered(404, ""), response: null })).toBeUndefined();
    const binary = { encoding: "base64", content: "404 page not found", size: 9 } as const;
    expect(known({ ...answered(404, ""), response: { status: 404, headers: [], body: binary } })).toBeUndefined();
  });

  test("of hostile answers in time that grows with their size alone", () => {
    const long = `{"message":"Cannot `.repeat(1000);
    expect(known(...Array.from({ length: 500 }, () => answered(500, long)))).toBeUndefined();
  });
});

test("every stack is a heading of docs/stacks.md, and has causes", () => {
  const page = readFileSync(new URL("../docs/stacks.md", import.meta.url), "utf8");
  const causes = [...readExplanations().values()].flatMap((one) => one.causes);
  for (const stack of listedStacks()) {
    expect(page).toContain(`\n## ${stack.family}\n`);
    expect(causes.filter(({ stacks }) => isCauseOf(stack, stacks)).length, stack.id).toBeGreaterThan(0);
  }
  const others = causes
    .flatMap(({ stacks }) => stacks)
    .filter((name) => !listedStacks().some((one) => isCauseOf(one, [name])));
  expect(others).toEqual([]);
});

test("a stack is found by its name and its heading, in any letter case", () => {
  expect(stackNamed(" Flask ")?.id).toBe("flask");
  expect(stackNamed("Spring Boot")?.id).toBe("spring-boot");
  expect(stackNamed("flsk")).toBeUndefined();
});

test("the causes of a stack come first, and the order is otherwise kept", () => {
  const causes = [
    { stacks: ["Gin"] },
    { stacks: ["axum"] },
    { stacks: ["Go's net/http", "Gin"] },
    { stacks: ["Flask"] },
  ];
  expect(ownFirst(causes, stackNamed("gin")).map(({ stacks }) => stacks[0])).toEqual([
    "Gin",
    "Go's net/http",
    "axum",
    "Flask",
  ]);
  expect(ownFirst(causes, undefined)).toBe(causes);
});
