/** What to judge and what fails the run, from the options of `check`. */
import type { CheckValues } from "./run-options.ts";
import { defined } from "../../spec/defined.ts";
import type { ProviderRunOptions } from "../../library/judge-options.ts";
import { type Expectations, RESULT_FORMAT, type Subject, type Waiver } from "../../result/result.ts";
import type { Selection } from "../../library/check-selection.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { asUsage, UsageError } from "../io.ts";
import { type ListedStack, listedStacks, stackNamed } from "../../result/recognised-stacks.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { isMapping, openPointFault, LONGEST } from "../../library/option-rules.ts";
import { readUtf8, readingYaml } from "../files/read-file.ts";
import { valueOfYaml, yamlIn } from "../../spec/read-yaml-text.ts";
import { isSafeText } from "../../result/safe-text.ts";

type WholeRunOptions = ExpectationOptions &
  Pick<CheckValues, "waivers" | "allowWaived" | "baseline" | "failOnRegression">;

type JudgingOptions = WholeRunOptions &
  Pick<CheckValues, "shard" | "only" | "skip" | "strict" | "seed" | "fuzz" | "failFast" | "invalidToken" | "auth">;

/** Reads the options, and the files that they name. @throws {UsageError} */
export async function givenJudging(
  options: JudgingOptions,
  operation: Operation,
): Promise<Partial<ProviderRunOptions>> {
  const { strict, seed, fuzz, failFast } = options;
  const selection = await selectionOf(options, operation);
  return { strict, ...defined({ seed, fuzz, failFast, selection }), ...(await wholeRunWishes(options, operation)) };
}

/** What a whole run, or the merged result of its shards, is compared with. @throws {UsageError} as `givenJudging` */
export async function wholeRunWishes(
  options: WholeRunOptions,
  operation: Operation,
): Promise<Partial<ProviderRunOptions>> {
  const { waivers, allowWaived, baseline, failOnRegression } = options;
  const expectations = await givenExpectations(options, operation);
  if (waivers === undefined && allowWaived)
    throw new UsageError("--allow-waived has nothing to allow; give --waivers FILE as well");
  if (baseline === undefined && failOnRegression)
    throw new UsageError(
      "--fail-on-regression needs an earlier run to compare with; give --baseline result.json as well",
    );
  // Their readers are loaded only for them.
  const readWaivers = async (file: string): Promise<readonly Waiver[]> =>
    (await import("../files/waivers-file.ts")).readWaivers(file, operation);
  const read = {
    waivers: waivers === undefined ? undefined : await readWaivers(waivers),
    baseline: baseline === undefined ? undefined : (await import("../files/result-file.ts")).readBaseline(baseline),
  };
  return { expectations, allowWaived, failOnRegression, ...defined(read) };
}

/** Whether only some of the checks are selected. */
export function isPartial({ only, skip }: Pick<JudgingOptions, "only" | "skip">): boolean {
  return only.length + skip.length > 0;
}

/** Loads the checks only if there is a selection. @throws {UsageError} if the selection leaves nothing to run */
async function selectionOf(options: JudgingOptions, operation: Operation): Promise<Selection | undefined> {
  if (!isPartial(options)) return undefined;
  const { only, skip, invalidToken, auth } = options;
  const [{ requireSelection }, { SelectionError }] = await Promise.all([
    import("../../library/provider-result.ts"),
    import("../../library/check-selection.ts"),
  ]);
  const asked = { invalidToken: invalidToken !== undefined, isWithoutToken: !auth };
  asUsage(SelectionError, () => requireSelection({ only, skip }, operation, asked));
  return { only, skip };
}

/** The stack of that name. @throws {UsageError} for an unknown name; the message contains the nearest one */
export async function givenStack(name: string): Promise<ListedStack> {
  const stack = stackNamed(name);
  if (stack !== undefined) return stack;
  const { nearName } = await import("../../result/near-name.ts");
  const ids = listedStacks().map(({ id }) => id);
  const nearest = nearName(name, ids);
  const hint = nearest !== null ? `did you mean ${nearest}? Known` : "known";
  throw new UsageError(`There is no stack ${JSON.stringify(name.slice(0, 100))}; ${hint} are ${ids.join(", ")}`);
}

type ExpectationOptions = Pick<CheckValues, "expect" | "profile">;

/** The most bytes of a file. A profile is small, but a whole result, which contains one, is not. */
const MOST_BYTES = 128 * 1024 * 1024;

const MOST_YAML = 1024 * 1024;

/** The expected values of open points. A flag takes precedence over the file. */
export async function givenExpectations(
  { expect, profile }: ExpectationOptions,
  operation: Operation,
): Promise<Expectations> {
  if (profile === undefined && expect.length === 0) return {};
  const requirements = catalogueFor(operation);
  const fromFile = profile === undefined ? [] : entriesOf(profile);
  const fromFlags = expect.map(parseExpectation);
  refuseTwoValues(fromFlags);
  for (const { id, source } of [...fromFile, ...fromFlags]) {
    const fault = openPointFault(id, requirements);
    if (fault !== null) throw new UsageError(`${source} ${fault}`);
  }
  return Object.fromEntries([...fromFile, ...fromFlags].map(({ id, value }) => [id, value]));
}

