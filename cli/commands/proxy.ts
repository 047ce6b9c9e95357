/** `proxy`: passes live traffic through and judges it, until an interrupt or the end of its time. */
import type { OptionsOf } from "../options/table.ts";
import { defined } from "../../spec/defined.ts";
import { count } from "../../result/counts.ts";
import { excerpt } from "../../result/safe-text.ts";
import { BaseUrlError, parseBaseUrl } from "../../http/provider.ts";
import { openJudgedProxy } from "../../library/traffic/traffic-proxy.ts";
import type { NewFinding } from "../../traffic/traffic-state.ts";
import { inputsOf } from "../files/input-files.ts";
import { asUsage, type Io, UsageError } from "../io.ts";
import { givenTransport } from "../options/transport.ts";
import { planTrafficReports, reportTraffic, wishesOf } from "./judge-traffic.ts";

/** Runs `proxy`. @returns 0 for clean traffic, 1 for broken traffic, 3 if too little could be judged */
export async function proxy(options: OptionsOf<"proxy">, io: Io): Promise<number> {
  const plan = planTrafficReports(options.report, inputsOf(options));
  const target = asUsage(BaseUrlError, () => parseBaseUrl(options.target));
  const milliseconds = options.for === undefined ? null : durationOf(options.for);
  const { ca, insecure, host, port } = options;
  const transport = givenTransport(target, { ...defined({ ca }), insecure, http2: false });
  let passed = 0;
  const unreached = new Set<string>();
  const ended = endOf(io, milliseconds);
  const asked = {
    target,
    transport,
    host,
    port,
    wishes: wishesOf(options, [target]),
    onJudged: () => (passed += 1),
    onFinding: (found: NewFinding) => io.err(findingLine(found)),
    onUnreached: (why: string) => {
      if (!unreached.has(why)) io.err(`${target} cannot be reached: ${why}\n`);
      unreached.add(why);
    },
  };
  const sentence = ({ message }: Error): string => `The proxy cannot listen on ${host}, port ${port}: ${message}`;
  const open = await asUsage(Error, () => openJudgedProxy(asked), sentence);
  // Paths stay as they are, so clients send to the path of the target.
  const path = new URL(target).pathname.replace(/\/$/, "");
  io.err(`Listening on ${open.url}${path}, passing through to ${target}\n`);
  await ended;
  const result = await open.close();
  io.err(`${count(passed, "exchange")} passed\n`);
  await reportTraffic(result, plan, io);
  return result.exitCode;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest time that a timer can wait: 24 days. */
const MOST_HOURS = 576;

function durationOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d{1,7})([smh])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= MOST_HOURS * 3_600_000) return milliseconds;
  const isLong = milliseconds > 0;
  const why = isLong ? `is longer than ${MOST_HOURS}h, which is the limit` : "is not a duration";
  throw new UsageError(`--for ${JSON.stringify(text)} ${why}; give a whole number with s, m or h, such as 10m`);
}

/** Resolves on an interrupt, or when the time is over. */
function endOf(io: Io, milliseconds: number | null): Promise<void> {
  return new Promise((resolve) => {
    const timer = milliseconds === null ? undefined : setTimeout(end, milliseconds);
    const stopListening = io.onInterrupt(end);
    function end(): void {
      clearTimeout(timer);
      stopListening();
      resolve();
    }
  });
}

function findingLine({ side, id, level, sender, place, findings }: NewFinding): string {
  const [first] = findings;
  const what = `${first?.where === "" ? "the body" : (first?.where ?? "")}: expected ${first?.expected ?? ""}, seen ${first?.seen ?? ""}`;
  return `${side} ${level} ${id}, exchange ${place} of ${excerpt(sender, 60)}: ${excerpt(what, 300)}\n`;
}
