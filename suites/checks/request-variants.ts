/** Variants of a request: other ways to write and send it, with the same meaning. Only this file defines their axes. */
import { type Draft, escaped } from "../bodies/body-drafts.ts";
import type { Known } from "./check.ts";
import type { Axis, Change, Feature } from "./request-features.ts";

// Spellings of a media type that mean the same (RFC 9110 sections 8.3.1 and 8.3.2).

/**
 * A media type with a charset, written as given, such as `; charset=utf-8`. Other parameters stay. An existing charset
 * is replaced, because a parameter occurs only once.
 */
export function withCharset(mediaType: string, charset: string): string {
  const [first = "", ...parameters] = mediaType.split(";").map((part) => part.trim());
  const others = parameters.filter((parameter) => !/^charset *=/i.test(parameter));
  return [first, ...others].join("; ") + charset;
}

/** `application/json` becomes `Application/JSON`: letter case matters only in the values of parameters. */
export function inOtherCase(mediaType: string): string {
  const [type = "", subtype = ""] = essence(mediaType).split("/");
  return `${type.slice(0, 1).toUpperCase()}${type.slice(1)}/${subtype.toUpperCase()}${parametersOf(mediaType)}`;
}

/** `application/json` becomes `APPLICATION/JSON`. */
export function inCapitals(mediaType: string): string {
  return essence(mediaType).toUpperCase() + parametersOf(mediaType);
}

function essence(mediaType: string): string {
  return mediaType.split(";")[0] ?? "";
}

function parametersOf(mediaType: string): string {
  return mediaType.slice(essence(mediaType).length);
}

// Header fields that clients send in addition to those of the document, and their order. The document asks for none of
// them, so a request with them is still valid. Each allows the documented answer: none excludes JSON in UTF-8, or an
// answer in another language or without a coding.

const every = "accepts-every-ordinary-request";

/** The check that sends valid requests in each variant, and refused ones again with fewer features. */
export const SENDER = { requirement: every, slug: "in-each-variant" } as const;

function featuresOf(requirement: string): (name: string, words: string, change: Change) => Feature {
  return (name, words, change) => ({ name, words, requirement, change });
}

const ofEvery = featuresOf(every);

function field(name: string, header: string, value: string): Feature {
  return ofEvery(name, `\`${header}: ${value}\``, { headers: { [header]: value } });
}

/** The preferences of a browser. The document shows one media type, so the answer has that one. */
const PREFERS_OTHERS = "text/html, application/xml;q=0.9, application/json;q=0.8, */*;q=0.5";

/** Lists of media types, each with JSON (RFC 9110 section 12.5.1). */
const acceptedTypes: Axis = [
  field("accept-anything", "Accept", "*/*"),
  ofEvery("accept-several", "an `Accept` that prefers HTML and XML to JSON", {
    headers: { Accept: PREFERS_OTHERS },
  }),
  field("accept-subtypes", "Accept", "application/*"),
  field("accept-with-text", "Accept", "application/json, text/plain, */*"),
  field("accept-page", "Accept", "text/html, */*;q=0.8"),
];

/** Codings that a server may use or not (RFC 9110 section 12.5.3): those that a run decodes. */
const acceptedCodings: Axis = [
  field("accept-encoding", "Accept-Encoding", "gzip"),
  field("accept-encodings", "Accept-Encoding", "gzip, deflate, br"),
];

/** Languages and charsets, any other allowed (RFC 9110 sections 12.5.2 and 12.5.4), and fields in another order. */
const otherFields: Axis = [
  field("accept-language", "Accept-Language", "de-CH, de;q=0.9, *;q=0.5"),
  field("accept-charset", "Accept-Charset", "iso-8859-1, utf-8;q=0.7, *;q=0.5"),
  ofEvery("fields-reversed", "the header fields in reverse order", { reversesFields: true }),
];

const others = "needs-no-other-headers";

const ofJson = featuresOf("accepts-json-spellings");
const ofPlant = featuresOf("accepts-valid-plant");
const ofRecovery = featuresOf("recovers-after-refusal");
const ofScheme = featuresOf("accepts-bearer-in-any-case");
const ofFieldNames = featuresOf("accepts-header-names-in-any-case");
const ofOthers = featuresOf(others);

