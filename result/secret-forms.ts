/** The forms of a secret that was encoded as a whole: in base64, in base64 twice, in hexadecimal. */
import { asWritten } from "./text-reading.ts";
import { unescaped } from "./unescaped.ts";

/** A secret shorter than this can appear in unrelated text by chance. */
export const TELLING_LENGTH = 8;

/** Something to look for. */
export interface SecretForm {
  /** Characters in lower case. */
  readonly codes: Uint16Array;
  /** Where to search: in the text as written, in the unescaped text, in both, or in its hexadecimal digits. */
  readonly among: "written" | "read" | "both" | "digits";
  /** Found only if there is no letter or digit next to it. */
  readonly isWord: boolean;
}

/** The forms of a secret. A short secret has only its plain form. */
export function formsOf(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret);
  const isShort = secret.length < TELLING_LENGTH;
  // Outside ASCII, an escape may stand for a character or for a byte of UTF-8.
  const spellings = [...new Set([secret, bytes.toString("latin1")])];
  const plain = spellings.flatMap((text): readonly SecretForm[] => {
    const readings = (["c", "css"] as const).map((dialect): SecretForm => {
      const { codes } = unescaped(text, { dialect, ending: "early" });
      return { codes, among: "read", isWord: codes.length < TELLING_LENGTH };
    });
    const [first, second] = readings.map(({ codes }) => codes.join());
    return [
      { codes: asWritten(text).codes, among: "written", isWord: isShort },
      ...(first === second ? readings.slice(1) : readings),
    ];
  });
  const encoded = isShort ? [] : encodedForms(bytes, Buffer.from(secret, "utf16le"));
  return [...plain, ...encoded].filter(({ codes }) => codes.length > 0);
}

function encodedForms(bytes: Buffer, wide: Buffer): readonly SecretForm[] {
  const once = base64Forms(bytes);
  const wideFirst = Buffer.from(wide).swap16();
  const texts = new Set([
    ...once,
    ...base64Forms(wide),
    ...base64Forms(wideFirst),
    ...once.flatMap((text) => base64Forms(Buffer.from(text))),
  ]);
  const forms = Array.from(texts, (text): SecretForm => ({
    codes: asWritten(text).codes,
    among: "both",
    isWord: false,
  }));
  const digits = [bytes, wide, wideFirst].map((all): SecretForm => {
    return { codes: asWritten(all.toString("hex")).codes, among: "digits", isWord: false };
  });
  return [...forms, ...digits];
}

/**
 * The base64 forms of bytes within longer data: the characters that depend only on these bytes, at each offset, in both
 * alphabets.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(first, last);
    const inUrls = text.replaceAll("+", "-").replaceAll("/", "_");
    return inUrls === text ? [text] : [text, inUrls];
  });
}
