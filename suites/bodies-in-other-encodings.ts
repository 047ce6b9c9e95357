/** Bodies that are not in UTF-8: bytes in place of one letter of a label, or the whole text in another encoding. */
import type { Check } from "./checks/check.ts";
import { refusal } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { AOrAn } from "./checks/role-members.ts";
import { nameOf, tagOf, textOf, withMember } from "./bodies/drafts.ts";

const basis = "JSON between systems is UTF-8 (RFC 8259 section 8.1)";

/** Stands for the character that is written in another encoding. */
const MARK = "#";

/** Refusals of such bodies. */
export function nonUtf8Checks(requests: Requests): readonly Check[] {
  const { label, optionalLabel } = requests.operation.roles;
  const check = (slug: string, title: string, member: string | null, encode: (text: string) => Uint8Array): Check =>
    refusal(requests, { requirement: "refuses-non-utf8", slug, title, basis }, (varied, n) => {
      const draft = varied.draft(n);
      const text = `"${member === label ? nameOf(n) : tagOf(n)}${MARK}"`;
      return varied.raw("not-a-plant", encode(textOf(member === null ? draft : withMember(draft, member, text))));
    });
  const within = (slug: string, what: string, member: string | null, ...bytes: readonly number[]): readonly Check[] =>
    member === null
      ? []
      : [check(slug, `${AOrAn(member)} with ${what} is refused`, member, (text) => inPlaceOfMark(text, bytes))];
  return [
    // A provider that decodes texts late decodes each label separately.
    ...within("invalid-byte", "the byte FF", optionalLabel ?? label, 0xff),
    ...within("latin-1", "a Latin-1 letter", label, 0xe9),
    ...within("overlong", "an overlong encoding", label, 0xc0, 0xaf),
    ...within("encoded-surrogate", "an encoded surrogate", label, 0xed, 0xa0, 0x80),
    ...within("cut-character", "a character that is cut off at its end", label, 0xe2, 0x98),
    check("utf-16", "A body in UTF-16 is refused", label, (text) => Buffer.from(`\u{feff}${text}`, "utf16le")),
    // With a letter that makes the bytes invalid UTF-8; ASCII in UTF-16 is valid UTF-8 with a NUL after each letter.
    check("utf-16-without-mark", "A body in UTF-16 without a byte order mark is refused", label, (text) =>
      Buffer.from(text.replace(MARK, "\u00e9"), "utf16le"),
    ),
  ];
}

function inPlaceOfMark(text: string, bytes: readonly number[]): Uint8Array {
  const [before = "", after = ""] = text.split(MARK);
  return Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)]);
}
