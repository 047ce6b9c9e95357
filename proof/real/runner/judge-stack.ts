/** Compares a running stack with two references: the witness's requests, sent one at a time, and a run of the suite. */
import { providerResult } from "../../../library/provider-result.ts";
import type { RunResult } from "../../../result/result.ts";
import { stackFault } from "../recognised.ts";
import type { Stack } from "../stack.ts";
import { shownBy } from "../witness/shown.ts";

type Expected = Stack["expected"];

/** A running stack: its address, and the expected result. */
interface Asked {
  readonly url: string;
  readonly token: string;
  readonly expected: Expected;
}

/** Identifies a stack. */
type Named = Pick<Stack, "family" | "variant">;

/**
 * The limit for one answer. It is long because a machine that builds another stack is slow, and lateness is not tested.
 */
const REQUEST_MS = 20_000;

/** Sends the witness's requests. Returns the unexpected answers, as sentences. */
export async function differencesByWitness({ url, token, expected }: Asked): Promise<readonly string[]> {
  const shown = await shownBy(url, token);
  return differences("the witness", shown.keys(), { ...expected.broken, ...expected.unseen });
}

/** Runs the suite. Returns what was unexpected in its result, as sentences. */
export async function differencesBySuite({
  url,
  token,
  expected,
  family,
  variant,
}: Asked & Named): Promise<readonly string[]> {
  const provider = { url, token, limits: { requestMs: REQUEST_MS } };
  // Which features a request has together is drawn. Under this seed no fault of a stack hides another.
  const result = await providerResult({ ...provider, seed: "2", strict: false });
  const fault = stackFault(family, variant, result);
  return [...differencesOf(result, expected), ...(fault === null ? [] : [fault])];
}

/** The parts of a result that are compared. */
type Compared = Pick<RunResult, "verdict" | "profile"> & {
  readonly requirements: ReadonlyArray<Pick<RunResult["requirements"][number], "id" | "status">>;
};

/** How a result differs from the expected one: in failed requirements, in the verdict, in the profile. */
export function differencesOf(result: Compared, expected: Expected): readonly string[] {
  const { racing = {} } = expected;
  const failed = result.requirements
    .filter(({ id, status }) => status === "failed" && !Object.hasOwn(racing, id))
    .map(({ id }) => id);
  const profile = Object.entries(expected.profile ?? {}).filter(([point, value]) => result.profile[point] !== value);
  return [
    ...differences("the suite", failed, expected.broken),
    ...(result.verdict === expected.verdict ? [] : [`the verdict is ${result.verdict}, not ${expected.verdict}`]),
    ...profile.map(([point, value]) => `${point} is ${String(result.profile[point])}, not ${String(value)}`),
  ];
}

function differences(
  who: string,
  seen: Iterable<string>,
  expected: Readonly<Record<string, string>>,
): readonly string[] {
  const broken = new Set(seen);
  const more = [...broken].filter((id) => !Object.hasOwn(expected, id));
  const less = Object.keys(expected).filter((id) => !broken.has(id));
  return [
    ...more.map((id) => `${who} found ${id} broken, which is not expected`),
    ...less.map((id) => `${who} did not find ${id} broken`),
  ];
}
