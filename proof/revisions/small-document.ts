/** Small documents of services that say little: one POST without security. */
import { stringify } from "yaml";
import type { Described } from "./described-provider.ts";

/** What a small document shows. */
interface Shown {
  readonly request: object;
  readonly success: object;
  /** Beside the success and its one failure. */
  readonly responses?: object;
  /** Of the success. */
  readonly headers?: object;
}

export const content = (schema: object): object => ({ "application/json": { schema } });

export const problem = { type: "object", required: ["reason"], properties: { reason: { type: "string" } } };

/** The text of a document without security, whose success is 201 and whose failure is 422. */
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

/** What a provider needs of such a document. */
export function smallService(text: string): Described {
  const failure = { status: 422, body: { reason: "This is no thing" } };
  return { text, path: "/things", credentials: "none", success: 201, failure };
}
