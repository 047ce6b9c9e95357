/** The type of a document in this folder: its text, providers that meet it, and providers that do not. */
import { parse, stringify } from "yaml";
import type { Level } from "../../spec/requirements.ts";
import { shipped } from "../../spec/shipped-yaml.ts";
import type { ProviderAnswer } from "../behaviour.ts";
import { type Described, type Refused, type Steps, stepsOf } from "./described-provider.ts";

/** A provider that meets a document and uses a freedom that it leaves. */
export interface Keeping {
  /** Completes the sentence "a provider that ...". */
  readonly name: string;
  readonly steps: Steps;
  /** The SHOULDs that it does not meet: these warnings are deserved. */
  readonly warns?: readonly string[];
}

/** A provider that breaks a document. */
export interface Breaking {
  readonly name: string;
  readonly steps: Steps;
  /** Exactly what it breaks, with the level in the document. */
  readonly breaks: Readonly<Record<string, Exclude<Level, "OPEN">>>;
  /** The deciding place in the document, worked out by hand. */
  readonly why: string;
  /** Not conformant by 1.0.0 either: there it accepts too little, or breaks something else. */
  readonly isWrongBefore?: true;
}

/** A document and its providers. */
export interface Judged {
  readonly name: string;
  readonly text: string;
  /** Names the operation if the document has several. */
  readonly operation?: string;
  readonly rights: readonly Keeping[];
  readonly wrongs: readonly Breaking[];
}

/** The operation in the shipped document. */
export const OPERATION = "/paths/~1plants/post";

/** The statements of the source document in prose, for a revised document. */
const overlay = {
  identity: { member: "id", source: "id is the identification number of the plant" },
  label: { member: "name", source: "name is the name of the plant" },
  optionalLabel: { member: "tag", source: "tag specifies the type of the plant" },
  namedOnly: { source: "the body of the 200 is a Plant with the fields name and tag" },
  leftOut: [{ member: "id", source: "the body of the 200 has no id field" }],
};

/** Changes of the shipped document: new values by JSON Pointer; undefined removes a member. */
export type Changes = Readonly<Record<string, unknown>>;

/** The text of the shipped document with some values changed. */
export function revised(changes: Changes): string {
  const document: unknown = parse(shipped("openapi.yaml"));
  const all = { "/info/version": "2.0.0", [`${OPERATION}/x-conformance`]: overlay, ...changes };
  for (const [pointer, value] of Object.entries(all)) put(document, pointer, value);
  return stringify(document, { aliasDuplicateObjects: false });
}

/** Removes the overlay with the statements in prose. */
export function withoutOverlay(text: string): string {
  const document: unknown = parse(text);
  put(document, `${OPERATION}/x-conformance`, undefined);
  return stringify(document, { aliasDuplicateObjects: false });
}

function put(document: unknown, pointer: string, value: unknown): void {
  const steps = pointer.split("/").slice(1);
  const names = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop() ?? "";
  const parent = names.reduce<unknown>((inside, name) => Reflect.get(Object(inside), name), document);
  if (typeof parent !== "object" || parent === null) throw new Error(`There is nothing at ${pointer}`);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
}

/** The facts about a revision that a provider needs: those of 1.0.0, except for `more`. */
export function plantStore(changes: Changes, more: Partial<Described> = {}): Described {
  const failure = { status: 400, body: { error: 400, message: "This is not a NewPlant" } };
  return { text: revised(changes), path: "/plants", credentials: "bearer", success: 200, failure, ...more };
}

/** The simplest provider of a document with some steps replaced. */
export function replacing(described: Described, change: (plain: Steps) => Partial<Steps>): Steps {
  const plain = stepsOf(described);
  return { ...plain, ...change(plain) };
}

/** The name of a provider that uses no freedom. */
export const PLAINEST = "does the plainest thing";

/** Two providers that differ in each freedom of a document. */
export function differing(described: Described, documented: readonly Refused[] = []): readonly Keeping[] {
  const plain = stepsOf(described);
  return [
    { name: PLAINEST, steps: plain },
    { name: "uses every freedom", steps: free(plain, documented) },
  ];
}

/** Accepts a body if it is valid after a change, like a provider that ignores a part of the body. */
export function takingAs(fix: (members: BodyMembers) => unknown): (plain: Steps) => Pick<Steps, "isValid"> {
  return ({ isValid }) => ({ isValid: (body) => isValid(body) || (isObject(body) && isValid(fix(body))) });
}

function isObject(body: unknown): body is BodyMembers {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

/** The body as an object. A body that is not an object has no members. */
export function membersOf(body: unknown): BodyMembers {
  return isObject(body) ? body : {};
}

/** Changes the body of each success. */
export function answering(change: (body: BodyMembers) => unknown): (plain: Steps) => Pick<Steps, "accept"> {
  return ({ accept }) => ({ accept: (body) => changed(accept(body), change) });
}

/** The object without these members. */
export function without({ ...members }: BodyMembers, ...names: readonly string[]): BodyMembers {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/**
 * Refuses duplicates, uses other statuses and bodies for undocumented refusals, and writes JSON differently.
 * @param documented - refusals whose status and body the document shows
 */
export function free(plain: Steps, documented: readonly Refused[] = []): Steps {
  return {
    ...plain,
    identity: "id",
    accept: (body) => spread(plain.accept(body)),
    refuse: (why) => {
      const otherwise = documented.includes(why) ? undefined : freely[why];
      return otherwise ?? spread(plain.refuse(why));
    },
  };
}

/** A page, as a server in front of the provider may send. */
export function page(status: number): ProviderAnswer {
  return { status, headers: { "Content-Type": "text/html; charset=utf-8" }, body: "<h1>No</h1>" };
}

const freely: Readonly<Partial<Record<Refused, ProviderAnswer>>> = {
  token: page(403),
  duplicate: page(422),
  "other-path": page(405),
  "other-method": page(405),
};

/** The same answer in other bytes: reversed members, white space, a parameter, further header fields. */
function spread(answer: ProviderAnswer): ProviderAnswer {
  const value: unknown = JSON.parse(String(answer.body));
  const members = Object.entries(value as object).toReversed();
  const media = String(answer.headers["Content-Type"]);
  return {
    ...answer,
    headers: { ...answer.headers, "Content-Type": `${media}; charset=utf-8`, "X-Request-Id": "1", Location: "/made/1" },
    body: `\n${JSON.stringify(Object.fromEntries(members), null, 2)}\n`,
  };
}

/** An answer with a changed body. */
function changed(answer: ProviderAnswer, change: (body: BodyMembers) => unknown): ProviderAnswer {
  return { ...answer, body: JSON.stringify(change(JSON.parse(String(answer.body)) as BodyMembers)) };
}

export type BodyMembers = Readonly<Record<string, unknown>>;
