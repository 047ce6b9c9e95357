/** Bodies that are not a NewPlant by its schema, that are missing, or that are not in UTF-8. */
import { ifAny } from "../../spec/defined.ts";
import { refusalInWords, successInWords } from "../../spec/described-responses.ts";
import { BEYOND_INT32 } from "../../spec/document-catalogue.ts";
import { choiceIn } from "../../spec/schema.ts";
import { boundaries, type Boundary, type Writing } from "../bodies/boundary-values.ts";
import { type Draft, nameOf, tagOf, textOf, withMember } from "../bodies/body-drafts.ts";
import {
  type Departure,
  integerMember,
  invalidMembers,
  missingAmongRequired,
  missingMembers,
  recasedMembers,
} from "../bodies/invalid-bodies.ts";
import { isJson } from "../bodies/text-edits.ts";
import { ofOtherType } from "../bodies/wrong-values.ts";
import { acceptance, checkOf, comparison, dressed, dressedBesideUnknown, refusal } from "../checks/check-forms.ts";
import type { Check, History, Judgement, Kind, Label, PlannedRequest, Sent } from "../checks/check.ts";
import {
  hasAcceptedParents,
  isAccepted,
  isOfSize,
  isOfState,
  isRefusedBody,
  isSuccess,
  TIMES,
} from "../checks/exchange-facts.ts";
import { describe, notAccepted, refusedOtherwise } from "../checks/findings.ts";
import { fromFindings, isUsable, passed } from "../checks/judges.ts";
import { judgeAskedAgain } from "../checks/judges.ts";
import { AOrAn, type Requests, isBeyondFormat, isBeyondInt32 } from "../checks/check-requests.ts";
import { schemaNamed } from "../checks/check-schema-words.ts";
import { malformedChecks } from "./request-body-malformed.ts";
import { besideOthers } from "./request-body-shapes.ts";
import { likelyTaken } from "./values.ts";

// Bodies that are not in UTF-8: bytes in place of one letter of a label, or the whole text in another encoding.

const utf8Basis = "JSON between systems is UTF-8 (RFC 8259 section 8.1)";

/** Stands for the character that is written in another encoding. */
const MARK = "#";

function nonUtf8Checks(requests: Requests): readonly Check[] {
  const { label, optionalLabel } = requests.operation.roles;
  const check = (
    own: Pick<Label, "slug" | "title">,
    member: string | null,
    encode: (text: string) => Uint8Array,
  ): Check =>
    refusal(requests, { requirement: "refuses-non-utf8", ...own, basis: utf8Basis }, (varied, n) => {
      const draft = varied.draft(n);
      const text = `"${member === label ? nameOf(n) : tagOf(n)}${MARK}"`;
      return varied.raw("not-a-plant", encode(textOf(member === null ? draft : withMember(draft, member, text))));
    });
  // A provider that decodes texts late decodes each label separately.
  const within = [
    ["invalid-byte", "the byte FF", optionalLabel ?? label, 0xff],
    ["latin-1", "a Latin-1 letter", label, 0xe9],
    ["overlong", "an overlong encoding", label, 0xc0, 0xaf],
    ["encoded-surrogate", "an encoded surrogate", label, 0xed, 0xa0, 0x80],
    ["cut-character", "a character that is cut off at its end", label, 0xe2, 0x98],
  ] as const;
  return [
    ...within.flatMap(([slug, what, member, ...bytes]) =>
      ifAny(member, (name) => [
        check({ slug, title: `${AOrAn(name)} with ${what} is refused` }, name, (text) => inPlaceOfMark(text, bytes)),
      ]),
    ),
    check({ slug: "utf-16", title: "A body in UTF-16 is refused" }, label, (text) =>
      Buffer.from(`\u{feff}${text}`, "utf16le"),
    ),
    // With a letter that makes the bytes invalid UTF-8; ASCII in UTF-16 is valid UTF-8 with a NUL after each letter.
    check(
      { slug: "utf-16-without-mark", title: "A body in UTF-16 without a byte order mark is refused" },
      label,
      (text) => Buffer.from(text.replace(MARK, "\u00e9"), "utf16le"),
    ),
  ];
}

