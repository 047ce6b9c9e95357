/** `fleet FILE`: the providers of a fleet in YAML. Each has the keys of a configuration file, and a few others. */
import type { Command } from "commander";
import { excerpt } from "../../result/safe-text.ts";
import type { CheckOptions } from "../commands/check.ts";
import { asUsage, type Io, UsageError } from "../io.ts";
import { bringsContracts } from "./option-conflicts.ts";
import {
  BASE_URL_KEY,
  type KeysPlace,
  applyKeys,
  configurable,
  isOfToken,
  kindOf,
  mappingIn,
  shown,
  textAt,
  unknownKey,
} from "./config.ts";
import { commandOf } from "./commander-options.ts";

/** A provider in the file. Files that it names are not read yet. */
export interface FleetEntry {
  readonly name: string;
  readonly labels: readonly string[];
  readonly mayFail: boolean;
  readonly baseUrl: string;
  readonly options: CheckOptions;
  readonly where: string;
}

/** The keys of the whole file, and the additional keys of a provider. */
const FLEET_KEYS: readonly string[] = ["defaults", "providers", "may-fail"];
const MEMBER_KEYS: readonly string[] = ["name", "labels", "may-fail"];

const LONGEST_NAME = 100;
const MOST_PROVIDERS = 1000;

type Mapping = Readonly<Record<string, unknown>>;

const OF_EACH = Object.fromEntries([BASE_URL_KEY, ...MEMBER_KEYS].map((key) => [key, "belongs to each provider"]));

interface Reading {
  readonly where: string;
  readonly env: Io["env"];
  readonly defaults: Mapping;
  readonly mayFail: readonly string[];
}

/** Reads the file. @param mayFail labels of providers that may fail, besides those of the file */
export function readFleet(file: string, mayFail: readonly string[], { env }: Pick<Io, "env">): readonly FleetEntry[] {
  const where = `In the fleet ${JSON.stringify(file)}`;
  const whole = mappingIn(file, "fleet");
  for (const key of Object.keys(whole)) {
    if (!FLEET_KEYS.includes(key)) throw unknownKey(key, FLEET_KEYS, `${where}, ${JSON.stringify(key)}`);
  }
  const defaults = whole["defaults"] === undefined ? {} : mappingAt(whole["defaults"], `${where}, "defaults"`);
  const labels = [...mayFail, ...textsAt(whole["may-fail"], `${where}, "may-fail"`, env)];
  const reading = { where, env, defaults, mayFail: labels };
  const entries = providersAt(whole["providers"], where).map((one, at) => entryOf(one, at, reading));
  refuseDoubles(entries, where);
  refuseMayFail(entries, labels, where);
  return entries.map((entry) => ({
    ...entry,
    options: { ...entry.options, foreignVariables: foreignTo(entry, entries) },
  }));
}

/** A provider, and the environment variables that its secrets use. */
interface ReadEntry extends FleetEntry {
  readonly secretVariables: readonly string[];
}

function entryOf(written: unknown, at: number, reading: Reading): ReadEntry {
  const numbered = `${reading.where}, provider ${at + 1}`;
  const own = mappingAt(written, numbered);
  const name = nameAt(own["name"], numbered, reading.env);
  const where = `${reading.where}, provider ${JSON.stringify(excerpt(name, LONGEST_NAME))}`;
  const labels = textsAt(own["labels"], `${where}, "labels"`, reading.env);
  const mayFail = flagAt(own["may-fail"], `${where}, "may-fail"`);
  const { command, secretVariables } = appliedTo(own, where, reading);
  const { baseUrl, ...options } = command.opts<Omit<CheckOptions, "typed">>();
  if (baseUrl === undefined) {
    throw new UsageError(`${where} has no "base-url"; give one, such as \`base-url: https://plants.example/v1\``);
  }
  refuseNoToken(options, where);
  if (!options.contracts && bringsContracts(options)) {
    throw new UsageError(
      `${where} has pacts or a broker, and a fleet leaves the contracts out; add \`contracts: true\``,
    );
  }
  return {
    name,
    labels,
    baseUrl,
    where,
    secretVariables,
    mayFail: mayFail || labels.some((label) => reading.mayFail.includes(label)),
    options: { ...options, typed: [] },
  };
}

/** The options of the defaults, overridden by those of the provider. */
function appliedTo(
  own: Mapping,
  where: string,
  { where: file, env, defaults }: Reading,
): { readonly command: Command; readonly secretVariables: readonly string[] } {
  const command = commandOf("check");
  const options = configurable(command);
  // A fleet has no contracts unless a provider or the defaults request them.
  command.setOptionValueWithSource("contracts", false, "config");
  const refused = refusedKeys(command);
  const hasToken = Object.keys(own).some((key) => isOfToken(options.get(key)));
  // `allow-waived` of the defaults does not apply to a provider without waivers.
  const hasWaivers = [own, defaults].some((mapping) => Object.hasOwn(mapping, "waivers"));
  const usable = Object.entries(defaults).filter(
    ([key]) => !(hasToken && isOfToken(options.get(key))) && (key !== "allow-waived" || hasWaivers),
  );
  const secretVariables = new Set<string>();
  const apply = (mapping: Mapping, place: string, more: Pick<KeysPlace, "others" | "refused">): void => {
    for (const [key, value] of Object.entries(mapping)) {
      const seen = options.get(key)?.row.secret !== undefined ? recording(env, secretVariables) : env;
      located(place, () => applyKeys(command, { [key]: value }, { env: seen, where: place, ...more }));
    }
  };
  apply(Object.fromEntries(usable), `${file}, "defaults"`, { others: [], refused: { ...refused, ...OF_EACH } });
  apply(own, where, { others: MEMBER_KEYS, refused: { ...refused, ...ofDefaults(command) } });
  return { command, secretVariables: [...secretVariables] };
}

