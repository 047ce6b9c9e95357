/** The formats of the reports on traffic. The module of a format is loaded when its report is rendered. */
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { TextOptions } from "../text/page.ts";

/** A format: a pure function of the result, and its purpose. */
export interface TrafficRenderer {
  readonly purpose: string;
  readonly render: (result: TrafficResult, options?: TextOptions) => Promise<string>;
}

/** The names of the formats. */
export type TrafficReportFormat = "text" | "json" | "markdown" | "junit";

/** All formats, by name. */
export const trafficRenderers: Readonly<Record<TrafficReportFormat, TrafficRenderer>> = {
  text: {
    purpose: "for a person",
    render: async (result, options) => (await import("./traffic-text.ts")).renderTrafficText(result, options),
  },
  json: {
    purpose: "everything that is known; described by traffic.schema.json",
    render: async (result) => [...(await import("../json.ts")).jsonParts(result, "as-it-came")].join(""),
  },
  markdown: {
    purpose: "for a job summary",
    render: async (result) => (await import("./traffic-markdown.ts")).renderTrafficMarkdown(result),
  },
  junit: {
    purpose: "for GitLab, Jenkins, Azure and GitHub's reporters",
    render: async (result) => (await import("./traffic-junit.ts")).renderTrafficJunit(result),
  },
};
