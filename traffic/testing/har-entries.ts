/** Entries of a HAR for tests. Each one is an accepted plant, except for the given differences. */
import { openTraffic } from "../traffic-judge.ts";
import { exchangeOfEntry } from "../read/read-exchange.ts";
import type { TrafficResult } from "../traffic-result.ts";
import type { TrafficOptions } from "../traffic-state.ts";
import { KNOWN, shippedOptions } from "./exchanges.ts";

export const plantText = '{"id":1234567,"name":"Rose"}';

/** Header fields as a HAR lists them. */
export function fields(of: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(of).map(([name, value]) => ({ name, value }));
}

/** The header fields of a request that a browser sends. */
export const browserFields: Readonly<Record<string, string>> = {
  Host: "plants.example",
  Authorization: `Bearer ${KNOWN}`,
  "Content-Type": "application/json",
  "Content-Length": String(plantText.length),
  "User-Agent": "Browser/1.0",
  Accept: "*/*",
};

/** The differences from an ordinary entry, by part. */
export type EntryChanges = Readonly<Record<"entry" | "request" | "content" | "response", object>>;

/** One entry, with the given members replaced. */
export function entry({
  entry: own = {},
  request = {},
  content = {},
  response = {},
}: Partial<EntryChanges> = {}): object {
  return {
    request: {
      method: "POST",
      url: "http://plants.example/plants",
      headers: fields(browserFields),
      bodySize: plantText.length,
      postData: { mimeType: "application/json", text: plantText },
      ...request,
    },
    response: {
      status: 200,
      headers: fields({ "Content-Type": "application/json" }),
      content: { size: 15, mimeType: "application/json", text: '{"name":"Rose"}', ...content },
      ...response,
    },
    ...own,
  };
}

/** Judges entries as one recording. */
export function judgedEntries(entries: readonly object[], options: Partial<TrafficOptions> = {}): TrafficResult {
  const traffic = openTraffic({ ...shippedOptions, ...options });
  const recording = traffic.open("page.har", "har");
  for (const one of entries) recording.add(exchangeOfEntry(one));
  return traffic.result();
}