/** Options that apply only to a single run: in a fleet, the reports are those of the fleet. */
export function refusedKeys(command: Command): Readonly<Record<string, string>> {
  const ofReports = [...configurable(command)].filter(
    ([, { row }]) => row.group === "Reports:" && row.ofProvider !== true,
  );
  const why = "is for check only; the reports of a fleet are written into the folder of --out";
  return {
    ...Object.fromEntries(ofReports.map(([key]) => [key, why])),
    reference: "is for the command line of check only",
    shard: "is a part of one run; a fleet judges each provider as a whole",
  };
}

/** Keys that a provider cannot have: a fleet has one document, and so one set of requirements. */
export function ofDefaults(command: Command): Readonly<Record<string, string>> {
  const keys = [...configurable(command)].filter(([, { row }]) => row.group === "The document:");
  return Object.fromEntries(keys.map(([key]) => [key, "belongs to the defaults: a fleet is judged by one document"]));
}

/** Does work, and adds the place to the message of a `UsageError` without one. */
export function located<T>(where: string, work: () => T): T {
  const sentence = ({ message }: Error): string =>
    message.startsWith("In the fleet ") ? message : `${where}: ${message}`;
  return asUsage(UsageError, work, sentence);
}

function recording(env: Io["env"], names: Set<string>): Io["env"] {
  return new Proxy(env, {
    get: (target, name) => {
      if (typeof name !== "string") return undefined;
      names.add(name);
      return target[name];
    },
  });
}

/** Refuses a provider without a token of its own: a token in the environment would be sent to all providers. */
function refuseNoToken({ token, tokenFile, tokenCommand, auth }: Omit<CheckOptions, "typed">, where: string): void {
  if (!auth || [token, tokenFile, tokenCommand].some((one) => one !== undefined)) return;
  throw new UsageError(
    `${where} has no token; give "token-file", "token-command" or \`token: \${NAME}\`, or \`auth: false\` where it uses none`,
  );
}

function refuseDoubles(entries: readonly ReadEntry[], where: string): void {
  const names = entries.map(({ name }) => name);
  const second = names.findIndex((name, at) => names.indexOf(name) !== at);
  const name = names[second];
  if (name === undefined) return;
  const first = names.indexOf(name);
  throw new UsageError(
    `${where} the name ${JSON.stringify(excerpt(name, LONGEST_NAME))} is given twice, to the providers ${first + 1} and ${second + 1}; give each a name of its own`,
  );
}

/** Refuses an unknown label, which is a typo, and a fleet in which every provider may fail, because it cannot fail. */
function refuseMayFail(entries: readonly ReadEntry[], labels: readonly string[], where: string): void {
  const known = new Set(entries.flatMap((entry) => entry.labels));
  const unknown = labels.find((label) => !known.has(label));
  if (unknown !== undefined) {
    const all = known.size === 0 ? "no provider has a label" : `the labels are ${excerpt([...known].join(", "), 200)}`;
    throw new UsageError(`${where} no provider has the label ${shown(unknown)} that may fail; ${all}`);
  }
  if (entries.some(({ mayFail }) => !mayFail)) return;
  throw new UsageError(
    `${where} every provider may fail, so that nothing could fail the run; leave "may-fail" out of one at least`,
  );
}

function foreignTo(entry: ReadEntry, all: readonly ReadEntry[]): readonly string[] {
  const foreign = new Set(all.flatMap(({ secretVariables }) => secretVariables));
  for (const name of entry.secretVariables) foreign.delete(name);
  return [...foreign];
}

function providersAt(written: unknown, where: string): readonly unknown[] {
  const example = "`- name: staging`, each with its base-url";
  if (written === undefined)
    throw new UsageError(`${where} there are no "providers"; give a list of them, such as ${example}`);
  if (!Array.isArray(written))
    throw new UsageError(`${where}, "providers" is ${kindOf(written)}; give a list, such as ${example}`);
  if (written.length === 0)
    throw new UsageError(`${where}, "providers" is an empty list; name at least one, such as ${example}`);
  if (written.length > MOST_PROVIDERS) {
    throw new UsageError(
      `${where} there are ${written.length} providers, and ${MOST_PROVIDERS} is the limit; use more files`,
    );
  }
  return written;
}

function nameAt(written: unknown, where: string, env: Io["env"]): string {
  if (written === undefined) throw new UsageError(`${where} has no "name"; give each provider a name of its own`);
  const name = textAt(written, `${where}, "name"`, env).trim();
  if (name !== "" && Array.from(name).length <= LONGEST_NAME) return name;
  throw new UsageError(`${where}, "name" is ${shown(name)}; give a string of 1 to ${LONGEST_NAME} characters`);
}

function mappingAt(written: unknown, where: string): Mapping {
  if (typeof written === "object" && written !== null && !Array.isArray(written)) return { ...written };
  // Without the space in `token: x`, YAML reads the line as a string.
  throw new UsageError(`${where} is ${kindOf(written)}; give a mapping of keys to values, such as \`strict: true\``);
}

function flagAt(written: unknown, where: string): boolean {
  if (written === undefined || typeof written === "boolean") return written ?? false;
  throw new UsageError(`${where} is ${shown(written)}; give true or false`);
}

/** A list of strings, or one string. Duplicates are dropped. */
function textsAt(written: unknown, where: string, env: Io["env"]): readonly string[] {
  const items: readonly unknown[] = Array.isArray(written) ? written : written === undefined ? [] : [written];
  return [...new Set(items.map((item) => textAt(item, where, env).trim()).filter((text) => text !== ""))];
}
