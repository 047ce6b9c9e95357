/** Draws plots of milliseconds as SVG. They are readable without colour. */
import type { Drawing, Series } from "../report-tree.ts";
import { milliseconds } from "../words/result-words.ts";
import { type Markup, element } from "./html-markup.ts";

/** Units of the drawing, which are CSS pixels at its full size. Room for names or figures at the left. */
const WIDTH = 720;
const RIGHT = 40;
const LEFT = { names: 150, figures: 84 } as const;
const HEIGHT = 180;
const ROW = 24;
const SIGN = "✗";
const faint = { "stroke-linecap": "round", "stroke-opacity": 0.55 } as const;

type Scale = (value: number) => number;

interface Axes {
  readonly x: Scale;
  readonly y: Scale;
  readonly bottom: number;
  /** Which of the two axes has milliseconds. */
  readonly isAcross: boolean;
}

/** The drawing, which scrolls within the page where the window is narrow, with its caption. */
export function plot(drawing: Drawing): Markup {
  const { label, caption, lines, across, ticks = [], series } = drawing;
  const values = series.flatMap(({ points }) => points.map(([, ms]) => ms)).filter((ms) => ms > 0);
  const { from, to } = decades(values);
  const axes = axesOf(drawing, from, to);
  const { x, y, bottom } = axes;
  const powers = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
  const names = (lines ?? []).map((name, at) => textAt([LEFT.names - 12, y(at) + 4], "end", name));
  const marks = ticks.map(([at, words]) => textAt([x(at), bottom + 18], "middle", words));
  const [below, beside] = lines === undefined ? [across, "time taken"] : ["time taken", undefined];
  const svg = element(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${bottom + 44}`,
      width: WIDTH,
      height: bottom + 44,
      role: "img",
      "aria-label": `${label}; the table below gives the figures`,
      "font-size": 12,
      fill: "currentColor",
    },
    ...powers.flatMap((ms) => gridLine(ms, axes)),
    ...names,
    ...marks,
    below !== undefined && textAt([WIDTH / 2, bottom + 38], "middle", below),
    beside !== undefined && textUp(12, bottom / 2, beside),
    ...series.map((one) => seriesOf(one, axes)),
  );
  const region = element("div", { class: "drawing", tabindex: 0, role: "region", "aria-label": label }, svg);
  return element("figure", {}, caption !== undefined && element("figcaption", {}, caption), region);
}

function axesOf({ lines, series }: Drawing, from: number, to: number): Axes {
  const scale =
    (start: number, end: number): Scale =>
    (ms) =>
      Math.round(start + ((Math.log10(Math.max(ms, 0.1)) - from) / (to - from)) * (end - start));
  if (lines !== undefined) {
    const bottom = lines.length * ROW + 4;
    return { x: scale(LEFT.names, WIDTH - RIGHT), y: (at) => (at + 0.5) * ROW, bottom, isAcross: true };
  }
  const last = series.reduce((most, { points }) => points.reduce((own, [at]) => Math.max(own, at), most), 1);
  const x: Scale = (at) => Math.round(LEFT.figures + (at / last) * (WIDTH - LEFT.figures - RIGHT));
  return { x, y: scale(HEIGHT, 12), bottom: HEIGHT, isAcross: false };
}

function gridLine(ms: number, { x, y, bottom, isAcross }: Axes): readonly Markup[] {
  const d = isAcross ? `M${x(ms)} 0V${bottom}` : `M${LEFT.figures} ${y(ms)}H${WIDTH - RIGHT}`;
  const words = milliseconds(ms);
  return [
    element("path", { d, stroke: "currentColor", opacity: 0.25 }),
    isAcross ? textAt([x(ms), bottom + 18], "middle", words) : textAt([LEFT.figures - 12, y(ms) + 4], "end", words),
  ];
}

function textAt([x, y]: readonly [x: number, y: number], anchor: string, words: string): Markup {
  return element("text", { x, y, "text-anchor": anchor }, words);
}

function textUp(x: number, y: number, words: string): Markup {
  return element("text", { transform: `translate(${x} ${y}) rotate(-90)`, "text-anchor": "middle" }, words);
}

/** One path for all points, equal places once: ten thousand exchanges are no more than the drawing has room for. */
function seriesOf({ as, points }: Series, { x, y, bottom, isAcross }: Axes): Markup {
  const places = points.map(([at, ms]) => (isAcross ? ([x(ms), y(at)] as const) : ([x(at), y(ms)] as const)));
  const path = (draw: (place: readonly [x: number, y: number]) => string): string =>
    [...new Set(places.map(draw))].join("");
  const lines = { stroke: "currentColor", "stroke-width": 2 };
  switch (as) {
    case "dots": {
      const d = path(([left, top]) => `M${left} ${top}h0`);
      return element("path", { class: "dots", d, ...lines, "stroke-width": 6, ...faint });
    }
    case "crosses":
      return element("path", {
        class: "crosses",
        d: path(([left, top]) => `M${left - 4} ${top - 4}l8 8m0 -8l-8 8`),
        ...lines,
      });
    case "bars":
      return element("path", { d: path(([left, top]) => `M${left} ${top - 8}v16`), ...lines });
    case "signs":
      return element("g", {}, ...places.map(([left]) => textAt([left, bottom - 4], "middle", SIGN)));
    case "line":
    case "dashes": {
      const all = places.map(([left, top]) => `${left},${top}`).join(" ");
      return element("polyline", {
        points: all,
        fill: "none",
        ...lines,
        "stroke-dasharray": as === "dashes" ? "4 3" : undefined,
      });
    }
  }
}

/** The powers of ten around all values, as exponents: the ends of a logarithmic axis for milliseconds. */
export function decades(values: readonly number[]): { readonly from: number; readonly to: number } {
  const exponents = values.map((value) => Math.log10(Math.max(value, 0.1)));
  const from = Math.floor(exponents.reduce((least, one) => Math.min(least, one), Infinity));
  const to = Math.ceil(exponents.reduce((most, one) => Math.max(most, one), -Infinity));
  return Number.isFinite(from) ? { from, to: Math.max(to, from + 1) } : { from: 0, to: 1 };
}
