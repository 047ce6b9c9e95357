/**
 * The options about a run, declared once: what is typed, what may be given, and what it goes with. Help, the keys of files,
 * their schemas and the checks of combinations are derived from these rows.
 */
import { DEFAULT_CONCURRENCY, DEFAULT_LIMITS, type Limits, type Provider } from "../../http/provider.ts";
import { BOUNDS, type OptionRange } from "../../library/option-rules.ts";
import { renderers, usualFormats } from "../../reports/index.ts";
import { defined } from "../../spec/defined.ts";
import { type Group, inGroup, type LongName, option, type ValuesOf } from "./option-row.ts";

const seconds = (least: number, greatest: number): OptionRange => ({ least, greatest, unit: "seconds", scale: 1000 });
const KIB: OptionRange = { least: 1, greatest: 1024 * 1024, unit: "KiB", scale: 1024 };
export const PORT: OptionRange = { least: 0, greatest: 65_535 };
export const MEANINGS = "identity, label, optionalLabel, returned, leftOut, namedOnly";

/** The environment variables about a provider. A fleet, whose file has their values for each provider, ignores them. */
export const VARIABLES = {
  url: "PLANT_STORE_URL",
  token: "PLANT_STORE_TOKEN",
  headers: "PLANT_STORE_HEADERS",
} as const;

export const CONFIG = [
  option(
    "--config <file>",
    "a YAML file with options of check; flags take precedence (default: plant-store-conformance.yaml, if it exists)",
    { typedOnly: true, offline: true },
  ),
  option("--no-config", "do not read plant-store-conformance.yaml", { typedOnly: true, offline: true }),
];

export const REFERENCE = [
  // A forgotten `reference: true` in a file would keep a pipeline green without a provider.
  option("--reference", "judge the reference implementation, which the command starts", { typedOnly: true }),
];

export const TOKEN = inGroup("Token:", [
  option(
    "--token <token>",
    "the bearer token (visible to other users of the machine: prefer --token-file or --token-command)",
    { secret: "token", onceOnly: true },
  ),
  option("--token-file <file>", `a file with the token on one line; or set ${VARIABLES.token}`, {
    secret: "token",
    ofRequest: true,
  }),
  option("--token-command <command>", "a command that prints the token; run again if the token expires", {
    secret: "token",
    shell: true,
  }),
  option("--invalid-token <token>", "a token that the provider must refuse", { secret: "value" }),
  option("--no-auth", "the provider uses no token: send none, and do not judge authentication", { secret: "token" }),
]);

export const REACH = inGroup("Reaching the provider:", [
  option("--ca <file>", "trust only these certificate authorities, in PEM", { ofRequest: true }),
  option("--cert <file>", "the client certificate, in PEM", { ofRequest: true }),
  option("--key <file>", "the private key of the client certificate, in PEM", { ofRequest: true }),
  option("--insecure", "do not verify TLS certificates; every report says so", { ofRequest: true }),
  option("--http2", "use HTTP/2 (https only) instead of HTTP/1.1", { ofRequest: true }),
  option("--proxy <url>", "an HTTP proxy (default: from http_proxy, https_proxy and no_proxy, never for loopback)", {
    ofRequest: true,
  }),
  option("--unix-socket <path>", "connect to this Unix socket; the base URL sets Host and path", {
    named: "path",
    ofRequest: true,
  }),
  option(
    "-H, --header <name: value>",
    "a header field for every request, such as a gateway's key; reports name it, never its value; may be repeated",
    { list: "items", secret: "value", onceOnly: true },
  ),
  option(
    "--header-file <file>",
    `a file with header fields for every request, one per line; or set ${VARIABLES.headers}`,
  ),
  option("--trace", "send a traceparent (W3C Trace Context) with each request, and show it in the reports"),
  option(
    "--start <command>",
    "start the provider with this command and stop it, with its child processes, at the end",
    { shell: true },
  ),
  option("--wait <seconds>", "wait up to this long until the provider answers (default: 0, or 60 with --start)", {
    range: seconds(0, 3600),
  }),
]);

export const DOCUMENT = inGroup("The document:", [
  option("--document <file>", "the OpenAPI 3.1 or 3.0 document to use (default: the Plant Store's, version 1.0.0)", {
    offline: true,
  }),
  option("--operation <name>", "the operationId or path of the operation to judge, if the document has several", {
    offline: true,
  }),
  option("--overlay <file>", `a YAML file with the meaning of members: ${MEANINGS}`, { offline: true }),
  option(
    "--parameter <name=value>",
    "the value of a parameter in the path or the query of the operation; may be repeated",
    { list: "items", offline: true },
  ),
]);

export const SEED = option("--seed <text>", "repeat the ids, names and cases of an earlier run (default: random)", {
  group: "What is asked:",
  named: "text",
  onceOnly: true,
});

