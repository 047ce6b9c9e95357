/** Small documents that specify little: one POST without security. */
import { stringify } from "yaml";
import type { Described } from "./described-provider.ts";

/** The content of a small document. */
interface Shown {
  readonly request: object;
  readonly success: object;
  /** Responses besides the success and its one failure. */
  readonly responses?: object;
  /** Header fields of the success. */
  readonly headers?: object;
}

export const content = (schema: object): object => ({ "application/json": { schema } });

export const problem = { type: "object", required: ["reason"], properties: { reason: { type: "string" } } };

/** The text of a document without security, with success 201 and failure 422. */
export function documentOf({ request, success, responses = {}, headers = {} }: Shown): string {
  const post = {
    requestBody: { required: true, content: content(request) },
    responses: {
      201: { description: "It is there", headers, content: content(success) },
      422: { description: "It is not", content: content(problem) },
      ...responses,
    },
  };
  return stringify({
    openapi: "3.1.0",
    info: { title: "A small service", version: "1.0.0" },
    paths: { "/things": { post } },
  });
}

/** The facts about such a document that a provider needs. */
export function smallService(text: string): Described {
  const failure = { status: 422, body: { reason: "This is not a thing" } };
  return { text, path: "/things", credentials: "none", success: 201, failure };
}
