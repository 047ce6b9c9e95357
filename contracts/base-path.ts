/** Paths of pacts that repeat the path of the base URL, so that requests go to a path that nobody meant. */
import { excerpt } from "../result/safe-text.ts";
import { stringAt } from "./json-values.ts";
import { type PactSource, readPact } from "./pact-file.ts";

/** A sentence for each pact with a path that begins with the path of the base URL, or with its end. */
export function repeatedPaths(sources: readonly PactSource[], baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/+$/, "");
  const ends = [...base.matchAll(/\//g)].map(({ index }) => base.slice(index));
  return sources.flatMap((source) => {
    const paths = readPact(source).interactions.map(({ value }) => stringAt(value, "request", "path") ?? "");
    for (const end of ends) {
      const path = paths.find((one) => one === end || one.startsWith(`${end}/`));
      if (path === undefined) continue;
      const meant = origin + base.slice(0, base.length - end.length);
      return `${source.name}: the path ${excerpt(path, 100)} repeats ${end === base ? "that" : excerpt(end, 100)} of the base URL, so it is sent to ${excerpt(base + path, 200)}; if that is not meant, give the base URL ${excerpt(meant, 200)}.`;
    }
    return [];
  });
}
