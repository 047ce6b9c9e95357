/**
 * The requirements that a stack breaks, shown by its answers: by the document's invariants and each question's
 * expectation.
 */
import { isUtf8 } from "node:buffer";
import { accepted } from "./accepted.ts";
import { survivesExpectation } from "./expect.ts";
import { open } from "./open.ts";
import { type Question, meansFor, post } from "./question.ts";
import { type WitnessAnswer, send } from "./raw-exchange.ts";
import { refused } from "./refused.ts";

/** A JSON object. */
type Members = ReadonlyMap<string, unknown>;

/** Asks every question. Returns the broken requirements, each with what showed it. */
export async function shownBy(url: string, token: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const shown = new Map<string, string[]>();
  const note = (requirement: string, what: string): unknown =>
    shown.set(requirement, [...(shown.get(requirement) ?? []), what]);
  const means = meansFor(token);
  for (const question of [...accepted(means), ...refused(means), ...open(means)]) {
    const answer = await send(url, question.request).catch(() => null);
    for (const requirement of answer === null
      ? withoutAnswer(question)
      : [...invariants(answer, token), ...expectation(question, answer)])
      note(requirement, question.what);
  }
  if (await confusesNeighbours(url, token)) note("tells-large-ids-apart", "2^53+9 after 2^53+8");
  if (!(await survivesExpectation(url, token))) note("survives-expect-continue", "Expect: 100-continue");
  return shown;
}

/** A connection ended without a whole answer: nothing was refused or accepted. */
function withoutAnswer({ expectation: expected }: Question): readonly string[] {
  return ["answers-every-request", ...(expected.outcome === "accepted" ? [expected.requirement] : [])];
}

/** Section Create plant, rules 1 and 2, and what HTTP requires of every answer. */
function invariants(answer: WitnessAnswer, token: string): readonly string[] {
  const { status, headers, body } = answer;
  const broken: string[] = [];
  if (status === 200) broken.push(...judgeBody(answer, "plant", plantFaults));
  if (status === 400) broken.push(...judgeBody(answer, "error", errorFaults));
  if (status === 401 && !headers.has("www-authenticate")) broken.push("challenges-with-401");
  if (status >= 500) broken.push("answers-without-server-error");
  if ([...headers.values(), body.toString("latin1")].some((text) => text.includes(token)))
    broken.push("keeps-token-secret");
  return broken;
}

/** A body that is not JSON in UTF-8 breaks the encoding. The shape is judged only if the encoding is correct. */
function judgeBody(
  { headers, body }: WitnessAnswer,
  kind: "plant" | "error",
  faults: (members: Members) => readonly string[],
): readonly string[] {
  const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
  const media = mediaType.trim().toLowerCase() === "application/json" ? [] : [`${kind}-media-type`];
  try {
    const value: unknown = isUtf8(body) ? JSON.parse(body.toString()) : JSON.parse("");
    return [...media, ...faults(new Map(Object.entries(Object(value))))];
  } catch {
    return [...media, `${kind}-encoding`];
  }
}

function plantFaults(members: Members): readonly string[] {
  const isPlant =
    typeof members.get("name") === "string" && ["string", "undefined"].includes(typeof members.get("tag"));
  const others = [...members.keys()].filter((name) => !["id", "name", "tag"].includes(name));
  return [
    ...(isPlant ? [] : ["plant-shape"]),
    ...(members.has("id") ? ["plant-has-no-id"] : []),
    ...(others.length === 0 ? [] : ["plant-has-no-other-members"]),
  ];
}

function errorFaults(members: Members): readonly string[] {
  const [error, message] = [members.get("error"), members.get("message")];
  return typeof error === "number" && (error | 0) === error && typeof message === "string" ? [] : ["error-shape"];
}

function expectation({ expectation: expected }: Question, { status, body }: WitnessAnswer): readonly string[] {
  const isSuccess = status >= 200 && status < 300;
  switch (expected.outcome) {
    case "accepted":
      if (status !== 200) return [expected.requirement];
      return comparedWith(expected, new Map(Object.entries(Object(JSON.parse(body.toString())))));
    case "refused":
      if (isSuccess) return [expected.requirement];
      return expected.asBody && status !== 400 ? ["refuses-with-400"] : [];
    case "open":
      return [];
  }
}

/** Compares what a 200 returns with what was sent. A value that is not a string belongs to plant-shape. */
function comparedWith(sent: { readonly name: string; readonly tag?: string }, given: Members): readonly string[] {
  const [name, tag] = [given.get("name"), given.get("tag")];
  return [
    ...(name === sent.name ? [] : ["returns-name"]),
    ...(sent.tag !== undefined && tag !== sent.tag ? ["returns-tag"] : []),
    ...(sent.tag === undefined && typeof tag === "string" ? ["adds-no-tag"] : []),
  ];
}

/** Sends two ids that are equal as doubles. The second shows something only if the first is accepted. */
async function confusesNeighbours(url: string, token: string): Promise<boolean> {
  const [first, second] = [2n ** 53n + 8n, 2n ** 53n + 9n].map((id) => post(token, `{"id":${id},"name":"Fern"}`));
  if (first === undefined || second === undefined) return false;
  return (await send(url, first)).status === 200 && (await send(url, second)).status !== 200;
}
