/** Bodies that contain a NewPlant in another shape, or its members under similar names. */
import type { Check, History, Label, PlannedRequest, Sent } from "../checks/check.ts";
import { comparison, dressedBesideUnknown, refusal, repeatedRefusal } from "../checks/check-forms.ts";
import { hasAcceptedParents, isRefused, isSuccess } from "../checks/exchange-facts.ts";
import { notRefused } from "../checks/findings.ts";
import { type Difference, type Requests, memberFor } from "../checks/check-requests.ts";
import type { Shape } from "../../spec/schema.ts";
import {
  coercibleMembers,
  type Departure,
  integerMember,
  invalidMembers,
  withNumberInString,
} from "../bodies/invalid-bodies.ts";
import { type Draft, textOf, nameOf, withMember, withoutMember, pickInTurn } from "../bodies/body-drafts.ts";
import { brokenByText } from "../bodies/constraints.ts";

/** A wrong shape: its check, why it is wrong, and the texts, one of which is sent. */
interface Row {
  readonly requirement: string;
  readonly slug: string;
  readonly title: string;
  readonly basis: string;
  readonly texts: (draft: Draft, n: number) => readonly string[];
}

/** The refusals of other shapes, and of values that are easily converted. */
export function wrongShapeChecks(requests: Requests): readonly Check[] {
  const { request } = requests.operation;
  const isRequired = (member: string): boolean =>
    request.members.some(({ name, required }) => name === member && required);
  return [
    ...coercibleMembers(request).map(({ slug, title, basis, keyword, member, apply }) => {
      // A wrong required member is sent without the optional members.
      const which = isRequired(member) ? "required" : "all";
      const label = { requirement: "refuses-invalid-member", slug, title, basis, keyword };
      const ask = (varied: Requests, n: number): PlannedRequest =>
        varied.of("not-a-plant", apply(varied.draft(n, which), n));
      return refusal(requests, label, ask, dressedBesideUnknown);
    }),
    ...twoFaults(requests),
    ...[...arraysAndScalars(requests), ...wrapped(requests), ...renamed(requests)].map(({ texts, ...label }) =>
      refusal(requests, label, (varied, n) => varied.raw("not-a-plant", pickInTurn(texts(varied.draft(n), n), n))),
    ),
  ];
}

const MOST_PAIRED = 100;

/** Two members of a wrong type at once: a provider may stop at the first fault. */
function twoFaults(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const faults = invalidMembers(operation.request)
    .filter(({ keyword }) => keyword === "type")
    .slice(0, MOST_PAIRED);
  const pairs = faults.flatMap((one, place) =>
    faults.slice(place + 1).flatMap((other) => (one.member === other.member ? [] : [[one, other] as const])),
  );
  if (pairs.length === 0) return [];
  const label = {
    requirement: "refuses-invalid-member",
    slug: "two-members",
    title: "An object with two members of a wrong type is refused, and again when it is repeated",
    basis: `neither member has a type that its schema allows (${operation.requestSchemaPath})`,
    keyword: "type",
  };
  return [
    repeatedRefusal(label, (n) => {
      const [one, other] = pickInTurn(pairs, n);
      return requests.of("not-a-plant", other.apply(one.apply(requests.draft(n), n), n));
    }),
  ];
}

function arraysAndScalars(requests: Requests): readonly Row[] {
  const own = {
    requirement: "refuses-non-object",
    basis: `NewPlant is an object (${requests.operation.requestSchemaPath})`,
  };
  const rows: readonly (readonly [slug: string, title: string, texts: Row["texts"]])[] = [
    ["empty-array", "An empty array is refused", () => ["[]"]],
    [
      "array-of-two",
      "An array of two NewPlants is refused",
      (first, n) => [`[${textOf(first)},${textOf(requests.draft(n + 1))}]`],
    ],
    // Some libraries read a struct from an array, by the order of its members.
    [
      "array-of-values",
      "An array of the values of a NewPlant is refused",
      (_, n) => [`[${Array.from(requests.draft(n), ([, literal]) => literal).join(",")}]`],
    ],
    // Readers of bodies take an empty text for no body.
    ["falsy-scalar", "An empty string is refused", () => ['""']],
    ["false", "false is refused", () => ["false"]],
  ];
  return rows.map(([slug, title, texts]) => ({ ...own, slug, title, texts }));
}

const WRAPPERS = ["plant", "newPlant", "data", "value", "payload", "body", "__proto__"] as const;

/** Members that contain a whole plant and stand alone, and none: the required members are missing. */
const ALONE = [undefined, "data", "plant", "value"] as const;

/** The first of a series of bodies to be refused: each is written as other providers convert it. */
const CONVERTED = ["hexadecimal", "exponent"] as const;

