/** Whether the options of `judge` can be used, as far as the document does not decide it. Everything that is wrong is found before anything is opened or sent. */
import { extraHeaderFault } from "../http/extra-headers.ts";
import { tokenFault } from "../http/token-fault.ts";
import { DEFAULT_CONCURRENCY, parseBaseUrl } from "../http/provider.ts";
import { nearName } from "../result/near-name.ts";
import type { LibraryOptions } from "./library-options.ts";
import { RULES, quoted } from "./option-rules.ts";

/**
 * Throws for what is wrong with options, whatever the compiler made of them.
 * @throws {TypeError} with what was given, unless it is a token
 */
export function requireUsable(options: LibraryOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`judge needs options, such as { url, token }; it was given ${quoted(options)}`);
  }
  for (const name of Object.keys(options)) requireKnown(name);
  requireOneProvider(options);
  requireToken(options);
  requireHeaders(options.headers);
  requirePacts(options);
  for (const [name, rule] of Object.entries(RULES)) {
    const value: unknown = Reflect.get(options, name);
    const fault = value === undefined ? null : (rule?.(value, name) ?? null);
    if (fault !== null) throw new TypeError(fault);
  }
  requireJobs(options);
  // A run that compares nothing looks like one without a regression.
  if (options.failOnRegression === true && options.baseline === undefined) {
    throw new TypeError("failOnRegression needs an earlier run to compare with; give its result as baseline, too");
  }
}

/** Each job sends at least one request at a time and one a second, so that there cannot be more of them. */
function requireJobs({ jobs, fuzz, concurrency = DEFAULT_CONCURRENCY, rate = Infinity }: LibraryOptions): void {
  if (jobs === undefined || jobs === 1) return;
  if (fuzz === undefined) throw new TypeError("jobs has no effect without fuzz; give both, or leave it out");
  if (jobs > concurrency) throw new TypeError(`${jobs} jobs need a concurrency of at least ${jobs}`);
  if (jobs > rate) throw new TypeError(`${jobs} jobs need a rate of at least ${jobs}`);
}

function requireKnown(name: string): void {
  if (Object.hasOwn(RULES, name)) return;
  const close = nearName(name, Object.keys(RULES));
  throw new TypeError(`There is no option ${quoted(name)}${close === null ? "" : `; did you mean ${quoted(close)}?`}`);
}

function requireOneProvider(options: LibraryOptions): void {
  const { url, app, fetch, basePath } = options;
  const given = Object.entries({ url, app, fetch }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length > 1) throw new TypeError(`Both ${given.join(" and ")} are given; give one of them`);
  if (given.length === 0) {
    throw new TypeError(
      Object.hasOwn(options, "url")
        ? "The base URL url is undefined; is the environment variable that it is read from set?"
        : "There is no provider; give the base URL as url, or an application as app or fetch",
    );
  }
  if (fetch !== undefined && typeof fetch !== "function") throw wrongType("fetch", "a function", fetch);
  if (url === undefined) return requireBasePath(basePath);
  if (typeof url !== "string") throw wrongType("url", "a string", url);
  if (basePath !== undefined) throw new TypeError("Both url and basePath are given; add the path to the URL");
  parseBaseUrl(url);
}

function requireBasePath(basePath: unknown): void {
  if (basePath === undefined || basePath === "") return;
  if (typeof basePath !== "string" || !basePath.startsWith("/") || basePath.startsWith("//")) {
    throw wrongType("basePath", 'a path that begins with one slash, such as "/api/v1"', basePath);
  }
  parseBaseUrl(`http://127.0.0.1${basePath}`);
}

function requireToken({ token, invalidToken, authentication }: LibraryOptions): void {
  if (authentication !== undefined && authentication !== "none") {
    throw wrongType("authentication", '"none", or left out', authentication);
  }
  if (token === undefined && authentication !== "none") {
    throw new TypeError('There is no token; give it as token, or authentication: "none" if the provider uses none');
  }
  for (const [name, value] of Object.entries({ token, invalidToken })) {
    if (value === undefined) continue;
    // What was given is not quoted: it may be the token.
    if (typeof value !== "string") throw new TypeError(`${name} has to be a string; it is of type ${typeof value}`);
    const fault = tokenFault(value, `the option ${name}`);
    if (fault !== null) throw new TypeError(fault);
  }
  if (token !== undefined && token === invalidToken) {
    throw new TypeError("invalidToken is the token itself; give one that the provider must refuse, or leave it out");
  }
}

/** A field that the suite varies or leaves out would accuse a provider of what the user has sent. */
function requireHeaders(headers: unknown): void {
  if (headers === undefined) return;
  if (!Array.isArray(headers) || !headers.every(isHeaderField)) {
    // What was given is not quoted: values are secret.
    throw new TypeError("headers has to be a list of [name, value]");
  }
  for (const [name, value] of headers) {
    const fault = extraHeaderFault(name, value);
    if (fault !== null) throw new TypeError(`The option headers gives ${fault}`);
  }
}

function isHeaderField(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

/** A run that leaves out what was given to it would look green. */
function requirePacts({ pacts, providerStatesUrl, contracts, selection }: LibraryOptions): void {
  if (providerStatesUrl !== undefined && !isHttpUrl(providerStatesUrl)) {
    throw wrongType("providerStatesUrl", "an http or https URL", providerStatesUrl);
  }
  if (pacts === undefined) return;
  if (!Array.isArray(pacts) || !pacts.every((place) => typeof place === "string")) {
    throw wrongType("pacts", "a list of files, folders and URLs", pacts);
  }
  if (contracts === false)
    throw new TypeError("pacts are given, and contracts: false leaves them out; give one of them");
  if (selection !== undefined) throw new TypeError("pacts do not go with a selection of checks, which leaves them out");
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function wrongType(name: string, wanted: string, given: unknown): TypeError {
  return new TypeError(`${name} has to be ${wanted}; it is ${quoted(given)}`);
}
