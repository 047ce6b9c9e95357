/** Latency over the runs of a history: a line for the median, one for the 95th percentile, a mark for a failed run. */
import type { JSX } from "preact";
import type { HistoryEntry } from "../../result/history-entry.ts";
import { number } from "../../result/counts.ts";
import type { LatencyFigures } from "../../result/comparison-result.ts";
import { decades } from "../html/latency.ts";
import { Section, runKinds, signs } from "../html/parts.tsx";

/** Units of the drawing, which are CSS pixels at its full size. */
const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 64;
const BOTTOM = 24;
const TOP = 12;
const RIGHT = 8;

/** Runs that are drawn: more than one for each unit would be a smear. */
const MOST = 300;

/** Where a run and a time stand in the drawing. */
interface Axes {
  readonly x: (at: number) => number;
  readonly y: (ms: number) => number;
  /** The powers of ten that have a line. */
  readonly grid: readonly number[];
}

function axesOf(drawn: readonly HistoryEntry[], values: readonly number[]): Axes {
  const { from, to } = decades(values);
  const height = HEIGHT - BOTTOM - TOP;
  return {
    x: (at) => LEFT + (at * (WIDTH - LEFT - RIGHT)) / Math.max(1, drawn.length - 1),
    y: (ms) => HEIGHT - BOTTOM - ((Math.log10(Math.max(ms, 0.1)) - from) / (to - from)) * height,
    grid: Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at)),
  };
}

/** Nothing where fewer than two runs have a latency. */
export function LatencyOverRuns({ runs }: { runs: readonly HistoryEntry[] }): JSX.Element | null {
  const drawn = runs.slice(-MOST);
  const values = drawn.flatMap(({ latency }) => (latency === undefined ? [] : [latency.medianMs, latency.highMs]));
  if (values.length < 4) return null;
  const axes = axesOf(drawn, values);
  return (
    <Section
      id="_latency"
      title="Latency"
      remark="Of each run, the first on the left: the median as a line, the 95th percentile as a dashed line, and a sign at the bottom for a run that did not pass. Each line of the grid is ten times the one below."
    >
      <div class="drawing" tabindex={0} role="region" aria-label="Latency over the runs">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          width={WIDTH}
          height={HEIGHT}
          role="img"
          aria-label="Latency over the runs; the table below gives the figures"
          font-size="12"
          fill="currentColor"
        >
          <Grid axes={axes} />
          <Curves drawn={drawn} axes={axes} />
          <Signs drawn={drawn} axes={axes} />
        </svg>
      </div>
    </Section>
  );
}

function Grid({ axes: { y, grid } }: { axes: Axes }): JSX.Element {
  return (
    <>
      {grid.map((ms) => (
        <>
          <line x1={LEFT} x2={WIDTH} y1={y(ms)} y2={y(ms)} stroke="currentColor" stroke-opacity="0.2" />
          <text x={LEFT - 8} y={y(ms) + 4} text-anchor="end">
            {ms < 1 ? ms : number(ms)} ms
          </text>
        </>
      ))}
    </>
  );
}

interface Drawn {
  readonly drawn: readonly HistoryEntry[];
  readonly axes: Axes;
}

function Curves({ drawn, axes: { x, y } }: Drawn): JSX.Element {
  const points = (valueOf: (latency: LatencyFigures) => number): string =>
    drawn
      .flatMap(({ latency }, at) =>
        latency === undefined ? [] : [`${x(at).toFixed(1)},${y(valueOf(latency)).toFixed(1)}`],
      )
      .join(" ");
  const line = { fill: "none", stroke: "currentColor", "stroke-width": "1.5" };
  return (
    <>
      <polyline points={points(({ medianMs }) => medianMs)} {...line} />
      <polyline points={points(({ highMs }) => highMs)} {...line} stroke-dasharray="4 3" />
    </>
  );
}

function Signs({ drawn, axes: { x } }: Drawn): JSX.Element {
  return (
    <>
      {drawn.map(({ exitCode }, at) =>
        exitCode === 0 ? null : (
          <text x={x(at).toFixed(1)} y={HEIGHT - 6} text-anchor="middle">
            {signs[runKinds[exitCode]]}
          </text>
        ),
      )}
    </>
  );
}