export const ASKED = inGroup("What is asked:", [
  option("--only <names>", "run only these requirements, checks, levels or topics (comma-separated)", {
    list: "words",
    onceOnly: true,
  }),
  option("--skip <names>", "do not run these", { list: "words", onceOnly: true }),
  option("--fail-fast [n]", "end the run after N causes of failure, as the report counts them (default N: 1)", {
    range: BOUNDS.failFast,
    preset: "1",
    onceOnly: true,
    shard: "refused",
  }),
  option("--last-failed", "run only what failed in the last run in this folder", {
    typedOnly: true,
    onceOnly: true,
    shard: "refused",
  }),
  option("--watch", "run again when a file changes (with --start), when the provider answers again, or on a key", {
    typedOnly: true,
    onceOnly: true,
    shard: "refused",
  }),
  option("--no-contracts", "do not verify the consumer contracts"),
  option("--only-contracts", "run no checks: verify only the contracts, like the command contracts", {
    typedOnly: true,
    onceOnly: true,
    shard: "refused",
  }),
  option(
    "--fuzz <n>",
    "send N additional cases generated from the schema: valid and invalid bodies, sent in any variant, with and without a valid Authorization",
    { range: BOUNDS.fuzz },
  ),
  option(
    "--shard <i/n>",
    "run only part I of N; merge joins the results; auto reads I and N from the environment of the job; needs --seed",
    { onceOnly: true },
  ),
  option(
    "--stack <name>",
    "the stack of the provider, such as flask: show its fixes first (default: recognised by its answers)",
  ),
  SEED,
]);

export const STRICT = option("--strict", "also fail if a SHOULD is not met", {
  group: "What fails the run:",
});

export const WHOLE_RUN = inGroup("What fails the run:", [
  option("--expect <id=value>", "fail if an open point has another value; may be repeated", {
    list: "items",
    shard: "merge",
    wholeOnly: true,
  }),
  option("--profile <file>", "expected values of open points: YAML, JSON, or an earlier result.json", {
    shard: "merge",
    wholeOnly: true,
  }),
  option(
    "--waivers <file>",
    "known failures in YAML, each with a reason and an expiry date; the command waivers creates a file",
    { shard: "merge" },
  ),
  option("--allow-waived", "do not fail because of waived failures; reports still show them", { shard: "merge" }),
  option("--baseline <file>", "report what changed since this result.json of an earlier run", { shard: "merge" }),
  option("--fail-on-regression", "fail if anything that passed in the baseline now fails", { shard: "merge" }),
]);

export const CONTRACTS = inGroup("Contracts:", [
  option("--pacts <place>", "also verify this pact: a file, a folder, or a URL; may be repeated", {
    list: "items",
    offline: true,
    wholeOnly: true,
  }),
  option("--no-shipped-pacts", "verify only the pacts of --pacts and --broker, not those that ship", { offline: true }),
  option("--provider-states-url <url>", "the URL that sets up provider states"),
  option("--broker <url>", "also verify the pacts of a Pact Broker or PactFlow", { offline: true, wholeOnly: true }),
  option("--broker-token-file <file>", "a file with the broker's token; or set PACT_BROKER_TOKEN", {
    about: "broker",
    offline: true,
  }),
  option("--broker-user <name>", "the broker's user; set PACT_BROKER_PASSWORD as well", {
    about: "broker",
    offline: true,
  }),
  option(
    "--pact-provider <name>",
    "the provider whose pacts are verified, by its name in them (default: plant-store)",
    {
      offline: true,
    },
  ),
  option("--consumer-versions <json>", "consumer version selectors (default: main branches, deployed or released)", {
    about: "broker",
    offline: true,
  }),
  option("--pending", "do not fail because of the broker's pending pacts", {
    about: "broker",
    offline: true,
    wholeOnly: true,
  }),
  option("--wip-since <day>", "include work-in-progress pacts since this day, as pending", {
    about: "broker",
    offline: true,
  }),
  option("--publish", "publish the results to the broker", {
    about: "broker",
    onceOnly: true,
    shard: "refused",
    wholeOnly: true,
  }),
  option("--provider-branch <name>", "the branch of the provider version, for --publish", { about: "broker" }),
  option("--build-url <url>", "the URL of the build, for --publish", { needs: "--publish" }),
]);

export const concurrencyOf = (what: string, fallback: number) =>
  option("--concurrency <n>", `the maximum number of ${what}`, {
    range: BOUNDS.concurrency,
    fallback,
    shown: String(fallback),
  });

export const CONCURRENCY = inGroup("Limits:", [concurrencyOf("concurrent requests", DEFAULT_CONCURRENCY)]);

export const RATE = inGroup("Limits:", [
  option("--rate <n>", "the maximum number of requests per second (default: unlimited)", {
    range: { least: 1, greatest: 10_000 },
  }),
]);

const limit = <const Flags extends string>(flags: Flags, help: string, range: OptionRange, fallback: number) =>
  option(flags, help, { range, fallback, shown: String(fallback / (range.scale ?? 1)) });

