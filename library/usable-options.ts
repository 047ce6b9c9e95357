/**
 * Validates the options of `judge`, as far as this is possible without the document, before anything is opened or sent.
 */
import { parseBaseUrl } from "../http/provider.ts";
import { nearName } from "../result/near-name.ts";
import type { LibraryOptions } from "./library-options.ts";
import { RULES } from "./option-rules.ts";
import { quoted } from "./rule-kinds.ts";

/**
 * Throws if options are invalid. It does not rely on the types.
 * @throws {TypeError} when an option is invalid; the message quotes the value, unless it may be a secret
 */
export function requireUsable(options: LibraryOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`judge needs options, such as { url, token }; it was given ${quoted(options)}`);
  }
  const faults = [
    () => Object.keys(options).map(unknownOption),
    () => Object.entries(RULES).map(([name, rule]) => ruled(Reflect.get(options, name), name, rule)),
    () => TOGETHER.map((fault) => fault(options)),
  ];
  for (const found of faults) {
    const fault = found().find((one) => one !== null);
    if (fault !== undefined) throw new TypeError(fault);
  }
  const { url, basePath } = options;
  if (url !== undefined) parseBaseUrl(url);
  else if (basePath !== undefined && basePath !== "") parseBaseUrl(`http://127.0.0.1${basePath}`);
}

function ruled(value: unknown, name: string, rule: (value: unknown, name: string) => string | null): string | null {
  return value === undefined ? null : rule(value, name);
}

function unknownOption(name: string): string | null {
  if (Object.hasOwn(RULES, name)) return null;
  const close = nearName(name, Object.keys(RULES));
  return `There is no option ${quoted(name)}${close === null ? "" : `; did you mean ${quoted(close)}?`}`;
}

/** Faults of combinations of valid options: each returns a sentence, or null. */
const TOGETHER: ReadonlyArray<(options: LibraryOptions) => string | null> = [
  ({ url, app, fetch }) => {
    const given = Object.entries({ url, app, fetch }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    return given.length > 1 ? `Both ${given.join(" and ")} are given; give one of them` : null;
  },
  (options) => {
    if ([options.url, options.app, options.fetch].some((one) => one !== undefined)) return null;
    return Object.hasOwn(options, "url")
      ? "The base URL url is undefined; is the environment variable that it is read from set?"
      : "There is no provider; give the base URL as url, or an application as app or fetch";
  },
  ({ url, basePath }) =>
    url !== undefined && basePath !== undefined ? "Both url and basePath are given; add the path to the URL" : null,
  ({ token, authentication }) =>
    token === undefined && authentication !== "none"
      ? 'There is no token; give it as token, or authentication: "none" if the provider uses none'
      : null,
  ({ token, invalidToken }) =>
    token !== undefined && token === invalidToken
      ? "invalidToken is the token itself; give one that the provider must refuse, or leave it out"
      : null,
  // A run that ignores one of its options, or compares nothing, would look green.
  ({ pacts, contracts }) =>
    pacts !== undefined && contracts === false
      ? "pacts are given, and contracts: false leaves them out; give one of them"
      : null,
  ({ pacts, selection }) =>
    pacts !== undefined && selection !== undefined
      ? "pacts cannot be used with a selection of checks, which leaves them out"
      : null,
  ({ failOnRegression, baseline }) =>
    failOnRegression === true && baseline === undefined
      ? "failOnRegression needs an earlier run to compare with; give its result as baseline, too"
      : null,
];