function inPlaceOfMark(text: string, bytes: readonly number[]): Uint8Array {
  const [before = "", after = ""] = text.split(MARK);
  return Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)]);
}

/** Every refusal of a body: those that the schema requires, and those that no schema can require. */
export function bodyRefusalChecks(requests: Requests): readonly Check[] {
  return [...schemaRefusalChecks(requests), ...textRefusalChecks(requests)];
}

function schemaRefusalChecks(requests: Requests): readonly Check[] {
  const { request } = requests.operation;
  const checks = refusalsOf(requests);
  return [
    ...checks("refuses-missing-member", missingMembers(request)),
    ...emptyObject(requests),
    ...lackingBesideOthers(requests),
    ...checks(
      "refuses-invalid-member",
      invalidMembers(request).filter((departure) => !isBeyondFormat(departure)),
    ),
    ...checks(BEYOND_INT32, invalidMembers(request).filter(isBeyondInt32)),
    ...checks("matches-member-names-exactly", recasedMembers(request)),
  ];
}

/** Makes a check of each departure, given the requirement that it breaks. */
function refusalsOf(requests: Requests): (requirement: string, departures: readonly Departure[]) => readonly Check[] {
  return (requirement, departures) =>
    departures.map(({ slug, title, basis, keyword, isAmongRequired = false, apply }) =>
      refusal(
        requests,
        { requirement, slug, title, basis, keyword },
        (varied, n) => varied.of("not-a-plant", apply(varied.draft(n, isAmongRequired ? "required" : "all"), n)),
        dressedBesideUnknown,
      ),
    );
}

/** Each required member left out of a body without optional members: a provider may check both together. */
export function missingAmongRequiredChecks(requests: Requests): readonly Check[] {
  return refusalsOf(requests)("refuses-missing-member", missingAmongRequired(requests.operation.request));
}

/** Every value on a bound of the schema that is still allowed. The current schema has none. */
export function boundaryChecks(requests: Requests): readonly Check[] {
  const success = successInWords(requests.operation);
  return boundaries(requests.operation.request).map((boundary) => {
    const { slug, title, basis, member, only, counted, apply } = boundary;
    const label = { requirement: "accepts-valid-plant", slug, title: `${title} is answered with ${success}`, basis };
    // If only one number is possible as the identity, an earlier run may have taken it.
    if (member === requests.operation.roles.identity && only !== undefined)
      return likelyTaken(requests, label, () => BigInt(only));
    // Beside a choice, whether a text with another character is valid depends on more than its length.
    if (counted !== undefined && choiceIn(requests.operation.request) === undefined)
      return lengthCheck(requests, label, { apply, counted });
    return acceptance(requests, label, (varied, n) => varied.of("valid", apply(varied.draft(n), n)));
  });
}

/** A body without any member, as an empty form sends it. */
function emptyObject(requests: Requests): readonly Check[] {
  const { request, requestSchemaPath } = requests.operation;
  if (!request.members.some(({ required }) => required)) return [];
  return [
    refusal(
      requests,
      {
        requirement: "refuses-missing-member",
        slug: "empty-object",
        title: "An object without members is refused",
        basis: `NewPlant has required members (${requestSchemaPath})`,
      },
      (varied) => varied.of("not-a-plant", []),
    ),
  ];
}

// Bodies that other checks send, to see what follows them: these bodies must be refused as well.

function lackingBesideOthers({ operation: { request, requestSchemaPath } }: Requests): readonly Check[] {
  const required = request.members.filter((member) => member.required).map(({ name }) => name);
  if (required.length === 0) return [];
  const label = {
    requirement: "refuses-missing-member",
    title: "An object without a required member is refused whatever it is sent for",
    basis: `the member is required in the schema (${requestSchemaPath})`,
  };
  const isMeant = (body: Members): boolean => required.some((name) => !Object.hasOwn(body, name));
  return [besideOthers(label, "a body without a required member that another check sends", ofBodies(isMeant))];
}

