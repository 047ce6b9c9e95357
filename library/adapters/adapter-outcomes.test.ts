import { expect, test } from "vitest";
import type { NodeListener } from "../serve-application.ts";
import { judge } from "../judge.ts";
import { judgeCases } from "./adapter-outcomes.ts";

const nowhere: NodeListener = (_request, response) => response.writeHead(404).end();

test("the result of an application says that it was judged in its process, and the result of a server does not", async () => {
  const selection = { only: ["operation-exists"] };
  const { provider } = await judge({ app: nowhere, token: "a-test-token", selection });
  expect(provider.inProcess).toBe(true);
  const other = await judge({ url: provider.baseUrl, token: "a-test-token", selection });
  expect(other.provider).toEqual({ baseUrl: provider.baseUrl });
});

test("a failure of an application without the operation names basePath, and no command that asks its closed port", async () => {
  const { verdict, cases } = await judgeCases({ app: nowhere, token: "a-test-token" });
  const failed = cases.filter(({ outcome, causes }) => outcome === "failed" && causes.length > 0);
  expect(failed.map(({ causes }) => causes)).toEqual([["operation-exists"]]);
  for (const { message } of [verdict, ...failed]) {
    expect(message).toContain('fix: Give the prefix of the routes as the option `basePath`, such as "/api"');
    expect(message).not.toMatch(/base URL (?:may|given)|curl|conformance check/);
    expect(message).toContain("explain operation-exists");
  }
});
