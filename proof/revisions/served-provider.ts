/** The server of `serve --document` without sockets: its access check, and the creation. */
import { servedBySchema } from "../../reference-impl/from-document/document-server.ts";
import { createGate } from "../../reference-impl/request-head.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { type Behaviour, refuse, type Request } from "../behaviour.ts";
import { but } from "../correct.ts";
import { descriptionOf } from "../../cli/commands/serve.ts";
import type { Judged } from "./revision.ts";

/** The provider that `serve --document` would start. */
export function servedProvider({ text, operation: name }: Judged, token: string): Behaviour {
  const operation = readOperation(text, name === undefined ? {} : { operation: name });
  const { path, authenticate, head, create, inItsWords } = servedBySchema(descriptionOf(operation), token);
  const gate = createGate(path, authenticate, head);
  return but({
    route: () => refuse("other-path", 404, "Not asked"),
    finish: (_answer, request) => {
      const refusal = gate(headOf(request));
      const { status, headers, body } = refusal === undefined ? create(request.body) : inItsWords(refusal);
      return { status, headers: { "Content-Type": "application/json", ...headers }, body };
    },
  });
}

function headOf({ method, path, query, headers, headerNames }: Request): Parameters<ReturnType<typeof createGate>>[0] {
  const rawHeaders = headerNames.flatMap((name) => [name, String(headers[name.toLowerCase()])]);
  return { method, url: query === undefined ? path : `${path}?${query}`, httpVersion: "1.1", rawHeaders };
}