interface Entry {
  readonly id: string;
  readonly value: string;
  /** The source of the value, as a message quotes it. */
  readonly source: string;
}

function parseExpectation(text: string): Entry {
  const [, id = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (id === "" || value === "") {
    throw new UsageError(`--expect ${JSON.stringify(text)} is not ID=VALUE; for example --expect duplicate-id=409`);
  }
  return { id: id.trim(), value: value.trim(), source: `--expect ${JSON.stringify(text)}` };
}

/** @throws {UsageError} when a point has two expected values: one of them would have no effect */
function refuseTwoValues(entries: readonly Entry[]): void {
  for (const { id, value, source } of entries) {
    const other = entries.find((entry) => entry.id === id && entry.value !== value);
    if (other !== undefined) throw new UsageError(`${source} and ${other.source} expect two values; give one of them`);
  }
}

/** Reads a mapping of open points to values in YAML or JSON, or the profile of a whole result. */
function entriesOf(file: string): readonly Entry[] {
  const quoted = JSON.stringify(file);
  const content = parsed(file);
  const isResult = isMapping(content) && content["format"] === RESULT_FORMAT;
  const profile = isResult ? content["profile"] : content;
  if (!isMapping(profile)) {
    throw new UsageError(
      `The profile ${quoted} is not a mapping of open points to values, such as \`duplicate-id: 409\``,
    );
  }
  if (Object.keys(profile).length === 0)
    throw new UsageError(`The profile ${quoted} pins nothing: it has no open point`);
  return Object.entries(profile).map(([id, value]) => {
    if (typeof value !== "string") {
      throw new UsageError(
        `In the profile ${quoted}, ${JSON.stringify(id)} has no string as its value; give one value`,
      );
    }
    return { id, value, source: `the profile ${quoted}: ${JSON.stringify(id)}` };
  });
}

function parsed(file: string): unknown {
  const text = readUtf8(file, MOST_BYTES, "The profile");
  const quoted = `The profile ${JSON.stringify(file)}`;
  const json = jsonIn(text);
  if (json !== undefined) return json;
  // Reading more than this as YAML takes minutes.
  if (text.length > MOST_YAML)
    throw new UsageError(`${quoted} cannot be read: it is not JSON, and ${MOST_YAML} characters of YAML are the limit`);
  // Values of a result are strings. YAML's failsafe schema reads all values as strings, so 409 stays as written.
  return readingYaml(quoted, () => valueOfYaml(yamlIn(text, "failsafe")));
}

/** The content of JSON text; undefined if it is not JSON. Then YAML's parser reports the fault and its place. */
function jsonIn(text: string): unknown {
  try {
    return textsIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Converts JSON's numbers to strings, one level deep. */
function textsIn(value: unknown): unknown {
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, typeof member === "number" ? String(member) : member]),
  );
}

// `--subject NAME=sha256:HEX`: the software under test, as named by the user: an image, a package, a commit.

/** The name of the result's own subject in each attestation. Nothing else may have it. */
const RESERVED = "result.json";

/** What is tested, by `--subject` and `--provider-version`. @throws {UsageError} when one is invalid, or given twice */
export function givenSubjects({
  subject,
  providerVersion,
}: Pick<CheckValues, "subject" | "providerVersion">): Pick<ProviderRunOptions, "subjects" | "providerVersion"> {
  const subjects = subject.map(parseSubject);
  const twice = subjects.find(({ name }, index) => subjects.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined)
    throw new UsageError(`--subject names ${JSON.stringify(twice.name)} twice; give each subject once`);
  if (providerVersion === undefined || isPlain(providerVersion, LONGEST.version))
    return defined({ subjects, providerVersion });
  throw new UsageError(
    `--provider-version ${JSON.stringify(providerVersion.slice(0, LONGEST.version))} is not a version; give a string of 1 to ${LONGEST.version} characters, such as 1.4.0`,
  );
}

function parseSubject(text: string): Subject {
  const [, name = "", sha256 = ""] = /^(.+)=sha256:([0-9a-fA-F]{64})$/s.exec(text) ?? [];
  if (name !== RESERVED && isPlain(name, LONGEST.subject)) return { name, sha256: sha256.toLowerCase() };
  throw new UsageError(
    `--subject ${JSON.stringify(text)} is not NAME=sha256:DIGEST with 64 hexadecimal digits, such as image=sha256:${"0123456789abcdef".repeat(4)}`,
  );
}

function isPlain(text: string, most: number): boolean {
  return text !== "" && text.trim() === text && text.length <= most && isSafeText(text) && !/[\n\t]/.test(text);
}
