/** Whether a schema leaves an identity enough values: each request of a run needs another one. */
import type { Operation } from "../../spec/read-operation.ts";
import type { Member } from "../../spec/shape.ts";
import { ORDINARY_IDS } from "./drafts.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { brokenByNumber } from "./constraints.ts";

/** Numbers of ids that are tried. */
const TRIED = 200;

/**
 * Makes sure that the identities of a run differ: one that comes again may be refused, which the document leaves open.
 * @throws {Error} when the schema of the identity leaves too few values
 */
export function assertFreshIdentities({ request, roles }: Pick<Operation, "request" | "roles">): void {
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

/** Whether every ordinary id is one: then it is the number itself. */
function isAnyOrdinaryId({ shape }: Member): boolean {
  const { least, count } = ORDINARY_IDS;
  const ends = [least, least + 1, least + count - 1];
  return (
    shape.values === undefined &&
    shape.samples === undefined &&
    ends.every((end) => brokenByNumber(shape, end).length === 0)
  );
}

/** Letters of an ordinary text that make it another one for each number. */
const LETTERS = 7;

/** So many values within its bounds that hardly two of a run's are the same. */
function hasManyValues({ shape }: Member): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 1, maxLength = Infinity } = shape;
  return shape.types.includes("string") ? maxLength >= LETTERS : (maximum - minimum) / multipleOf >= 100_000_000;
}
