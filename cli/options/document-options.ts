/** The options about the document that a provider is judged by. */
import { assertParameters } from "../../library/provider-result.ts";
import { assertJudgeable, type DocumentOption, judgedOperation } from "../../library/judged-document.ts";
import { defined } from "../../spec/defined.ts";
import { DOCUMENT_LIMITS } from "../../spec/read-document.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { readUtf8 } from "../files/read-file.ts";
import { asUsage, type Io, UsageError } from "../io.ts";
import type { Opening } from "../process/target.ts";
import { bringsContracts } from "./option-conflicts.ts";
import { namedProvider, type NamingOptions } from "./provider-options.ts";
import { type CheckValues, givenPacing } from "./run-options.ts";

export type DocumentOptions = Pick<CheckValues, "document" | "operation" | "overlay"> &
  Partial<Pick<CheckValues, "parameter">>;

export interface GivenDocument {
  /** Absent for the one that ships. */
  readonly document?: DocumentOption;
  readonly operation: Operation;
}

/** The document that the options name, or the one that ships. @throws {UsageError} when it cannot be used */
export async function givenDocument(options: DocumentOptions): Promise<GivenDocument> {
  const { document: file, operation, overlay, parameter: given = [] } = options;
  const parameter = given.length === 0 ? undefined : valuesOf(given);
  if (file === undefined) {
    const other = Object.entries({ operation, overlay, parameter }).find(([, value]) => value !== undefined)?.[0];
    if (other === undefined) return { operation: judgedOperation(undefined) };
    throw new UsageError(`--${other} has no effect without --document; give both, or leave it out`);
  }
  const text = readUtf8(file, DOCUMENT_LIMITS.bytes);
  const document = defined({
    text,
    operation,
    parameters: parameter,
    overlay: overlay === undefined ? undefined : await overlayIn(overlay),
  });
  return asUsage(
    Error,
    async () => {
      const judged = judgedOperation(document);
      await assertJudgeable(judged);
      return { document, operation: judged };
    },
    ({ message }) => `${JSON.stringify(file)}: ${message}`,
  );
}

type OpeningOptions = NamingOptions &
  Parameters<typeof givenPacing>[0] &
  Partial<Pick<CheckValues, "concurrency" | "pacts" | "broker">>;

/**
 * The provider for a document, and how to send requests to it: one at a time, unless an option says more.
 * @throws {UsageError} when none is named, or a required parameter has no value
 */
export function openingFor(
  operation: Operation,
  argument: string | undefined,
  options: OpeningOptions,
  io: Io,
): Opening {
  const { token, tokenFile, tokenCommand, invalidToken } = options;
  const isTokenGiven = [token, tokenFile, tokenCommand, invalidToken].some((one) => one !== undefined);
  const needsNone = operation.security.kind === "none" && !isTokenGiven;
  const named = namedProvider(argument, needsNone ? { ...options, auth: false } : options, io);
  if (named.kind === "url") asUsage(TypeError, () => assertParameters(operation, named.extra.headers));
  const { concurrency = 1, pacts = [], broker } = options;
  return { named, pacing: givenPacing(options, concurrency), needsStates: bringsContracts(defined({ pacts, broker })) };
}

/** The values of `--parameter`, by name. @throws {UsageError} when one has no name, or a name is given twice */
function valuesOf(given: readonly string[]): Readonly<Record<string, string>> {
  const pairs = given.map((text) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, value] as const;
    throw new UsageError(`--parameter ${JSON.stringify(text)} is not NAME=VALUE, such as "storeId=7"`);
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`--parameter ${JSON.stringify(twice)} is given twice; give it once`);
  return Object.fromEntries(pairs);
}

async function overlayIn(file: string): Promise<NonNullable<DocumentOption["overlay"]>> {
  const text = readUtf8(file, DOCUMENT_LIMITS.bytes);
  const { readOverlay } = await import("../../spec/overlay.ts");
  return asUsage(Error, () => readOverlay(text, JSON.stringify(file)));
}
