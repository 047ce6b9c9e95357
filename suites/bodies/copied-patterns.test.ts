/**
 * The patterns that are copied most often: for each, the suite finds as many matching texts as a run needs, and wrong
 * ones.
 */
import { expect, test } from "vitest";
import { expressionOf } from "../../spec/pattern/run-pattern.ts";
import { shapeOf } from "../../spec/schema-shape.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { wrongInside } from "./wrong-values.ts";

const raw = String.raw;

test.each([
  ["e-mail", raw`^[\w-\.]+@([\w-]+\.)+[\w-]{2,4}$`],
  ["e-mail, as of HTML", raw`^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$`],
  ["e-mail, at its shortest", raw`^\S+@\S+\.\S+$`],
  ["telephone of E.164", raw`^\+[1-9]\d{1,14}$`],
  ["telephone of E.164, the plus left out", raw`^\+?[1-9]\d{1,14}$`],
  ["telephone with signs", raw`^[\+]?[(]?[0-9]{3}[)]?[-\s\.]?[0-9]{3}[-\s\.]?[0-9]{4,6}$`],
  ["slug", "^[a-z0-9]+(?:-[a-z0-9]+)*$"],
  [
    "semver",
    raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
  ],
  ["colour", "^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$"],
  ["IPv4", raw`^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$`],
  ["date", raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`],
  ["time", "^([01]?[0-9]|2[0-3]):[0-5][0-9]$"],
  ["UUID", "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"],
  ["URL", raw`^https?:\/\/[^\s/$.?#].[^\s]*$`],
  [
    "URL, at length",
    raw`^https?:\/\/(www\.)?[-a-zA-Z0-9@:%._\+~#=]{1,256}\.[a-zA-Z0-9()]{1,6}\b([-a-zA-Z0-9()@:%_\+.~#?&//=]*)$`,
  ],
  ["domain", raw`^([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}$`],
  ["password", raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$`],
  ["password, of any signs", "^(?=.*[A-Za-z])(?=.*[0-9]).{8,}$"],
  ["no blank", raw`^\S+$`],
  ["a character that is not white space", raw`\S`],
  ["one line", "^.+$"],
  ["no mark-up", "^[^<>]*$"],
  ["letters of Unicode", raw`^[\p{L} .'-]+$`],
  ["postcode", raw`^\d{5}(-\d{4})?$`],
  ["postcode of the United Kingdom", raw`^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$`],
  ["amount", raw`^\d+(\.\d{1,2})?$`],
  ["currency", "^[A-Z]{3}$"],
  ["language", "^[a-z]{2}(-[A-Z]{2})?$"],
  ["IBAN", "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"],
  ["base64", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"],
  ["name of a user", "^[a-zA-Z0-9_-]{3,16}$"],
  ["number of a card", raw`^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14})$`],
])("%s", (_name, pattern) => {
  const schema = { type: "string", pattern } as const;
  const shape = shapeOf({ schema }, { schema, path: "/schema" });
  const expression = expressionOf(pattern);
  const valid = [1_000_001, 1_000_002, 1_000_003].map((n) => JSON.parse(ordinaryLiteral(shape, {}, n)) as string);
  expect(valid.filter((text) => !expression.test(text))).toEqual([]);
  const wrong = wrongInside(shape).map(({ literal }) => JSON.parse(literal({}, 1_000_001)) as string);
  expect(wrong.filter((text) => expression.test(text))).toEqual([]);
  expect(wrong.length).toBeGreaterThan(0);
});
