/** Whether a schema allows enough values for an identity: each request of a run needs a new one. */
import type { Operation } from "../../spec/read-operation.ts";
import type { Member } from "../../spec/shape.ts";
import { ORDINARY_IDS } from "./drafts.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { brokenByNumber } from "./constraints.ts";

const TRIED = 200;

/**
 * Makes sure that the identities of a run differ: a repeated one may be refused, which the document leaves open.
 * @throws {Error} when the schema of the identity allows too few values
 */
export function assertEnoughIdentities({ request, roles }: Pick<Operation, "request" | "roles">): void {
  const identity = request.members.find(({ name }) => name === roles.identity);
  if (identity === undefined || isAnyOrdinaryId(identity)) return;
  const step = Math.floor(ORDINARY_IDS.count / TRIED);
  const literals = Array.from({ length: TRIED }, (_, k) =>
    ordinaryLiteral(identity.shape, identity, ORDINARY_IDS.least + k * step),
  );
  if (new Set(literals).size === TRIED && hasManyValues(identity)) return;
  throw new Error(
    `The schema of the identity \`${identity.name}\` at ${identity.shape.path} leaves too few values: each request of a run needs another one`,
  );
}

/** Whether the schema allows every ordinary id: then the id is the number itself. */
function isAnyOrdinaryId({ shape }: Member): boolean {
  const { least, count } = ORDINARY_IDS;
  const ends = [least, least + 1, least + count - 1];
  return (
    shape.values === undefined &&
    shape.samples === undefined &&
    ends.every((end) => brokenByNumber(shape, end).length === 0)
  );
}

/** The letters of an ordinary text that make it different for each number. */
const LETTERS = 7;

/** Whether the bounds allow so many values that two of a run are hardly ever the same. */
function hasManyValues({ shape }: Member): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 1, maxLength = Infinity } = shape;
  return shape.types.includes("string") ? maxLength >= LETTERS : (maximum - minimum) / multipleOf >= 100_000_000;
}
