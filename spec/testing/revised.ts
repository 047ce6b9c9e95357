/** Revisions of the document that ships, for tests. */
import { parse, stringify } from "yaml";
import { shippedOverlay } from "../overlay.ts";
import { type Operation, type ReadingOptions, readOperation } from "../read-operation.ts";
import { shipped } from "../shipped-yaml.ts";

/** The parts of the document that tests edit. */
export interface WrittenDocument {
  security: readonly object[];
  readonly paths: {
    readonly "/plants": {
      readonly post: { responses: Record<string, object>; requestBody: { required?: boolean; content: object } };
    };
  };
  readonly components: {
    readonly securitySchemes: Record<string, object>;
    readonly schemas: {
      readonly NewPlant: { allOf: object[] };
      readonly Plant: { properties: Record<"name" | "tag", object> };
    };
  };
}

/** The document that ships, edited; with its overlay unless another reading is given. */
export function revised(
  edit: (document: WrittenDocument) => void,
  reading: ReadingOptions = { overlay: shippedOverlay() },
): Operation {
  const document = parse(shipped("openapi.yaml")) as WrittenDocument;
  edit(document);
  return readOperation(stringify(document), reading);
}

/** The document that ships with another method of its operation. */
export function withMethod(method: string): Operation {
  return revised(({ paths }) => {
    const { post } = paths["/plants"];
    Object.assign(paths, { "/plants": { [method.toLowerCase()]: post } });
  });
}

/** The responses of the operation in such a document, to be edited. */
export function responsesIn({ paths }: WrittenDocument): Record<string, object> {
  return paths["/plants"].post.responses;
}

/** A response with the body of the document's 400. */
export const likeTheError: object = {
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};
