/** `diff`: the name that `compare` of two documents had. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { CompareDocumentsOptions } from "./compare-documents.ts";

/** Adds the command. */
export function addDiff(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("diff", { hidden: true })
    .description("compare of two documents; use compare")
    .argument("<old>", "the earlier OpenAPI document, YAML or JSON")
    .argument("<new>", "the later OpenAPI document")
    .option("--operation <name>", "the operationId or path of the create operation, if a document has several")
    .option("--overlay <file>", "a YAML file with the meaning of members in both documents")
    .option("--json", "print JSON", false)
    .action(async (old: string, now: string, { json, ...options }: Documents) => {
      const { compareDocuments } = await import("./compare-documents.ts");
      exitWith(await compareDocuments(old, now, { ...options, format: json ? "json" : "text" }, io));
    });
}

type Documents = Omit<CompareDocumentsOptions, "format"> & { readonly json: boolean };
