/** User-supplied pacts: files, folders and URLs, read within limits before anything is verified. */
import { systemFault } from "../result/system-fault.ts";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PactError, type PactSource, readPact, stringAt } from "./pact-file.ts";
import { givenText, textOf } from "../result/text-encoding.ts";
import { excerpt } from "../result/safe-text.ts";
import { noTextWords, requestText } from "./fetch-text.ts";

/** The longest pact that is read, in bytes. */
const MAX_PACT = 8 * 1024 * 1024;
/** The most files of a folder that are read. */
const MAX_FILES = 500;

/**
 * Reads pacts.
 * @param places files, folders (their `*.json`, not those of folders within), and http or https URLs
 * @param timeoutMs for each URL
 * @param choice the provider whose pacts are read; without a name, all are that ask for the operation, but of a folder with
 * pacts of several providers only those of the usual name
 * @throws {PactError} when something cannot be read or is not a pact with interactions; the message quotes the place
 */
export async function readSources(
  places: readonly string[],
  timeoutMs: number,
  choice: ProviderChoice = {},
): Promise<readonly PactSource[]> {
  const sources: PactSource[] = [];
  for (const place of places) {
    const found = /^https?:\/\//i.test(place) ? [await fromUrl(place, timeoutMs)] : filesAt(place).map(fromFile);
    for (const source of found) checkSource(source);
    sources.push(...ofProvider(place, found, choice));
  }
  if (places.length > 0 && sources.length === 0) {
    const { name = USUAL_PROVIDER } = choice;
    const advice = choice.name === undefined ? "; give --pact-provider NAME if another one is meant" : "";
    throw new PactError(`No pact that was given is of the provider ${JSON.stringify(name)}${advice}`);
  }
  return sources;
}

/** Whose pacts are read. */
export interface ProviderChoice {
  /** The name in the pacts. */
  readonly name?: string | undefined;
  /** The path of the operation: without a name, a pact of another provider that never asks for it is left out. */
  readonly template?: string | undefined;
  /** Gets a sentence for each pact of another provider. */
  readonly onLeftOut?: (sentence: string) => void;
}

/** The name of the provider in pacts, if the user gives none. */
export const USUAL_PROVIDER = "plant-store";

/** The pacts of the chosen provider. @throws {PactError} if a place has pacts of several others, and none was chosen */
function ofProvider(place: string, found: readonly PactSource[], choice: ProviderChoice): readonly PactSource[] {
  const named = found.map((source) => ({ source, provider: readPact(source).provider }));
  const names = [...new Set(named.map(({ provider }) => provider))];
  const { name = USUAL_PROVIDER, onLeftOut } = choice;
  const isOwn = names.length === 1 && (names[0] === name || found.some((source) => asksFor(source, choice.template)));
  if (choice.name === undefined && isOwn) return found;
  if (choice.name === undefined && names.length > 1 && !names.includes(name)) {
    const some = excerpt(names.map((one) => JSON.stringify(one)).join(", "), 300);
    throw new PactError(
      `The pacts in ${JSON.stringify(place)} are of several providers (${some}); give --pact-provider NAME`,
    );
  }
  for (const { source, provider } of named) {
    if (provider === name) continue;
    onLeftOut?.(`${source.name} is left out: it is a pact of the provider ${excerpt(JSON.stringify(provider), 100)}.`);
  }
  return named.flatMap(({ source, provider }) => (provider === name ? source : []));
}

/**
 * Whether a pact may be about the operation at a path: it names the last segment that is no parameter. A base URL and
 * other operations may put segments around it, and a message has no path.
 */
function asksFor(source: PactSource, template: string | undefined): boolean {
  const segment = template?.split("/").findLast((one) => one !== "" && !one.startsWith("{"));
  if (segment === undefined) return true;
  return readPact(source).interactions.some(({ value }) => {
    const path = stringAt(value, "request", "path");
    return path === undefined || path.split("/").includes(segment);
  });
}

/** @throws {PactError} when a text is not a pact, or has no interactions, because nothing would be verified */
export function checkSource(source: PactSource): void {
  if (readPact(source).interactions.length === 0) throw new PactError(`${source.name} has no interactions`);
}

function filesAt(place: string): readonly string[] {
  return readable(place, () => {
    if (!statSync(place).isDirectory()) return [place];
    const names = readdirSync(place).filter((name) => name.endsWith(".json"));
    if (names.length === 0) throw new Error("it is a folder without a .json file");
    if (names.length > MAX_FILES) throw new Error(`it is a folder with more than ${MAX_FILES} .json files`);
    return names.sort().map((name) => join(place, name));
  });
}

function fromFile(file: string): PactSource {
  return readable(file, () => {
    const stat = statSync(file);
    // A pipe or a device may have no end.
    if (!stat.isFile()) throw new Error("it is not a file");
    if (stat.size > MAX_PACT) throw new Error(`it is longer than ${MAX_PACT} bytes`);
    return { name: file, text: textOf(readFileSync(file)), origin: "user-supplied" };
  });
}

function readable<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = systemFault(error);
    throw new PactError(`The pact ${JSON.stringify(place)} cannot be read (${why})`, { cause: error });
  }
}

async function fromUrl(place: string, timeoutMs: number): Promise<PactSource> {
  const name = nameOf(place);
  try {
    const { status, text } = await requestText(place, {
      method: "GET",
      headers: { Accept: "application/hal+json, application/json" },
      limit: MAX_PACT,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status !== 200) throw new Error(`it was answered ${status}; redirects are not followed`);
    return { name, text: givenText(text), origin: "user-supplied" };
  } catch (error) {
    throw new PactError(`The pact ${JSON.stringify(name)} cannot be fetched (${noTextWords(error)})`, { cause: error });
  }
}

/** The URL without its query, which may be secret. @throws {PactError} */
function nameOf(place: string): string {
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url === undefined) throw new PactError(`The pact ${JSON.stringify(place)} is neither a file nor a URL`);
  if (url.username !== "" || url.password !== "") {
    throw new PactError(`The URL of a pact at ${url.host} holds credentials; a broker takes them with --broker`);
  }
  return `${url.origin}${url.pathname}`;
}

// Paths of pacts are relative to the base URL. Some have its path, too, so that requests go where nobody meant.

/**
 * A sentence for each pact with a path that begins with the path of the base URL or with its end, or that has another one
 * before that of the operation.
 */
export function doubtfulPaths(sources: readonly PactSource[], baseUrl: string, template: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/+$/, "");
  const ends = [...base.matchAll(/\//g)].map(({ index }) => base.slice(index));
  return sources.flatMap((source) => {
    const paths = readPact(source).interactions.map(({ value }) => stringAt(value, "request", "path") ?? "");
    const sentence = (path: string, what: string, meant: string): readonly string[] => [
      `${source.name}: the path ${excerpt(path, 100)} ${what}, so it is sent to ${excerpt(base + path, 200)}; if that is not meant, give the base URL ${excerpt(meant, 200)}.`,
    ];
    for (const end of ends) {
      const path = paths.find((one) => one === end || one.startsWith(`${end}/`));
      if (path === undefined) continue;
      const what = `repeats ${end === base ? "that" : excerpt(end, 100)} of the base URL`;
      return sentence(path, what, origin + base.slice(0, base.length - end.length));
    }
    const path = base === "" ? undefined : paths.find((one) => one !== template && one.endsWith(template));
    return path === undefined ? [] : sentence(path, "is relative to the base URL", origin);
  });
}
