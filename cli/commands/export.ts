/** `export`: the fixed checks as data, or as a file of another tool. Sends nothing. */
import { randomBytes } from "node:crypto";
import { toolVersion } from "../../library/version.ts";
import { loadVectors } from "../../suites/vectors/load-vectors.ts";
import { curlScript } from "../export/curl-script.ts";
import { type ExampleList, type VectorExample, examplesOf, isPlainLine } from "../export/examples-of.ts";
import { httpFile } from "../export/http-file.ts";
import { hurlFile } from "../export/hurl.ts";
import { postmanCollection } from "../export/postman.ts";
import type { Io } from "../io.ts";

/** The options of `export`, as parsed from the command line. */
export interface ExportOptions {
  readonly format: "vectors" | "hurl" | "http" | "postman" | "curl";
  readonly seed?: string;
}

interface ToolFormat {
  readonly canSend: (example: VectorExample) => boolean;
  readonly write: (list: ExampleList) => string;
}

const tools: Readonly<Record<Exclude<ExportOptions["format"], "vectors">, ToolFormat>> = {
  hurl: { canSend: () => true, write: hurlFile },
  http: { canSend: isPlainLine, write: httpFile },
  postman: { canSend: isPlainLine, write: postmanCollection },
  curl: { canSend: () => true, write: curlScript },
};

/** Runs `export`. */
export async function exportVectors({ format, seed }: ExportOptions, io: Io): Promise<number> {
  const file = await loadVectors({ seed: seed ?? "vectors", suite: toolVersion() });
  if (format === "vectors") {
    io.out(`${JSON.stringify(file, null, 1)}\n`);
    return 0;
  }
  const { canSend, write } = tools[format];
  // Other tools send the values that are written: another file has others, so that it can be run against the same store.
  io.out(write(examplesOf(file, seed ?? randomBytes(6).toString("hex"), canSend)));
  return 0;
}