/** A body to be refused, by its number in a series: an integer in a string, a wrapped plant, or one without label. */
export function refusedInTurn(
  requests: Requests,
  { n, nth }: { readonly n: number; readonly nth: number },
  difference: Difference,
): PlannedRequest {
  const { members } = requests.operation.request;
  const [way, integer] = [CONVERTED[nth], integerMember(requests.operation.request)];
  if (way !== undefined && integer !== undefined)
    return requests.of("not-a-plant", withNumberInString(requests.draft(n), integer, way), difference);
  const wrapper = ALONE[nth % ALONE.length];
  if (wrapper === undefined || members.every(({ required }) => !required) || !isWrapper(members, wrapper))
    return requests.lacking("not-a-plant", n, difference);
  return requests.raw("not-a-plant", `{"${wrapper}":${textOf(requests.draft(n))}}`, difference);
}

function isWrapper(members: Shape["members"], wrapper: string): boolean {
  return members.every(({ name }) => name !== wrapper);
}

function wrapped({ operation }: Requests): readonly Row[] {
  const { members } = operation.request;
  const required = members.filter((member) => member.required).map(({ name }) => name);
  const label = {
    requirement: "refuses-missing-member",
    basis: `the required members are not members of the body (${operation.requestSchemaPath})`,
  };
  if (required.length === 0) return [];
  const isUnknown = (wrapper: string): boolean => isWrapper(members, wrapper);
  const alone = ["data", "plant"].filter(isUnknown).slice(0, 1);
  const wrappers = WRAPPERS.filter(isUnknown);
  return [
    {
      ...label,
      slug: "wrapped",
      title: "A NewPlant within another member is refused",
      // Most providers that unwrap a member accept all of them at once; one is also a resource of JSON:API.
      texts: (draft) => {
        // Gateways pass on the event, whose `body` is a text.
        const special = new Map([
          ["data", resourceOf(draft)],
          ["body", JSON.stringify(textOf(draft))],
        ]);
        const inner = (wrapper: string): string => special.get(wrapper) ?? textOf(draft);
        return [`{${wrappers.map((wrapper) => `"${wrapper}":${inner(wrapper)}`).join(",")}}`];
      },
    },
    ...alone.map((wrapper): Row => ({
      ...label,
      slug: "wrapped-alone",
      title: "A NewPlant within a single member is refused",
      // Some providers unwrap a member only if there is no other, and some as JSON:API says. Both read this one.
      texts: (draft) => [`{"${wrapper}":${resourceOf(draft)}}`],
    })),
  ];
}

/** A plant that is also a resource of JSON:API. */
function resourceOf(draft: Draft): string {
  return textOf([...draft, ["type", '"plants"'], ["attributes", textOf(draft)]]);
}

/** Names that differ from a member's only in what surrounds them; `#` stands for the name. */
const PADDED = [" #", "# ", "#\\t", "\\u00a0#"] as const;
const PREFIXED = ["_#", "@#", "$#", "plant.#", "#[]"] as const;

const INVISIBLE = ["#\\u200b", "#\\u0000x", "\\u200e#"] as const;

