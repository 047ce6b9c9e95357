/** The HTML entities that may hide a part of a secret. */

/** The entities that HTML reads without a semicolon. */
export const legacy: ReadonlySet<string> = new Set(["amp", "lt", "gt", "quot", "shy"]);
/** The length of the longest of them. */
export const LONGEST_LEGACY_NAME = 4;
/** The characters with which they end. */
export const lastOfLegacy: ReadonlySet<number> = new Set(
  Array.from(legacy, (name) => name.charCodeAt(name.length - 1)),
);

/** The HTML entities of ASCII punctuation and of invisible characters, in lower case. */
export const named: ReadonlyMap<string, number> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    excl: "!",
    num: "#",
    dollar: "$",
    percnt: "%",
    lpar: "(",
    rpar: ")",
    ast: "*",
    midast: "*",
    plus: "+",
    comma: ",",
    period: ".",
    sol: "/",
    colon: ":",
    semi: ";",
    equals: "=",
    quest: "?",
    commat: "@",
    lsqb: "[",
    lbrack: "[",
    bsol: "\\",
    rsqb: "]",
    rbrack: "]",
    hat: "^",
    lowbar: "_",
    underbar: "_",
    grave: "`",
    diacriticalgrave: "`",
    lcub: "{",
    lbrace: "{",
    verbar: "|",
    vert: "|",
    verticalline: "|",
    rcub: "}",
    rbrace: "}",
    tab: "\t",
    newline: "\n",
    shy: "\u00ad",
    zerowidthspace: "\u200b",
    zwnj: "\u200c",
    zwj: "\u200d",
    nobreak: "\u2060",
    lrm: "\u200e",
    rlm: "\u200f",
    af: "\u2061",
    applyfunction: "\u2061",
    it: "\u2062",
    invisibletimes: "\u2062",
    ic: "\u2063",
    invisiblecomma: "\u2063",
  }).map(([name, character]) => [name, character.charCodeAt(0)]),
);

/** The length of the longest name. */
export const LONGEST_NAME = 16;
