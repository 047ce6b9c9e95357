/** Vectors as an `.http` file, with the response scripts that the clients of JetBrains and httpYac run. Pure. */
import { type ExampleList, type VectorExample, introduction, textOfBody, withVariable } from "./examples-of.ts";

const HOW = "Set the variables base_url and token in the environment of the client.";

/** The examples as requests of one file. */
export function httpFile(list: ExampleList): string {
  const lines = introduction(list, HOW).map((line) => `# ${line}`);
  return `${[lines.join("\n"), ...list.examples.map(entry)].join("\n\n")}\n`;
}

function entry(example: VectorExample): string {
  const { id, title, level, expected, method, path, headers } = example;
  const condition = expected === "200" ? "response.status === 200" : "response.status >= 300";
  return [
    `### ${id}`,
    `# ${level}: ${title}`,
    `${method} {{base_url}}${path}`,
    ...headers.map(([name, value]) => `${name}: ${withVariable(value, "{{token}}")}`),
    "",
    textOfBody(example),
    "",
    "> {%",
    `  client.test(${JSON.stringify(title)}, function () {`,
    `    client.assert(${condition}, "expected ${expected}, not " + response.status);`,
    "  });",
    "%}",
  ].join("\n");
}