/** Names that some providers take for the same: in full width, with a separator, and synonyms. */
const NEARLY: ReadonlyArray<(name: string) => string> = [
  (name) => name.replaceAll(/[!-~]/gu, (letter) => String.fromCodePoint(0xfee0 + (letter.codePointAt(0) ?? 0))),
  (name) => `${name.slice(0, -1)}_${name.slice(-1)}`,
  (name) => `plant${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
  () => "title",
];

function renamed({ operation }: Requests): readonly Row[] {
  const required = operation.request.members.filter((member) => member.required).map(({ name }) => name);
  if (required.length === 0) return [];
  const isUnknown = (written: string): boolean => operation.request.members.every(({ name }) => name !== written);
  const nearly = (name: string): readonly string[] => NEARLY.map((write) => write(name)).filter(isUnknown);
  const rows: readonly (readonly [slug: string, how: string, names: (name: string) => readonly string[]])[] = [
    ["padded", "white space around the name", () => PADDED],
    ["prefixed", "signs around the name", () => PREFIXED],
    ["invisible", "an invisible character in the name", () => INVISIBLE],
    ["nearly", "names like that", nearly],
  ];
  // If two members are required, as in ours, both are covered in each run.
  const half = Math.ceil(required.length / 2);
  const halves = [
    { suffix: "", which: "a required member", names: required.slice(0, half) },
    { suffix: "-other-member", which: "another required member", names: required.slice(half) },
  ];
  return rows.flatMap(([slug, how, patterns]) =>
    halves
      .filter(({ names }) => names.length > 0)
      .map(({ suffix, which, names }) => ({
        requirement: "matches-member-names-exactly",
        slug: `${slug}${suffix}`,
        title: `An object with ${how} of ${which} is refused`,
        basis: `a required member is missing, and the name is another one (${operation.requestSchemaPath})`,
        texts: (draft) => names.map((name) => withNamesLike(draft, name, patterns(name))),
      })),
  );
}

/**
 * The text of a draft in which one of its top-level members, but none within another, is repeated under several names:
 * a provider that accepts one of them accepts the object.
 */
function withNamesLike(draft: Draft, name: string, patterns: readonly string[]): string {
  const members = draft.flatMap(([own, literal]) => {
    const written = JSON.stringify(own);
    // A pattern may contain escapes, so it is inserted between the quotation marks unchanged.
    const names = own === name ? patterns.map((pattern) => pattern.replace("#", () => written.slice(1, -1))) : [];
    return own === name ? names.map((one) => `"${one}":${literal}`) : [`${written}:${literal}`];
  });
  return `{${members.join(",")}}`;
}

// Bodies that are to be refused and contain a text that is long or hard to quote: a refusal may quote what was sent,
// and a long body may be read in another way than a short one.

/** Marks of formats, quotes, and characters of several bytes at every place where a byte limit may cut. */
const HARD_TO_QUOTE = `100% %s %d {0} \${x} {{x}} "q" \\ <b> ${"Gr\u00f6\u00dfe \u2618 \u{1f331} ".repeat(24)}`;

/** More characters than servers read at once, and fewer than they refuse. */
const LONG = 9_000;

/** The checks of these refusals; none for a document without a label. */
export function besideOddValues(requests: Requests): readonly Check[] {
  const label = memberFor(requests.operation, "label");
  if (label === undefined) return [];
  const takes = (text: string): boolean => brokenByText(label.shape, text).length === 0;
  return [
    ...(takes(HARD_TO_QUOTE) ? lackingBesideHardToQuote(requests, label.name) : []),
    ...(takes("a".repeat(LONG)) ? wrongInLongBody(requests, label.name) : []),
  ];
}

function lackingBesideHardToQuote(requests: Requests, label: string): readonly Check[] {
  const { request, requestSchemaPath } = requests.operation;
  const missing = request.members.find(({ name, required }) => required && name !== label)?.name;
  if (missing === undefined) return [];
  const own = {
    requirement: "refuses-missing-member",
    slug: "beside-hard-to-quote",
    title: `An object without \`${missing}\` whose \`${label}\` is hard to quote is refused`,
    basis: `\`${missing}\` is required in the schema (${requestSchemaPath})`,
  };
  return [
    refusal(requests, own, (_varied, n) => {
      const text = JSON.stringify(`${nameOf(n)} ${HARD_TO_QUOTE}`);
      return requests.of("not-allowed", withMember(withoutMember(requests.draft(n), missing), label, text));
    }),
  ];
}

function wrongInLongBody(requests: Requests, label: string): readonly Check[] {
  const wrong = wrongBeside(requests.operation.request, label);
  if (wrong === undefined) return [];
  const own = {
    requirement: "refuses-invalid-member",
    slug: "in-long-body",
    title: `${wrong.title.replace(/ is refused$/, "")} and whose \`${label}\` is long is refused`,
    basis: wrong.basis,
    keyword: wrong.keyword,
  };
  return [
    refusal(requests, own, (_varied, n) => {
      const text = JSON.stringify(`${nameOf(n)}${" fern".repeat(LONG / 5)}`);
      return requests.of("not-allowed", withMember(wrong.apply(requests.draft(n), n), label, text));
    }),
  ];
}

/**
 * A member of a wrong type that is not the label: an integer in a string with a fraction, which no other check sends,
 * or else any. The first wrong type is null, which some providers read as no value.
 */
function wrongBeside(request: Shape, label: string): Departure | undefined {
  const ofType = invalidMembers(request).filter(({ member, keyword }) => keyword === "type" && member !== label);
  const integer = integerMember(request);
  const inString = ofType.find(({ slug, member }) => member === integer?.name && slug.endsWith("-is-string"));
  if (integer === undefined || inString === undefined) return ofType[1] ?? ofType[0];
  const title = inString.title.replace("is a string", "is a string of a number with a fraction");
  return { ...inString, title, apply: (draft) => withNumberInString(draft, integer, "fraction") };
}

/** Requirements whose checks send requests that are to be refused, for what follows them. */
const FOLLOWED = ["accepts-every-ordinary-request", "recovers-after-refusal"] as const;

/**
 * Requests that other checks send to see what follows them: these must be refused as well.
 * @param isMeant whether a request that is to be refused has the fault in question, as far as its answer tells
 */
export function besideOthers(label: Omit<Label, "slug">, what: string, isMeant: (sent: Sent) => boolean): Check {
  const isOne = (sent: Sent): boolean => {
    const { kind, askedBy = "" } = sent.request;
    const isToBeRefused = kind === "not-a-plant" || kind === "not-allowed";
    return isToBeRefused && FOLLOWED.some((other) => askedBy.startsWith(`${other}/`)) && isMeant(sent);
  };
  const isEvidence = (sent: Sent, run: History): boolean =>
    isSuccess(sent) || (isRefused(sent) && hasAcceptedParents(sent, run));
  return comparison(
    { ...label, slug: "beside-others" },
    {
      what,
      select: (run) => run.filter((sent) => isOne(sent) && isEvidence(sent, run)),
      ask: (sent) => (isSuccess(sent) ? [notRefused(sent)] : []),
    },
  );
}
