/**
 * Finds values that a recorder or a sanitizer may have put in the place of others. A mask has no fixed spelling, so a text
 * where the document has another type is judged only if it cannot be one, or if something speaks against it. Pure.
 */
import { header, type HeaderFields } from "../http/message.ts";
import type { Validator, Validators } from "../spec/validators.ts";
import { type JsonObject, objectOf } from "./read/read-exchange.ts";
import { type Lost, type TrafficExchange, unlessLost } from "./recorded-traffic.ts";

/** Brackets, stars, dots, a run of one sign, or a word such as "redacted". */
const MASK =
  /^[[<({«‹⟨【*•…]|^[*•.xX#-]+$|[*•●█]{2,}|redact|mask|hidden|removed|filtered|scrubbed|saniti[sz]ed|obfuscated|anonymi[sz]ed|^secret$/i;

/** Whether a text is certainly the replacement for a removed value. Credentials may look like the other masks. */
export function isMasked(value: string): boolean {
  return MASK.test(value);
}

const WORDS =
  /omit|withheld|censor|conceal|suppress|stripped|delet|secret|privat|confidential|protect|encrypt|sensitive|placeholder|dummy|pseudonym|\bnot (?:shown|recorded|logged|available|disclosed)|^n\/?a$/i;
const NUMBER = /^\s*[-+]?\d[\d.,]*(?:e[-+]?\d+)?\s*$/i;
const ONE_SIGN = /^(.)\1{2,}$/u;
/** A template or a frame: `%id%`, `$ID`, `__id__`, `--`. Quotes are no frame. */
const FRAME = /^[^\p{L}\p{N}\s"']|^\S*[^\p{L}\p{N}\s"']$/u;
/** A digest or an identifier in the place of a value. */
const PSEUDONYM = /^(?=.*\d)(?=.*[a-z])[\w+/:.=-]{16,}$/i;

/** Whether a text is a mask. Of one that is `perhaps` a mask, a different text at the same place shows that it is none. */
export function maskOf(text: string): "no" | "perhaps" | "likely" {
  if (ONE_SIGN.test(text)) return "likely";
  if (NUMBER.test(text) || /^(?:true|false|null)$/.test(text)) return "no";
  if ([MASK, WORDS, FRAME, PSEUDONYM].some((one) => one.test(text))) return "likely";
  return /\p{Ll}/u.test(text) && !/^\p{L}+$/u.test(text) ? "no" : "perhaps";
}

/** Remembers which places have had different texts. */
export interface SeenTexts {
  /** @returns whether the place has had another text */
  readonly differs: (place: string, text: string) => boolean;
}

/** Creates an empty memory. Its places are those of the document, so that it is small. */
export function openSeenTexts(): SeenTexts {
  const first = new Map<string, string>();
  const differing = new Set<string>();
  return {
    differs: (place, text) => {
      const like = text.replaceAll(/\d+/g, "").toLowerCase();
      if ((first.get(place) ?? like) !== like) differing.add(place);
      else first.set(place, like);
      return differing.has(place);
    },
  };
}

/** The bodies of an exchange in which a value may be masked. */
export interface MaskedBodies {
  readonly request: boolean;
  readonly answer: boolean;
}

/** Finds the bodies in which a value may be masked. */
export function maskedBodies(
  { request, response }: TrafficExchange,
  validators: Validators,
  seen: SeenTexts,
): MaskedBodies {
  const isMaskedIn = (
    { body, headers }: { readonly body: unknown; readonly headers: HeaderFields | Lost },
    part: keyof MaskedBodies,
    validator: Validator,
  ): boolean => {
    if (!(body instanceof Uint8Array) || isVouchedFor(body, unlessLost(headers) ?? [])) return false;
    return hasMask(Buffer.from(body).toString(), validator, { part, seen });
  };
  const validator = response?.status === 200 ? validators.plant : response?.status === 400 ? validators.error : none;
  return {
    request: request.isText === true && isMaskedIn(request, "request", validators.newPlant),
    answer: response?.isDecoded === true && isMaskedIn(response, "answer", validator),
  };
}

const none: Validator = () => [];

/** Whether the message states the length that its recorded body has. */
function isVouchedFor(body: Uint8Array, headers: HeaderFields): boolean {
  return header(headers, "content-encoding") === null && header(headers, "content-length") === String(body.length);
}

interface At {
  readonly part: string;
  readonly seen: SeenTexts;
}

function hasMask(text: string, validator: Validator, at: At): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return hasBareMask(text);
  }
  if (typeof value === "string") return maskOf(value) !== "no";
  const members = objectOf(value);
  if (members === undefined) return false;
  const texts = Object.values(members).filter((one) => typeof one === "string");
  // Its type is right, but its text need not be ordinary. Without a small letter, "perhaps" is close enough.
  const isName = at.part === "request" && texts.some((one) => maskOf(one) === "likely" || isLoud(one));
  return (
    isName || mismatchedTexts(members, validator).some(([where, one]) => isMaskAt({ where, text: one }, texts, at))
  );
}

function isLoud(text: string): boolean {
  return /^\P{Ll}{2,}$/u.test(text) && /\p{Lu}/u.test(text);
}

/** The texts of an object at places where the schema has another type. */
function mismatchedTexts(members: JsonObject, validator: Validator): ReadonlyArray<readonly [string, string]> {
  return validator(members).flatMap(({ where }) => {
    const value = members[where.slice(1)];
    return typeof value === "string" ? [[where, value] as const] : [];
  });
}

/** The same text in unlike places may be a mask, too. */
function isMaskAt(
  { where, text }: { readonly where: string; readonly text: string },
  texts: readonly string[],
  { part, seen }: At,
): boolean {
  const mask = maskOf(text);
  if (mask === "likely") return true;
  const isOther = seen.differs(`${part} ${where}`, text);
  return !isOther && (mask === "perhaps" || texts.filter((one) => one === text).length > 1);
}

/** A mask in the place of the whole body, or without quotes in the place of a value. */
function hasBareMask(text: string): boolean {
  const whole = text.trim();
  if (whole.length <= 60 && !/["':=/\\]/.test(whole.slice(0, -1)) && isMasked(whole)) return true;
  for (const [, run = "", end = ""] of text.matchAll(/([^"'{},]*)(["'{},]?)/g)) {
    // Each run is read once, however many colons and blanks it has.
    const [, bare] = /^[,}]$/.test(end) ? (/:\s*([^\s/].*)/s.exec(run) ?? []) : [];
    if (bare !== undefined && isMasked(bare.trimEnd())) return true;
  }
  return false;
}
