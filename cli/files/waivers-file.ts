/** `--waivers FILE`: known failures, each with a reason and the last day on which the waiver is valid. */
import { yamlIn } from "../../spec/read-yaml-text.ts";
import type { Node, Pair, YAMLMap } from "yaml";
import type { Waiver } from "../../result/result.ts";
import { waiverName } from "../../result/waiver-verdict.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { UsageError } from "../io.ts";
import { ofRequirement, waivableIds, waivedNameFault } from "../../library/waiver-names.ts";
import { readWaiver, shown, type WaiverKey, waiverText } from "../../library/waiver-rules.ts";
import { readUtf8, readingYaml } from "./read-file.ts";

/** Twice what a waiver of every check takes. The parser of a longer file may run out of memory over what is nested. */
const MOST_BYTES = 256 * 1024;

/** A node of the file, with the words that say where it is. */
type Place = (node: unknown) => string;

/** The waivers in a file. @throws {UsageError} if one is wrong, or names nothing; the message has its line */
export async function readWaivers(file: string, operation: Operation): Promise<readonly Waiver[]> {
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
  const isMap = typeof item === "object" && item !== null && "items" in item && "has" in item;
  if (!isMap)
    throw new UsageError(`${place(item)}: this is not a waiver; begin each of them with \`- id: \` or \`- cause: \``);
  const pairs: readonly Pair[] = (item as YAMLMap).items;
  const read = readWaiver(pairs.map(({ key, value }) => [scalarOf(key), scalarOf(value)]));
  if ("fault" in read) throw new UsageError(`${place(pairs[read.at]?.key ?? item)}: ${read.fault}`);
  return read.waiver;
}

/** The content of a scalar. A list, a mapping and an alias have no text. */
function scalarOf(node: unknown): unknown {
  if (node === null) return null;
  return typeof node === "object" && "value" in node ? node.value : undefined;
}

/** The text of a key on one line. @param at the place, as a message names it @throws {UsageError} for another form */
export function usableText(key: WaiverKey, value: unknown, at: string): string {
  const read = waiverText(key, value);
  if ("fault" in read) throw new UsageError(`${at}: ${read.fault}`);
  return read.text;
}
