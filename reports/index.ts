/** The formats of a report. */
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import type { RunResult } from "./result.ts";
import { type TextOptions, renderText } from "./text.ts";

export { renderVerdictLine } from "./verdict-line.ts";
export type { TextOptions } from "./text.ts";

/** A format: a pure function of the result, and the name that its file usually has. */
export interface Renderer {
  readonly fileName: string;
  /** The whole file as text, to be written in UTF-8. Only the text report looks at the options. */
  readonly render: (result: RunResult, options?: TextOptions) => string;
}

/** The names that a user calls the formats by. */
export type Format = "text" | "json" | "junit";

/** Every format there is. */
export const renderers: Readonly<Record<Format, Renderer>> = {
  text: { fileName: "report.txt", render: renderText },
  json: { fileName: "result.json", render: renderJson },
  junit: { fileName: "junit.xml", render: renderJunit },
};
