/** Stacks that can be recognised in answers: by a header field, or by the error page of the framework. Pure. */
import { readShipped } from "../spec/shipped-yaml.ts";
import type { Exchange } from "./result.ts";

/** The parts of an answer that identify a stack. All given parts must match. */
interface Sign {
  readonly status?: number;
  /** The name of a header field, in lower case, and the start of its value. */
  readonly header?: readonly [string, string];
  /** Texts that the body contains. */
  readonly holds?: readonly string[];
  /** The whole body. */
  readonly is?: string;
  /** Completes the sentence "recognized by ...". It is our text and quotes nothing of the answer. */
  readonly words: string;
}

/** A stack that is known. */
export interface ListedStack {
  /** The value for `--stack`. */
  readonly id: string;
  /** Its heading in docs/stacks.md. */
  readonly family: string;
  /** The common prefix of the names of its programs in the causes of `spec/requirements/`. */
  readonly programs: string;
  /** The file of `spec/programs/` that its fixes are cut from. */
  readonly program?: string;
  readonly signs: readonly Sign[];
}

/** The stacks of `spec/stacks.yaml`. */
export function listedStacks(): readonly ListedStack[] {
  return readShipped("stacks.yaml").value as readonly ListedStack[];
}

/** A stack that was recognised, and its evidence. */
export interface RecognisedStack {
  readonly stack: ListedStack;
  readonly words: string;
}

/** The stack that the answers of a run show; null if none can be recognised. */
export function stackOf(exchanges: readonly Exchange[]): RecognisedStack | null {
  for (const stack of listedStacks()) {
    const sign = stack.signs.find((one) => exchanges.some((exchange) => shows(exchange, one)));
    if (sign !== undefined) return { stack, words: sign.words };
  }
  return null;
}

/** Whether an exchange matches a sign. The pages of a framework are refusals. */
function shows({ response }: Exchange, { status, header, holds = [], is }: Sign): boolean {
  if (response === null || (status !== undefined && response.status !== status)) return false;
  const { headers, body } = response;
  if (header !== undefined && !headers.some(([name, value]) => isField(name, value, header))) return false;
  if (holds.length === 0 && is === undefined) return true;
  if (response.status < 400 || body.encoding !== "utf-8") return false;
  return (is === undefined || body.content === is) && holds.every((text) => body.content.includes(text));
}

function isField(name: string, value: string, [wanted, start]: readonly [string, string]): boolean {
  return name.toLowerCase() === wanted && value.startsWith(start);
}

/** The stack with the name that a user gives; undefined if there is none. */
export function stackNamed(name: string): ListedStack | undefined {
  const wanted = name.trim().toLowerCase();
  return listedStacks().find(({ id, family }) => id === wanted || family.toLowerCase() === wanted);
}

/** Whether a cause applies to a stack, by the names of the programs that the cause lists. */
export function isCauseOf({ programs }: Pick<ListedStack, "programs">, stacks: readonly string[]): boolean {
  return stacks.some((name) => name.startsWith(programs));
}

/** The causes of a stack first, then the others. */
export function ownFirst<Cause extends { readonly stacks: readonly string[] }>(
  causes: readonly Cause[],
  stack: Pick<ListedStack, "programs"> | undefined,
): readonly Cause[] {
  if (stack === undefined) return causes;
  const isOwn = ({ stacks }: Cause): boolean => isCauseOf(stack, stacks);
  return [...causes.filter(isOwn), ...causes.filter((cause) => !isOwn(cause))];
}