const MUSTS: ReadonlySet<string> = new Set([others, "accepts-valid-plant"]);

function moved(places: number): (draft: Draft) => Draft {
  return (draft) => [...draft.slice(places), ...draft.slice(0, places)];
}

/** A body declared with another spelling of its media type. */
function declared(name: string, value: string): Feature {
  const words = `the media type \`${value}\``;
  return featuresOf("accepts-media-type-spellings")(name, words, { headers: { "Content-Type": value } });
}

/** The axes whose values each occur with every value of every other axis. Each has three features and the plain way. */
export function wideAxes(mediaType: string): readonly Axis[] {
  return [
    [
      ofJson("members-reversed", "the members in reverse order", { order: (draft) => draft.toReversed() }),
      ofJson("first-member-last", "the first member at the end", { order: moved(1) }),
      ofJson("last-member-first", "the last member at the front", { order: moved(-1) }),
    ],
    [
      ofJson("blanks", "spaces between tokens", { space: { before: " ", colon: " ", between: " " } }),
      ofJson("line-feeds", "line feeds and spaces between tokens", {
        space: { before: "", colon: " ", between: "\n  ", after: "\n" },
      }),
      ofJson("tabs", "carriage returns and tabs between tokens", {
        space: { before: "\t", colon: "\r\n", between: "\t", after: "\r\n" },
      }),
    ],
    [
      ofJson("escapes-in-small-letters", "`\\u` escapes in lower case", { escapeValue: escaped }),
      ofJson("escapes-in-capitals", "`\\u` escapes in upper case", {
        escapeValue: (text) => escaped(text).replaceAll(/[a-f]/g, (digit) => digit.toUpperCase()),
      }),
      ofJson("escaped-member-names", "escapes in the names of members", { escapeName: escaped }),
    ],
    [
      declared("charset", withCharset(mediaType, "; charset=utf-8")),
      declared("charset-quoted", withCharset(mediaType, ';charset="UTF-8"')),
      declared("charset-blanks", withCharset(mediaType, " ; Charset=Utf-8")),
    ],
  ];
}

/** The connection that a request is sent on. */
export const connectionAxis: Axis = [
  ofPlant("new-connection", "a new connection", {}),
  ofPlant("used-connection", "a connection that was used once before", { before: "accepted" }),
  ofRecovery("after-refusal", "a refused request before it on its connection", { before: "refused" }),
];

/** The scheme before the token in another letter case. */
export const schemeAxis: Axis = [
  ofScheme("scheme-in-small-letters", "the scheme `bearer`", { scheme: "bearer" }),
  ofScheme("scheme-in-capitals", "the scheme `BEARER`", { scheme: "BEARER" }),
  ofScheme("scheme-in-mixed-letters", "the scheme `bEaReR`", { scheme: "bEaReR" }),
];

const framings: Axis = [featuresOf("accepts-chunked-body")("chunked", "a chunked body", { framing: "chunked" })];

const fieldNames: Axis = [
  ofFieldNames("small-header-names", "header names in lower case", { fieldName: (name) => name.toLowerCase() }),
  ofFieldNames("capital-header-names", "header names in upper case", { fieldName: (name) => name.toUpperCase() }),
  ofFieldNames("mixed-header-names", "header names in mixed case", {
    fieldName: (name) =>
      name.replaceAll(/[a-z]/giu, (letter, at: number) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())),
  }),
];

const accepts: Axis = [ofOthers("no-accept", "no Accept", { headers: { Accept: null } })];
const userAgents: Axis = [ofOthers("no-user-agent", "no User-Agent", { headers: { "User-Agent": null } })];

/** The axes of which a row of the array has either the plain way or one of the features. */
export const narrowAxes: readonly Axis[] = [
  schemeAxis,
  framings,
  fieldNames,
  acceptedCodings,
  accepts,
  userAgents,
  [ofPlant("no-tag", "the required members alone", { which: "required" })],
];

