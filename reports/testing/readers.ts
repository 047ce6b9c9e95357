/** For tests: a reader for each format, from another project. Each throws if it cannot read its input. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { type CTRFReport, validateStrict } from "ctrf";
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { type FinalResults, Parser } from "tap-parser";
import { validateXML } from "xmllint-wasm";

function fixture(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

export { readResult } from "../../result/read-result.ts";

const validateBrief = new Ajv2020({ strict: false }).compile<BriefLine>(
  JSON.parse(fixture("../brief.schema.json")) as object,
);

/** As far as the tests look into it. */
export interface BriefLine {
  readonly cause: string;
  readonly requirements: readonly string[];
  readonly command: string;
}

/** Each line by the schema that ships. */
export function readBrief(text: string): readonly BriefLine[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error("The last line has no end");
  return lines.map((line) => {
    const value: unknown = JSON.parse(line);
    if (!validateBrief(value)) throw new Error(JSON.stringify(validateBrief.errors));
    return value;
  });
}

/** libxml2, by Jenkins' schema, one file or several. @returns its complaints */
export async function junitFaults(...xml: readonly string[]): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [...xml], schema: fixture("junit.xsd") });
  return errors.map(({ message }) => message);
}

export function readCtrf(text: string): CTRFReport {
  const report: unknown = JSON.parse(text);
  validateStrict(report);
  return report;
}

/** har-schema is of 2016, names a draft that ajv no longer knows, and has no types. */
const validateHar = (() => {
  const require = createRequire(import.meta.url);
  const schemas = require("har-schema") as Readonly<Record<string, object>>;
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  for (const schema of Object.values(schemas)) ajv.addSchema(withoutDraft(schema));
  const validate = ajv.getSchema("har.json#");
  if (validate === undefined) throw new Error("har-schema holds no har.json");
  return validate;
})();

function withoutDraft(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== "$schema"));
}

/** As far as the tests look into it. */
export interface Har {
  readonly log: {
    readonly entries: ReadonlyArray<{
      readonly time: number;
      readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
      readonly response: { readonly content: object; readonly headers: readonly object[] };
    }>;
  };
}

export function readHar(text: string): Har {
  const value: unknown = JSON.parse(text);
  if (validateHar(value) !== true) throw new Error(JSON.stringify(validateHar.errors));
  return value as Har;
}

const validateBadge = new Ajv2020().compile<{ readonly message: string }>(
  JSON.parse(fixture("shields-endpoint.schema.json")) as object,
);

export function readBadge(text: string): { readonly message: string } {
  const value: unknown = JSON.parse(text);
  if (!validateBadge(value)) throw new Error(JSON.stringify(validateBadge.errors));
  return value;
}

export interface TapPoint {
  readonly ok: boolean;
  readonly name: string;
  readonly todo: unknown;
  readonly skip: unknown;
  readonly diag: unknown;
}

export interface Tap {
  readonly final: FinalResults;
  readonly points: readonly TapPoint[];
  /** Lines that are no TAP. */
  readonly extra: readonly string[];
}

export function readTap(text: string): Tap {
  const points: TapPoint[] = [];
  const extra: string[] = [];
  let final: FinalResults | undefined;
  const parser = new Parser({ strict: true }, (results) => (final = results));
  parser.on("assert", ({ ok, name, todo, skip, diag }: TapPoint) => points.push({ ok, name, todo, skip, diag }));
  parser.on("extra", (line: string) => extra.push(line));
  parser.end(text);
  if (final === undefined) throw new Error("The parser came to no end");
  return { final, points, extra };
}

export function readMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** A node of Markdown and everything in it. */
export function nodesOf(node: Nodes): readonly Nodes[] {
  return [node, ...("children" in node ? node.children.flatMap((child) => nodesOf(child)) : [])];
}