export const LIMITS = inGroup("Limits:", [
  limit(
    "--timeout <seconds>",
    "time limit for one request, up to the last byte of the response",
    seconds(1, 600),
    DEFAULT_LIMITS.requestMs,
  ),
  limit(
    "--connect-timeout <seconds>",
    "time limit for opening a connection, including TLS",
    seconds(1, 600),
    DEFAULT_LIMITS.connectMs,
  ),
  limit(
    "--deadline <seconds>",
    "time limit for the whole run, including fuzzing",
    seconds(1, 86_400),
    DEFAULT_LIMITS.deadlineMs,
  ),
  limit(
    "--max-wait <seconds>",
    "total time to wait for a provider that answers 429, 502, 503 or 504",
    seconds(0, 86_400),
    DEFAULT_LIMITS.rateLimitMs,
  ),
  limit("--max-body <KiB>", "size limit for a response body, compressed or not", KIB, DEFAULT_LIMITS.bodyBytes),
  limit("--max-headers <KiB>", "size limit for the header of a response", KIB, DEFAULT_LIMITS.headerBytes),
  limit(
    "--max-evidence <KiB>",
    "size limit for all requests and responses that the result keeps",
    KIB,
    DEFAULT_LIMITS.evidenceBytes,
  ),
]);

export const quiet = (what: string, group: Group = "") => option("-q, --quiet", `print only ${what}`, { group });

export const REPORT = option(
  "--report <format=file>",
  "write a report to a file, or to standard output with -; may be repeated",
  { list: "items" },
);

export const github = (help: string) => option("--github", `in GitHub Actions: ${help}`);

export const OF_RUN = inGroup("Reports:", [
  quiet("the verdict line"),
  option("-v, --verbose", "print each exchange to standard error as it happens", { loud: true }),
  option(
    "--subject <name=sha256:digest>",
    "what is tested (an image, a package, a commit), for the result and its attestation; may be repeated",
    { list: "items", reportsOnly: true, ofProvider: true },
  ),
  option("--provider-version <version>", "the version of the provider, for the result, the history and --publish", {
    ofProvider: true,
  }),
]);

export const DOCS_URL = option(
  "--docs-url <url>",
  "the URL of a published docs/requirements.md, for links in reports",
  {
    reportsOnly: true,
  },
);

export const REPORTS = inGroup("Reports:", [
  option("--details", "print every failure with its request and response, not the short report", { loud: true }),
  REPORT,
  option(
    "-o, --out <folder>",
    `write the default reports to a folder: ${usualFormats.map((format) => renderers[format].fileName).join(", ")}`,
  ),
  DOCS_URL,
  github("annotate the run and write a job summary"),
]);

/** Only what a check needs to reach a provider. */
export const TARGET = [...TOKEN, ...REACH, ...LIMITS];

const OF_CHECK = [
  ...REFERENCE,
  ...TOKEN,
  ...REACH,
  ...DOCUMENT,
  ...ASKED,
  STRICT,
  ...WHOLE_RUN,
  ...CONTRACTS,
  ...CONCURRENCY,
  ...RATE,
  ...LIMITS,
  ...OF_RUN,
  ...REPORTS,
];

/** The options of `check`, which a file of options and a fleet may have. */
export const CHECK = [...CONFIG, ...OF_CHECK];

/** The values of the options of `check`, besides those about the file. */
export type CheckValues = ValuesOf<typeof OF_CHECK>;

/** What people use of the options of `check`. Where there are many, `--help` shows these, and `--help-all` all of them. */
export const USUAL: ReadonlySet<string> = new Set<LongName<(typeof CHECK)[number]["flags"]>>([
  ...(["config", "reference", "token-file", "token-command", "no-auth", "insecure", "header", "start"] as const),
  ...(["document", "only", "last-failed", "watch", "only-contracts", "fuzz", "strict", "waivers"] as const),
  ...(["allow-waived", "baseline", "pacts", "broker", "quiet", "details", "report", "out"] as const),
]);

/** The options about limits, as parsed from the command line: times in milliseconds, sizes in bytes. */
type LimitOptions = ValuesOf<typeof LIMITS>;

/** How fast a provider is asked, and within which limits. */
export type Pacing = Pick<Provider, "concurrency" | "rate" | "limits">;

function givenLimits(options: LimitOptions): Limits {
  return {
    ...DEFAULT_LIMITS,
    connectMs: options.connectTimeout,
    requestMs: options.timeout,
    deadlineMs: options.deadline,
    rateLimitMs: options.maxWait,
    bodyBytes: options.maxBody,
    headerBytes: options.maxHeaders,
    evidenceBytes: options.maxEvidence,
  };
}

/** The limits and the rate of a run, at a given concurrency. */
export function givenPacing(options: LimitOptions & { readonly rate?: number }, concurrency: number): Pacing {
  const { rate } = options;
  return { concurrency, ...defined({ rate }), limits: givenLimits(options) };
}
