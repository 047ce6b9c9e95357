/** Two plots of latency, over the run and by check. They are readable without colour, and a table has the figures. */
import { number } from "../../result/counts.ts";
import type { ComponentChildren, JSX } from "preact";
import type { RunResult } from "../../result/result.ts";
import { milliseconds } from "../words/words.ts";
import { type TopicTimes, decades, timesByTopic } from "./latency.ts";
import { anchor, sections } from "./links.ts";
import { Section, topicTitle } from "./parts.tsx";

/** Units of the drawing, which are CSS pixels at its full size. */
const width = 720;
/** Room for the names of topics, for figures, and for the half of the last figure. */
const names = 150;
const figures = 72;
const right = 32;
const rowHeight = 24;

/** A place along an axis, in units of the drawing. */
type Scale = (value: number) => number;

export function Latency({ result }: { result: RunResult }): JSX.Element {
  const topics = timesByTopic(result);
  if (topics.length === 0) return <></>;
  return (
    <Section
      id={sections.latency}
      title="Latency"
      remark="From sending a request to the last byte of its answer. The axes of time taken are logarithmic: each line is ten times the one before."
    >
      <figure>
        <figcaption>
          By check: a dot for each check, at its slowest exchange; a bar for the median of the topic
        </figcaption>
        <ByCheck topics={topics} />
      </figure>
      <figure>
        <figcaption>Over the run: a dot for each exchange, a cross for one without an answer</figcaption>
        <OverTheRun result={result} />
      </figure>
      <Figures topics={topics} />
    </Section>
  );
}

/** A drawing that scrolls within the page where the window is narrow. */
function Drawing(props: { height: number; label: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="drawing" tabindex={0} role="region" aria-label={props.label}>
      <svg
        viewBox={`0 0 ${width} ${props.height}`}
        width={width}
        height={props.height}
        role="img"
        aria-label={`${props.label}; the table below gives the figures`}
        font-size="12"
        fill="currentColor"
      >
        {props.children}
      </svg>
    </div>
  );
}

function ByCheck({ topics }: { topics: readonly TopicTimes[] }): JSX.Element {
  const { from, to } = decades(topics.flatMap(({ checks }) => checks.map(({ ms }) => ms)));
  const x = logScale(from, to, { start: names, end: width - right });
  const bottom = topics.length * rowHeight + 4;
  const y = (row: number): number => (row + 0.5) * rowHeight;
  return (
    <Drawing height={bottom + 24} label="Latency by check">
      {exponents(from, to).map((exponent) => (
        <Tick x={x(10 ** exponent)} bottom={bottom} words={milliseconds(10 ** exponent)} />
      ))}
      {topics.map(({ topic, median }, row) => (
        <>
          <text x={names - 12} y={y(row) + 4} text-anchor="end">
            {topicTitle(topic)}
          </text>
          <path d={`M${x(median)} ${y(row) - 8}v16`} stroke="currentColor" stroke-width="2" />
        </>
      ))}
      <Dots at={topics.flatMap(({ checks }, row) => checks.map(({ ms }) => [x(ms), y(row)] as const))} />
    </Drawing>
  );
}

function OverTheRun({ result: { exchanges } }: { result: RunResult }): JSX.Element {
  const bottom = 180;
  const { from, to } = decades(exchanges.map(({ timing }) => timing.totalMs));
  const y = logScale(from, to, { start: bottom, end: 12 });
  const last = exchanges.reduce((most, { timing }) => Math.max(most, timing.startedMs), 1);
  const x: Scale = (ms) => Math.round(figures + (ms / last) * (width - figures - right));
  const places = exchanges.map(({ timing }) => [x(timing.startedMs), y(timing.totalMs)] as const);
  return (
    <Drawing height={bottom + 24} label="Latency over the run">
      {exponents(from, to).map((exponent) => (
        <>
          <path d={`M${figures} ${y(10 ** exponent)}H${width - right}`} stroke="currentColor" opacity="0.25" />
          <text x={figures - 12} y={y(10 ** exponent) + 4} text-anchor="end">
            {milliseconds(10 ** exponent)}
          </text>
        </>
      ))}
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text x={x(last * share)} y={bottom + 18} text-anchor="middle">
          {milliseconds(last * share)}
        </text>
      ))}
      <Dots at={places.filter((_, index) => exchanges[index]?.noAnswer === undefined)} />
      <Crosses at={places.filter((_, index) => exchanges[index]?.noAnswer !== undefined)} />
    </Drawing>
  );
}

function Tick({ x, bottom, words }: { x: number; bottom: number; words: string }): JSX.Element {
  return (
    <>
      <path d={`M${x} 0V${bottom}`} stroke="currentColor" opacity="0.25" />
      <text x={x} y={bottom + 18} text-anchor="middle">
        {words}
      </text>
    </>
  );
}

type Places = ReadonlyArray<readonly [x: number, y: number]>;

/** One path for all dots, equal places once: ten thousand exchanges are no more than the drawing has room for. */
function Dots({ at }: { at: Places }): JSX.Element {
  const d = [...new Set(at.map(([x, y]) => `M${x} ${y}h0`))].join("");
  return (
    <path class="dots" d={d} stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-opacity="0.55" />
  );
}

function Crosses({ at }: { at: Places }): JSX.Element | null {
  const d = [...new Set(at.map(([x, y]) => `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`))].join("");
  return d === "" ? null : <path class="crosses" d={d} stroke="currentColor" stroke-width="2" />;
}

function logScale(from: number, to: number, { start, end }: { start: number; end: number }): Scale {
  return (ms) => Math.round(start + ((Math.log10(Math.max(ms, 0.1)) - from) / (to - from)) * (end - start));
}

function exponents(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

function Figures({ topics }: { topics: readonly TopicTimes[] }): JSX.Element {
  return (
    <table class="latency">
      <caption>Latency by topic</caption>
      <thead>
        <tr>
          <th scope="col">Topic</th>
          {["Exchanges", "Median", "95th percentile", "Slowest"].map((title) => (
            <th scope="col" class="figure">
              {title}
            </th>
          ))}
          <th scope="col">in check</th>
        </tr>
      </thead>
      <tbody>
        {topics.map(({ topic, exchanges, median, high, slowest }) => (
          <tr>
            <th scope="row">{topicTitle(topic)}</th>
            <td class="figure">{number(exchanges)}</td>
            {[median, high, slowest.ms].map((ms) => (
              <td class="figure">{milliseconds(ms)}</td>
            ))}
            <td>
              <a href={`#${anchor(slowest.check)}`}>
                <code>{slowest.check}</code>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
