/** The published schemas of traffic, compiled for tests. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

const ajv = new Ajv2020({ strict: false });
const compiled = (file: string): ReturnType<typeof ajv.compile> =>
  ajv.compile(JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as object);

/** Whether a value is a result of traffic as `traffic.schema.json` describes it. */
export const isResult = compiled("../traffic.schema.json");
/** Whether a value is a line of a log as `exchange.schema.json` describes it. */
export const isLine = compiled("../read/exchange.schema.json");
