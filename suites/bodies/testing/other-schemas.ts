/** Documents with other schemas than the shipped one, for tests. */
import { parse, stringify } from "yaml";
import { type Operation, readOperation } from "../../../spec/read-operation.ts";
import { shippedOverlay } from "../../../spec/overlay.ts";
import { shipped } from "../../../spec/shipped-yaml.ts";

export interface NewPlantSchema {
  readonly allOf: object[];
}
/** The document with another NewPlant. */
export function operationWith(edit: (newPlant: NewPlantSchema) => object): Operation {
  const document = parse(shipped("openapi.yaml")) as { components: { schemas: { NewPlant: NewPlantSchema } } };
  const { schemas } = document.components;
  return readOperation(
    stringify({
      ...document,
      components: { ...document.components, schemas: { ...schemas, NewPlant: edit(schemas.NewPlant) } },
    }),
    { overlay: shippedOverlay() },
  );
}

/** The document with an additional member `extra`. */
export function withExtra(schema: object, required = false): Operation {
  return operationWith(({ allOf }) => ({
    allOf: [...allOf, { properties: { extra: schema }, ...(required ? { required: ["extra"] } : {}) }],
  }));
}
