/** What a 200 returns, compared with what was sent. */
import type { Finding, Json } from "../../result/result.ts";
import type { Sent } from "./check.ts";
import { bodyFinding, foreign, pointerTo, show, showBoth, showIn, valueAt } from "./findings.ts";

/** Whether a 200 returns the name of another request of the run; its own tag in place of its name does not count. */
export function isAnothers(sent: Sent, run: ReadonlyArray<Pick<Sent, "request">>): boolean {
  const { name, tag } = plantIn(sent) ?? {};
  if (sent.request.idMayBeTaken === true) return false;
  // A blank name may be what is left of any other. A request without a name is compared with nothing.
  if (name === undefined || name.trim() === "" || sent.request.plant === undefined) return false;
  if (name === sent.request.plant.name) return false;
  const others = run.filter((other) => other.request.plant?.name === name);
  // The tag that was sent, as a name: the two are exchanged, unless another request has both.
  const isExchanged = name === sent.request.plant.tag;
  return others.some(({ request: { plant } }) => !isExchanged || (tag !== undefined && plant?.tag === tag));
}

/** Compares the name that came back with the one that was sent. */
export function returnedName(sent: Sent): readonly Finding[] {
  const seen = plantIn(sent)?.name;
  const expected = sent.request.plant?.name;
  if (seen === undefined || expected === undefined || seen === expected) return [];
  return [bodyFinding(sent, "/name", ...showBoth(expected, foreign(sent, seen)))];
}

/** Compares the tag that came back with the one that was sent. */
export function returnedTag(sent: Sent): readonly Finding[] {
  const plant = plantIn(sent);
  const expected = sent.request.plant?.tag;
  if (plant === null || expected === undefined || plant.tag === expected) return [];
  return [
    plant.tag === undefined
      ? bodyFinding(sent, "/tag", show(expected), "no such member")
      : bodyFinding(sent, "/tag", ...showBoth(expected, foreign(sent, plant.tag))),
  ];
}

/** Finds a tag where none was sent. */
export function addedTag(sent: Sent): readonly Finding[] {
  const tag = plantIn(sent)?.tag;
  return tag === undefined ? [] : [bodyFinding(sent, "/tag", "no such member", showIn(sent, tag))];
}

/** The Plant that an answer holds. */
export interface PlantIn {
  readonly name: string;
  readonly tag: string | undefined;
  /** The names of members beside those of Plant; `id` has a separate requirement. */
  readonly others: readonly string[];
}

/** The Plant in a 200; null where there is none, which only plant-shape reports. */
export function plantIn({ answer }: Pick<Sent, "answer">): PlantIn | null {
  if (answer?.reading.as !== "json") return null;
  const { value } = answer.reading;
  const [name, tag] = [valueAt(value, "/name"), valueAt(value, "/tag")];
  if (typeof name !== "string" || (tag !== undefined && typeof tag !== "string")) return null;
  const others = Object.keys(value ?? {}).filter((other) => !["name", "tag", "id"].includes(other));
  return { name, tag, others };
}

/** A top-level member of the body of an answer. */
export function member({ answer }: Sent, name: string): Json | undefined {
  return answer?.reading.as === "json" ? valueAt(answer.reading.value, pointerTo(name)) : undefined;
}
