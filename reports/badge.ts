/** A badge: as JSON for the endpoint of shields.io, and as an SVG. Both contain only the suite's own words. */
import { present } from "../spec/defined.ts";
import { isOfAnotherDocument, type RunResult, type Verdict } from "../result/result.ts";
import { count, excerpt, number, safeJson } from "../result/safe-text.ts";
import { requireWholeRun, waivedOf } from "./words/verdict-line.ts";
import { element, textElement } from "./xml.ts";

interface Badge {
  readonly label: string;
  readonly message: string;
  readonly colour: "brightgreen" | "green" | "yellow" | "red" | "lightgrey";
}

/**
 * The result as JSON for shields.io's endpoint badge, which refuses members that it does not know.
 * @throws {SelectionReportError} for a selection
 */
export function renderBadge(result: RunResult): string {
  const { label, message, colour } = badgeOf(result);
  return `${safeJson(JSON.stringify({ schemaVersion: 1, label, message, color: colour }, null, 2))}\n`;
}

function badgeOf(result: RunResult): Badge {
  requireWholeRun(result, "a badge");
  const warnings = result.summary.should.failed;
  const waived = waivedOf(result);
  const remarks = present([
    warnings !== 0 && `${number(warnings)} SHOULD not met`,
    // One waiver may be of several requirements: those are counted, as in the verdict line.
    waived !== 0 && `${count(waived, "requirement")} waived`,
  ]);
  const document = isOfAnotherDocument(result) ? "another document" : "plant store";
  const label = `${document} ${excerpt(result.specification.version, 20)}`;
  const badges: Readonly<Record<Verdict, Omit<Badge, "label">>> = {
    conformant: {
      message: ["conformant", ...remarks].join(", "),
      colour: waived > 0 ? "yellow" : warnings > 0 ? "green" : "brightgreen",
    },
    "non-conformant": { message: "not conformant", colour: "red" },
    "selection-met": { message: "selection only", colour: "lightgrey" },
    inconclusive: { message: "inconclusive", colour: "lightgrey" },
  };
  const { message, colour } = badges[result.verdict];
  return result.provider.insecure === true
    ? { label, message: `${message}, TLS not verified`, colour: colour.endsWith("green") ? "yellow" : colour }
    : { label, message, colour };
}

/** White text has a contrast of at least 4.5 on each of these. */
const fills = {
  brightgreen: "#2a7d2a",
  green: "#4d7a12",
  yellow: "#7a5c00",
  red: "#b3122e",
  lightgrey: "#6b6b6b",
} as const;
const labelFill = "#444444";

const letterWidth = 7;
const padding = 6;
const height = 20;

/**
 * The result as a static SVG image, for use without a network.
 * @throws {SelectionReportError} for a selection
 */
export function renderBadgeSvg(result: RunResult): string {
  const { label, message, colour } = badgeOf(result);
  const labelWidth = widthOf(label);
  const width = labelWidth + widthOf(message);
  const said = `${label}: ${message}`;
  const root = { xmlns: "http://www.w3.org/2000/svg", width, height, role: "img", "aria-label": said };
  return `${element("svg", root, [
    textElement("title", {}, said),
    element("rect", { width: labelWidth, height, fill: labelFill }, []),
    element("rect", { x: labelWidth, width: width - labelWidth, height, fill: fills[colour] }, []),
    words(label, 0),
    words(message, labelWidth),
  ])}\n`;
}

/** The font is unknown, so the text is stretched to the assumed width. */
function words(text: string, left: number): string {
  const attributes = {
    x: left + padding,
    y: 14,
    textLength: text.length * letterWidth,
    fill: "#ffffff",
    "font-family": "Verdana,DejaVu Sans,sans-serif",
    "font-size": 11,
  };
  return textElement("text", attributes, text);
}

function widthOf(text: string): number {
  return text.length * letterWidth + 2 * padding;
}
