/** `--waivers FILE`: known failures, each with a reason and the last day on which the waiver is valid. */
import type { CheckValues } from "../options/run-options.ts";
import { defined } from "../../spec/defined.ts";
import { yamlIn } from "../../spec/read-yaml-text.ts";
import type { Node, Pair, YAMLMap } from "yaml";
import type { Waiver } from "../../result/result.ts";
import { waiverName } from "../../result/waiver-verdict.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { UsageError } from "../io.ts";
import { ofRequirement, waivableIds, waivedNameFault } from "../../library/waiver-names.ts";
import { keyHint, shown, WAIVER_KEYS, type WaiverKey, waiverText } from "../../library/waiver-form.ts";
import type { ProviderRunOptions } from "../../library/judge-options.ts";
import { readUtf8, readingYaml } from "./read-file.ts";

export type WaiverOptions = Pick<CheckValues, "waivers" | "allowWaived">;

/** Twice what a waiver of every check takes. The parser of a longer file may run out of memory over what is nested. */
const MOST_BYTES = 256 * 1024;

/** The waivers that were given. @throws {UsageError} if one is wrong, or names nothing; the message has its line */
export async function givenWaivers(
  { waivers: file, allowWaived }: WaiverOptions,
  operation: Operation,
): Promise<Pick<ProviderRunOptions, "waivers" | "allowWaived">> {
  if (file === undefined) throw new UsageError("--allow-waived has nothing to allow; give --waivers FILE as well");
  return { waivers: await readWaivers(file, operation), allowWaived };
}

/** A node of the file, with the words that say where it is. */
type Place = (node: unknown) => string;

async function readWaivers(file: string, operation: Operation): Promise<readonly Waiver[]> {
  const { list, place } = itemsOf(file);
  const known = await waivableIds(operation);
  const lines = new Map<string, string>();
  return list.map((item) => {
    const waiver = waiverOf(item, place);
    const unknown = waivedNameFault(waiver, known);
    if (unknown !== null) throw new UsageError(`${place(item)}: ${shown(waiver.id)} ${unknown}`);
    const name = waiverName(waiver);
    const before = lines.get(name);
    if (before !== undefined) {
      throw new UsageError(
        `${place(item)}: ${shown(waiver.id)} is waived twice; see ${before.replace(/^The/, "the")}, and keep one`,
      );
    }
    lines.set(name, place(item));
    return ofRequirement(waiver, known);
  });
}

function itemsOf(file: string): { readonly list: readonly unknown[]; readonly place: Place } {
  const name = `The waivers ${JSON.stringify(file)}`;
  const source = readUtf8(file, MOST_BYTES);
  const { document, lines, yaml } = readingYaml(`The file ${JSON.stringify(file)} of waivers`, () => yamlIn(source));
  const lineOf = (offset: number): string => `${name}, line ${lines.linePos(offset).line}`;
  const { contents } = document;
  if (contents !== null && !yaml.isSeq(contents)) {
    const line = lineOf(contents.range[0]);
    throw new UsageError(`${line}: this is not a list of waivers; begin each of them with \`- id: \` or \`- cause: \``);
  }
  return {
    list: contents?.items ?? [],
    place: (node) => (yaml.isNode(node) ? lineOf((node as Node).range?.[0] ?? 0) : name),
  };
}

function waiverOf(item: unknown, place: Place): Waiver {
  const values = new Map<WaiverKey, string>();
  for (const pair of pairsOf(item, place)) {
    const { key, value } = pair;
    const at = place(key);
    const name = scalarOf(key);
    if (!isKey(name)) {
      throw new UsageError(`${at}: ${shown(name)} is not a key of a waiver; ${keyHint(String(name))}`);
    }
    values.set(name, usableText(name, scalarOf(value), at));
  }
  const required = (key: WaiverKey): string => {
    const value = values.get(key);
    if (value === undefined) throw new UsageError(`${place(item)}: the waiver has no "${key}"; ${WAIVER_KEYS[key]}`);
    return value;
  };
  const issue = values.get("issue");
  const cause = values.get("cause");
  if (cause !== undefined && values.has("id")) {
    throw new UsageError(`${place(item)}: the waiver has an "id" and a "cause"; keep one`);
  }
  return {
    ...(cause === undefined ? { id: required("id") } : { id: cause, cause: true as const }),
    reason: required("reason"),
    ...defined({ issue }),
    expires: required("expires"),
  };
}

function pairsOf(item: unknown, place: Place): readonly Pair[] {
  const isMap = typeof item === "object" && item !== null && "items" in item && "has" in item;
  if (!isMap)
    throw new UsageError(`${place(item)}: this is not a waiver; begin each of them with \`- id: \` or \`- cause: \``);
  return (item as YAMLMap).items;
}

/** The content of a scalar. A list, a mapping and an alias have no text. */
function scalarOf(node: unknown): unknown {
  if (node === null) return null;
  return typeof node === "object" && "value" in node ? node.value : undefined;
}

function isKey(name: unknown): name is WaiverKey {
  return typeof name === "string" && Object.hasOwn(WAIVER_KEYS, name);
}

/** The text of a key on one line. @param at the place, as a message names it @throws {UsageError} for another form */
export function usableText(key: WaiverKey, value: unknown, at: string): string {
  const read = waiverText(key, value);
  if ("fault" in read) throw new UsageError(`${at}: ${read.fault}`);
  return read.text;
}
