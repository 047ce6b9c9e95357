/** `--stack NAME`: the stack of the provider, as named by the user. */
import { knownStacks, stackNamed, type KnownStack } from "../../result/known-stacks.ts";
import { UsageError } from "../io.ts";

/**
 * The stack of that name.
 * @throws {UsageError} for an unknown name; the message contains the nearest one
 */
export async function givenStack(name: string): Promise<KnownStack> {
  const stack = stackNamed(name);
  if (stack !== undefined) return stack;
  const { nearName } = await import("../../result/near-name.ts");
  const ids = knownStacks.map(({ id }) => id);
  const nearest = nearName(name, ids);
  const hint = nearest !== null ? `did you mean ${nearest}? Known` : "known";
  throw new UsageError(`There is no stack ${JSON.stringify(name.slice(0, 100))}; ${hint} are ${ids.join(", ")}`);
}