/** Bodies whose integer is in a string, each written in another way. */
export function convertedBesideOthers({ operation: { request } }: Requests): readonly Check[] {
  return ifAny(integerMember(request), (member) => {
    const { name, shape } = member;
    const { basis, keyword } = ofOtherType(shape);
    const label = {
      requirement: "refuses-invalid-member",
      title: `An object whose \`${name}\` is a string of a number in hexadecimal or with an exponent is refused`,
      basis: basis(`\`${name}\``),
      keyword,
    };
    const isMeant = (body: Members): boolean => typeof body[name] === "string";
    return [besideOthers(label, `a body whose \`${name}\` is a string that another check sends`, ofBodies(isMeant))];
  });
}

type Members = Readonly<Record<string, unknown>>;

function ofBodies(isMeant: (body: Members) => boolean): (sent: Sent) => boolean {
  return (sent) => {
    const members = membersIn(new TextDecoder().decode(sent.request.body ?? undefined));
    const isForItself = sent.request.kind === "not-a-plant" || !isSuccess(sent) || isOfItsQuery(sent);
    return members !== undefined && isForItself && isMeant(members);
  };
}

/** Whether a success returns what the query has: what else is done with a query is not shown. */
function isOfItsQuery({ request, answer }: Sent): boolean {
  const text = answer?.reading.as === "json" ? JSON.stringify(answer.reading.value) : "";
  const values = new URLSearchParams(request.path.split("?")[1]).values();
  return Array.from(values).some((value) => text.includes(JSON.stringify(value)));
}

