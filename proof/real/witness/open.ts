/** Requests at open points. A stack may answer as it likes, but a 200 is a Plant and a 400 an Error. */
import { type Means, type Question, fern } from "./question.ts";

/** Only the invariants apply. */
export function open(means: Means): readonly Question[] {
  const { id, asking } = means;
  const ask = asking({ outcome: "open" });
  const more = (members: string): string => fern(means, id(), `,${members}`);
  const nested = (levels: number): string => more(`"x":${"[".repeat(levels)}${"]".repeat(levels)}`);
  return [
    ask("a member twice", more('"name":"Ivy"')),
    ask("unknown members", more('"colour":"green","__proto__":{"a":1},"constructor":{"prototype":1}')),
    ask("a byte order mark", `\uFEFF${fern(means)}`),
    ask("1,000 levels", nested(1000)),
    ask("30,000 levels", nested(30_000)),
    ask("a lone surrogate", `{"id":${id()},"name":"\\ud800"}`),
    ask("64 KiB", more(`"x":"${"x".repeat(65_536)}"`)),
    ask("an empty name and tag", `{"id":${id()},"name":"","tag":""}`),
    ask("a query", fern(means), { target: "/plants?a=1" }),
    ask("no Content-Type", fern(means), { contentType: undefined }),
    ask("an unknown token", fern(means), { authorization: "Bearer another-token" }),
    ask("a malformed token", fern(means), { authorization: "Bearer a b" }),
  ];
}
