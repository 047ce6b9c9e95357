/** The document in the form that the other tools need, because none of them knows "not shown". */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { shipped } from "../../spec/shipped-yaml.ts";

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

/** The document as OpenAPI 3.0, because some tools do not support 3.1. */
function asOlder(): { readonly document: Document; readonly operation: Operation } {
  const document = parse(shipped("openapi.yaml")) as Document;
  document.openapi = "3.0.3";
  delete document.info.license.identifier;
  document.servers = [{ url: "/" }];
  const operation = document.paths["/plants"]?.post;
  if (operation === undefined) throw new Error("The document has no operation");
  return { document, operation };
}

/** Adds the statuses of the reference that the document does not show. Without them a tool stops at the first one. */
export function withItsStatuses(folder: string): string {
  const { document, operation } = asOlder();
  const refusal = operation.responses["400"] ?? {};
  Object.assign(operation.responses, { "401": refusal, "405": refusal, "409": refusal });
  return written(folder, "with-statuses.json", document);
}

/** Adds an example, for a tool that sends only examples. */
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
