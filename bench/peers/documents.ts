/** The document as the other tools need it: none of them knows "not shown". */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { shipped } from "../../spec/shipped.ts";

interface Document {
  openapi: string;
  info: { license: { identifier?: string } };
  servers: ReadonlyArray<{ readonly url: string }>;
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
}

interface Operation {
  readonly requestBody: { readonly content: Readonly<Record<string, { example?: object }>> };
  readonly responses: Record<string, object>;
}

/** OpenAPI 3.0, because not all of them know 3.1. */
function asOlder(): { readonly document: Document; readonly operation: Operation } {
  const document = parse(shipped("openapi.yaml")) as Document;
  document.openapi = "3.0.3";
  delete document.info.license.identifier;
  document.servers = [{ url: "/" }];
  const operation = document.paths["/plants"]?.post;
  if (operation === undefined) throw new Error("The document has no operation");
  return { document, operation };
}

/** With the statuses that the reference chose where the document is silent: without them a tool stops at the first. */
export function withItsStatuses(folder: string): string {
  const { document, operation } = asOlder();
  const refusal = operation.responses["400"] ?? {};
  Object.assign(operation.responses, { "401": refusal, "405": refusal, "409": refusal });
  return written(folder, "with-statuses.json", document);
}

/** With an example, for a tool that sends nothing else. */
export function withAnExample(folder: string): string {
  const { document, operation } = asOlder();
  const body = operation.requestBody.content["application/json"];
  if (body !== undefined) body.example = { id: 4_711_000, name: "Monstera", tag: "tropical" };
  return written(folder, "with-an-example.json", document);
}

function written(folder: string, name: string, document: Document): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document, null, 2));
  return path;
}
