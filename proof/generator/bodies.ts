/** WHAT: bodies and media types that an answer must not have. */
import type { NewPlant } from "../behaviour.ts";
import { plantBody } from "../correct.ts";

/** Media types other than application/json, however similar. */
export const OTHER_TYPES = [
  "text/plain",
  "text/json",
  "text/html",
  "application/problem+json",
  "application/vnd.api+json",
];

/** Changes of a JSON text after which it is no longer JSON in UTF-8. */
export const SPOILT: Readonly<Record<string, (text: string) => string | Buffer>> = {
  "begins with a byte order mark": (text) => `\uFEFF${text}`,
  "is UTF-16": (text) => Buffer.from(text, "utf16le"),
  "is cut short": (text) => text.slice(0, -1),
  "is empty": () => "",
  "has a comma too many": (text) => text.replace(/\}$/u, ",}"),
  "has single quotes": (text) => text.replaceAll('"', "'"),
  "is followed by more": (text) => `${text}{}`,
  "is a page": () => "<h1>Plants</h1>",
  "is a JSON string of JSON": (text) => JSON.stringify(text),
};

/** Bodies of a 200 that are JSON but not a Plant, or that contain the id. */
export const SHAPES: Readonly<Record<string, (plant: NewPlant) => unknown>> = {
  "has no name": ({ tag }) => ({ tag: tag ?? "fern" }),
  "has the name null": (plant) => ({ ...plantBody(plant), name: null }),
  "has a number for a name": (plant) => ({ ...plantBody(plant), name: plant.name.length }),
  "has an array for a name": (plant) => ({ ...plantBody(plant), name: [plant.name] }),
  "has an object for a name": (plant) => ({ ...plantBody(plant), name: { en: plant.name } }),
  "has the tag null": (plant) => ({ ...plantBody(plant), tag: null }),
  "has a number for a tag": (plant) => ({ ...plantBody(plant), tag: 7 }),
  "has an array for a tag": (plant) => ({ ...plantBody(plant), tag: [plant.tag ?? "fern"] }),
  "has the id": (plant) => ({ id: Number(plant.id), ...plantBody(plant) }),
  "has the id as a string": (plant) => ({ ...plantBody(plant), id: String(plant.id) }),
  "is in an array": (plant) => [plantBody(plant)],
  "is wrapped in data": (plant) => ({ data: plantBody(plant) }),
  "is {}": () => ({}),
  "is null": () => null,
  "is true": () => true,
  "is a string": (plant) => plant.name,
};

/** Bodies of a 400 that are JSON but not an Error. */
export const ERRORS: Readonly<Record<string, unknown>> = {
  "has no message": { error: 400 },
  "has no error": { message: "It was refused" },
  "has a string for error": { error: "400", message: "It was refused" },
  "has the error null": { error: null, message: "It was refused" },
  "has a fraction for error": { error: 400.5, message: "It was refused" },
  "has an error beyond int32": { error: 2 ** 31, message: "It was refused" },
  "has true for error": { error: true, message: "It was refused" },
  "has the message null": { error: 400, message: null },
  "has a number for a message": { error: 400, message: 17 },
  "has an array for a message": { error: 400, message: ["It was refused"] },
  "has an object for a message": { error: 400, message: { text: "It was refused" } },
  "is wrapped": { error: { error: 400, message: "It was refused" } },
  "is in an array": [{ error: 400, message: "It was refused" }],
  "is a string": "It was refused",
  "has other names": { code: 400, detail: "It was refused" },
};
