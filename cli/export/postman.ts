/** Vectors as a collection of Postman, format 2.1. Pure. */
import { groupBy } from "../../result/group.ts";
import { type ExampleList, type VectorExample, introduction, textOfBody, withVariable } from "./examples-of.ts";

const HOW = "Set the variables base_url and token of the collection.";

/** The examples as a collection, with a folder for each requirement. */
export function postmanCollection(list: ExampleList): string {
  const folders = groupBy(list.examples, ({ requirement }) => requirement);
  const collection = {
    info: {
      name: `Plant Store vectors (${list.of})`,
      description: introduction(list, HOW).join("\n"),
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "base_url", value: "http://127.0.0.1:8080" },
      { key: "token", value: "" },
    ],
    item: Array.from(folders, ([name, examples]) => ({ name, item: examples.map(item) })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function item(example: VectorExample): unknown {
  const { id, title, level, expected, method, path, headers } = example;
  const condition = expected === "200" ? "to.equal(200)" : "to.be.at.least(300)";
  const test = [
    `pm.test(${JSON.stringify(`${level} ${title}`)}, function () {`,
    `  pm.expect(pm.response.code).${condition};`,
    "});",
  ];
  return {
    name: `${id}: ${title}`,
    request: {
      method,
      header: headers.map(([key, value]) => ({ key, value: withVariable(value, "{{token}}") })),
      // With `json`, Postman removes comments.
      body: { mode: "raw", raw: textOfBody(example), options: { raw: { language: "text" } } },
      url: { raw: `{{base_url}}${path}`, host: ["{{base_url}}"], path: path.slice(1).split("/") },
    },
    event: [{ listen: "test", script: { type: "text/javascript", exec: test } }],
  };
}
