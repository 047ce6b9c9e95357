/** Vectors as a Hurl file (https://hurl.dev). Pure. */
import {
  type ExampleList,
  type VectorExample,
  introduction,
  isPlainLine,
  textOfBody,
  withVariable,
} from "./examples-of.ts";

const HOW = "Run: hurl --test --variable base_url=http://127.0.0.1:8080 --secret token=... vectors.hurl";

/** The examples as entries of one file. */
export function hurlFile(list: ExampleList): string {
  const lines = introduction(list, HOW).map((line) => `# ${line}`);
  return `${[lines.join("\n"), ...list.examples.map(entry)].join("\n\n")}\n`;
}

function entry(example: VectorExample): string {
  const { id, title, level, expected, method, path, headers } = example;
  return [
    `# ${level} ${id}`,
    `# ${title}`,
    `${method} {{base_url}}${path}`,
    // `#` begins a comment also after a value.
    ...headers.map(([name, value]) => `${name}: ${withVariable(value.replaceAll(/[\\#]/g, "\\$&"), "{{token}}")}`),
    ...body(example),
    ...(expected === "200" ? ["HTTP 200", "[Asserts]", ...plant] : ["HTTP *", "[Asserts]", "status >= 300"]),
  ].join("\n");
}

/** The assertions for every 200. */
const plant = [
  'header "Content-Type" matches /^(?i)application\\/json\\s*(;|$)/',
  'jsonpath "$.name" isString',
  'jsonpath "$.id" not exists',
];

/** Text between backticks is literal, except for escapes and templates. Other bytes are in base64. */
function body(example: VectorExample): readonly string[] {
  if (example.body.length === 0) return [];
  const isText = isPlainLine(example) && !/[`\\]/.test(textOfBody(example));
  return [isText ? `\`${textOfBody(example)}\`` : `base64,${Buffer.from(example.body).toString("base64")};`];
}