/**
 * The axes that fuzzing draws from: those of the checks with more values, except the members, which fuzzing draws
 * itself.
 * @param authorization the values of Authorization, with the spellings of its scheme
 */
export function drawnAxes(mediaType: string, authorization: Axis): readonly Axis[] {
  const [order = [], space = [], escapes = [], mediaTypes = []] = wideAxes(mediaType);
  const { otherCase, expectContinue, twoPieces, closing } = singleOf(mediaType);
  return [
    order,
    space,
    escapes,
    [...mediaTypes, otherCase, ...moreMediaTypes(mediaType)],
    [...framings, twoPieces, expectContinue],
    fieldNames,
    acceptedCodings,
    [...accepts, ...acceptedTypes],
    otherFields,
    userAgents,
    [...connectionAxis.filter(({ change }) => change.before !== undefined), ...moreConnections, closing],
    authorization,
  ];
}

/** Other spellings of the same media type (RFC 9110 sections 8.3.1 and 8.3.2). */
function moreMediaTypes(mediaType: string): Axis {
  return [
    declared("media-type-in-capitals", inCapitals(mediaType)),
    declared("charset-without-blank", withCharset(mediaType, ";charset=utf-8")),
    declared("charset-in-capitals", withCharset(mediaType, "; CHARSET=UTF-8")),
  ];
}

const moreConnections: Axis = [
  ofEvery("after-chunked", "a chunked request before it on its connection", { before: "chunked" }),
  ofRecovery("after-unauthorized", "a request without Authorization before it on its connection", {
    before: "unauthorized",
  }),
];

/** Whether the requirement of a feature is a MUST. */
export function isMust(requirement: string): boolean {
  return MUSTS.has(requirement);
}

/** The requirement of features that are refused together: one of the lowest level. */
export function requirementOf(features: readonly Feature[]): string {
  const all = features.map(({ requirement }) => requirement);
  return all.find((one) => !isMust(one)) ?? all[0] ?? every;
}

/** Features that each occur in one row of the array, in place of another of the same kind; at most one per axis. */
export function singleAxes(mediaType: string): readonly Axis[] {
  const all = [...Object.values(singleOf(mediaType)).map((one) => [one]), acceptedTypes, otherFields];
  return all.map((axis) => axis.map((one) => ({ ...one, isSingle: true })));
}

/** The features of these axes. */
export function singleFeatures(mediaType: string): readonly Feature[] {
  return singleAxes(mediaType).flat();
}

function singleOf(mediaType: string) {
  return {
    otherCase: declared("media-type-in-other-case", inOtherCase(mediaType)),
    expectContinue: featuresOf("survives-expect-continue")("expect-continue", "`Expect: 100-continue`", {
      framing: "expect-continue",
    }),
    twoPieces: ofPlant("two-pieces", "a body sent in two pieces", { framing: "in-pieces" }),
    closing: ofEvery("closing", "`Connection: close`", { headers: { Connection: "close" } }),
  } as const;
}

function beyond(bits: 32 | 53): Feature {
  const ofId = featuresOf("accepts-every-positive-id");
  return ofId(`id-beyond-${bits}-bits`, `an identity of 2^${bits} or more`, { beyond: 2n ** BigInt(bits) });
}

/** By the slug of the check that asks whether these identities are accepted. */
export const largeIdentities: Readonly<Record<string, Feature>> = {
  "beyond-32-bits": beyond(32),
  "beyond-53-bits": beyond(53),
};

/** The axis by which refusals vary, besides the features of valid requests. */
export const identityAxis: Axis = Object.values(largeIdentities);

/** The greatest identities that the provider is known to accept. */
export function largestAccepted({ variants }: Known): readonly Feature[] {
  return identityAxis.filter(({ name }) => variants.some((names) => names.includes(name))).slice(-1);
}

/** The name of the feature, also in the request that asks whether unknown members are accepted. */
export const BESIDE_UNKNOWN = "unknown-member";

/** The axis by which refusals of wrong members vary. */
export const unknownMemberAxis: Axis = [
  featuresOf("unknown-members")(BESIDE_UNKNOWN, "a member that the schema does not name", { hasUnknownMember: true }),
];
