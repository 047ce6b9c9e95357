/** A run as metrics in Prometheus' text format, for node_exporter's textfile collector or a Pushgateway. */
import { defined, present } from "../spec/defined.ts";
import { type LevelCounts, type RunResult, type Verdict, isUnmet } from "../result/result.ts";
import { excerpt } from "../result/safe-text.ts";
import { isWaived } from "./words/verdict-line.ts";

const PREFIX = "plant_store_conformance";

/** One sample: its labels besides those of the provider, and its value. */
interface Sample {
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly type: "gauge" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** The values of the metric. A verdict that needs waivers has its own. */
const VERDICTS = [
  "conformant",
  "conformant-with-waivers",
  "non-conformant",
  "selection-met",
  "inconclusive",
] as const satisfies ReadonlyArray<Verdict | "conformant-with-waivers">;

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/**
 * The metrics of a result. Each has the label `provider` with the base URL and, if there are subjects, `subject` with
 * their names, which distinguishes versions at the same URL.
 */
export function renderMetrics(result: RunResult): string {
  const { provider, subjects = [] } = result;
  const common = {
    provider: provider.baseUrl,
    ...defined({ subject: subjects.length === 0 ? undefined : subjects.map(({ name }) => name).join(" ") }),
  };
  return metricsOf(result)
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${PREFIX}_${name} ${help}`,
        `# TYPE ${PREFIX}_${name} ${type}`,
        ...samples.map(
          ({ suffix = "", labels = {}, value }) =>
            `${PREFIX}_${name}${suffix}{${labelsOf({ ...common, ...labels })}} ${value}`,
        ),
      ].join("\n"),
    )
    .join("\n")
    .concat("\n");
}

function metricsOf(result: RunResult): readonly Metric[] {
  const { exitCode, complete, summary, startedAt, durationMs } = result;
  const known = isWaived(result) ? "conformant-with-waivers" : result.verdict;
  const one = (name: string, help: string, value: number): Metric => ({
    name,
    type: "gauge",
    help,
    samples: [{ value }],
  });
  const began = Date.parse(startedAt) / 1000;
  return present([
    {
      name: "verdict",
      type: "gauge",
      help: "1 for the verdict of the run, and 0 for the others.",
      samples: VERDICTS.map((each) => ({ labels: { verdict: each }, value: each === known ? 1 : 0 })),
    },
    one("exit_status", "The exit status of the run: 0, 1 (not conformant) or 3 (inconclusive).", exitCode),
    result.provider.insecure === true &&
      one("tls_verified", "0: TLS was not verified, so that anybody may have answered.", 0),
    one("complete", "1 if the run came to its end.", complete ? 1 : 0),
    ...requirementMetrics(result),
    one("checks", "Checks of the run.", summary.checks),
    one("exchanges", "Requests that were sent.", summary.exchanges),
    one("created", "Requests that were answered with success: each may have created something.", summary.plantsCreated),
    one("run_start_timestamp_seconds", "When the run began, in Unix time.", began),
    one("run_end_timestamp_seconds", "When the run ended, in Unix time.", began + durationMs / 1000),
    one("run_duration_seconds", "How long the run took.", durationMs / 1000),
    latencyMetric(result),
    infoMetric(result),
  ]);
}

function requirementMetrics({ summary: { must, should, open }, requirements }: RunResult): readonly Metric[] {
  const samplesOf = (level: string, counts: Readonly<Record<string, number>>): readonly Sample[] =>
    Object.entries(counts).map(([status, value]) => ({ labels: { level, status }, value }));
  const ofLevel = (level: string, { passed, failed, waived, notJudged }: LevelCounts): readonly Sample[] =>
    samplesOf(level, { passed, failed, waived, "not-judged": notJudged });
  const { observed, failed, waived = 0, notJudged } = open;
  const broken = requirements.filter(({ status }) => isUnmet(status));
  return [
    {
      name: "requirements",
      type: "gauge",
      help: "Requirements by level and status.",
      samples: [
        ...ofLevel("MUST", must),
        ...ofLevel("SHOULD", should),
        ...samplesOf("OPEN", { observed, failed, waived, "not-judged": notJudged }),
      ],
    },
    {
      name: "requirement_broken",
      type: "gauge",
      help: "1 for each requirement that is broken, waived ones included.",
      samples: broken.map(({ id, level, status }) => ({ labels: { requirement: id, level, status }, value: 1 })),
    },
  ];
}

/** The time to the last byte. From fuzzing, the result keeps only samples. */
function latencyMetric({ exchanges }: RunResult): Metric {
  const seconds = exchanges
    .filter(({ response, noAnswer }) => response !== null && noAnswer === undefined)
    .map(({ timing }) => timing.totalMs / 1000);
  const within = (bound: number): number => seconds.filter((one) => one <= bound).length;
  const sum = seconds.reduce((total, one) => total + one, 0);
  return {
    name: "request_duration_seconds",
    type: "histogram",
    help: "Time from sending a request to the last byte of its answer, of the exchanges that the result keeps.",
    samples: [
      ...BUCKETS.map((bound) => ({ suffix: "_bucket", labels: { le: String(bound) }, value: within(bound) })),
      { suffix: "_bucket", labels: { le: "+Inf" }, value: seconds.length },
      { suffix: "_sum", value: Math.round(sum * 1e6) / 1e6 },
      { suffix: "_count", value: seconds.length },
    ],
  };
}

/** The versions of the tool and the document as labels. The value is always 1. */
function infoMetric({ tool, specification }: RunResult): Metric {
  const labels = { version: tool.version, specification: specification.version };
  return {
    name: "info",
    type: "gauge",
    help: "The versions of the suite and of the document.",
    samples: [{ labels, value: 1 }],
  };
}

const LONGEST = 500;

/** Labels in the syntax of the format, which escapes only a backslash, a quote and a line feed. */
function labelsOf(labels: Readonly<Record<string, string>>): string {
  const escaped = (text: string): string =>
    excerpt(text, LONGEST).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",");
}