function membersIn(text: string): Members | undefined {
  const value: unknown = isJson(text) ? JSON.parse(text) : null;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

type Rewrite = (text: string, draft: Draft) => string;
type Row = readonly [slug: string, title: string, rewrite: Rewrite];

/** JSON that is not an object. An array or a string that holds an object's members is accepted most readily. */
const nonObjects: readonly Row[] = [
  ["array", "An array that holds a NewPlant is refused", (text) => `[${text}]`],
  ["string", "A string that holds a NewPlant is refused", (text) => JSON.stringify(text)],
  ["number", "A number is refused", (_text, draft) => draft.map(([, literal]) => literal).find(isInteger) ?? "1"],
  ["boolean", "A boolean is refused", () => "true"],
  ["null", "A null is refused", () => "null"],
];

function isInteger(literal: string): boolean {
  return /^-?\d+$/.test(literal);
}

function textRefusalChecks(requests: Requests): readonly Check[] {
  const rows = (requirement: string, basis: string, list: readonly Row[]): readonly Check[] =>
    list.map(([slug, title, rewrite]) =>
      refusal(requests, { requirement, slug, title, basis }, (varied, n) => {
        const draft = varied.draft(n);
        return varied.raw("not-a-plant", rewrite(textOf(draft), draft));
      }),
    );
  return [
    ...malformedChecks(requests),
    ...rows("refuses-non-object", `NewPlant is an object (${requests.operation.requestSchemaPath})`, nonObjects),
    ...noBodyChecks(requests),
    ...nonUtf8Checks(requests),
    refusedAsDocumented(requests),
  ];
}

function noBodyChecks(requests: Requests): readonly Check[] {
  const label = (slug: string, title: string): Label => ({
    requirement: "refuses-no-body",
    slug,
    title,
    basis: "the request body is required",
  });
  const json = requests.operation.requestMediaType;
  return [
    refusal(
      requests,
      label("no-body", "A request without a body, with neither Content-Length nor Transfer-Encoding, is refused"),
      (varied) => varied.raw("not-a-plant", null, { framing: "none" }),
    ),
    // Without a media type it may be refused for that reason.
    refusal(
      requests,
      label("no-body-and-no-media-type", "A request with neither a body nor a media type is refused"),
      (varied) => varied.raw("not-allowed", null, { framing: "none", headers: { "Content-Type": null } }),
    ),
    refusal(requests, label("empty-body", `An empty body declared ${json} is refused`), (varied) =>
      varied.raw("not-a-plant", ""),
    ),
    blankInChunks(requests),
  ];
}

/** A streamed body that turns out to be blank. In chunked framing it may be refused for that reason. */
function blankInChunks(requests: Requests): Check {
  return refusal(
    requests,
    {
      requirement: "refuses-malformed-json",
      slug: "blank-in-chunks",
      title: "A chunked body of white space alone is refused",
      basis: "the text is not JSON by RFC 8259",
    },
    (varied) => varied.raw("not-allowed", "\n\n", { framing: "chunked" }),
  );
}

function refusedAsDocumented({ operation }: Requests): Check {
  return comparison(
    {
      requirement: "refuses-with-400",
      slug: "every-refusal",
      title: `Every body that is not a NewPlant is refused with ${refusalInWords(operation)}`,
      occasion: "refused-body",
    },
    {
      what: schemaNamed(operation)("a refusal of a body that is not a NewPlant"),
      // If nothing is accepted, a body that is not a NewPlant may be refused for any other reason.
      select: (run) => run.filter((sent) => isRefusedBody(sent) && !isOfSize(sent) && hasAcceptedParents(sent, run)),
      ask: refusedOtherwise,
    },
  );
}

// Texts on a bound of `maxLength` or `minLength`, in characters that others count otherwise than JSON Schema.

const otherCounts = {
  maxLength: "a character beyond the Basic Multilingual Plane, which is two UTF-16 code units and four bytes",
  minLength: "a combining mark, which is a character and no grapheme",
} as const;

/**
 * A text on the bound, with such a character. That a provider refuses the character is open. So if it refuses the text, it
 * is sent a plain one, which must be accepted. Then the character is sent where every way to count allows it: if it is
 * accepted there, and refused on the bound again, the length is counted otherwise than the schema says.
 */
function lengthCheck(
  requests: Requests,
  label: Label,
  { apply, counted }: Required<Pick<Boundary, "apply" | "counted">>,
): Check {
  const request = (given: Requests, kind: Kind, n: number, writing: Writing): PlannedRequest =>
    given.of(kind, apply(given.draft(n), n, writing));
  return checkOf("acceptance", label, {
    asksAgain: true,
    next: (fresh, own, known) => {
      const [first] = own;
      const n = fresh(own.length);
      if (first === undefined) return [request(dressed(requests, known), "open", n, "odd")];
      const accepted = own.findIndex(isAccepted);
      if (accepted === -1) return own.length > TIMES ? [] : [request(requests, "valid", n, "plain")];
      const [within, again] = own.slice(accepted + 1);
      if (accepted === 0 || again !== undefined) return [];
      if (within === undefined) return [request(requests, "open", n, "odd-within")];
      return isAccepted(within) ? [request(requests, "open", n, "odd")] : [];
    },
    judge: (own, run) => {
      if (own.findIndex(isAccepted) === 0) return { outcome: passed };
      const plain = own.filter((sent) => sent.request.kind === "valid");
      return judgeCount(own, run, counted) ?? judgeAskedAgain(plain, run);
    },
  });
}

/** The judgement that the length is counted otherwise; undefined if nothing shows that. */
function judgeCount(own: History, run: History, counted: keyof typeof otherCounts): Judgement | undefined {
  const odd = own.filter(({ request }) => request.kind === "open");
  const again = odd[2];
  if (again === undefined) return undefined;
  const onBound = odd.filter((_, place) => place !== 1);
  if (!onBound.every((sent) => isUsable(sent) && !isOfState(sent))) return undefined;
  if (judgeAskedAgain(onBound, run).outcome.status !== "failed") return undefined;
  const seen = `${describe(again)} each time to a text on the bound that has ${otherCounts[counted]}, while it was accepted with the same character farther from the bound`;
  const evidence = [again, ...odd.slice(0, 2)].map(({ index }) => index);
  return { outcome: fromFindings([{ ...notAccepted(again), seen }]), evidence };
}
