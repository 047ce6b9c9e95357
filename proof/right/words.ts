/** Words that mean something to a machine: "format constraints of name, tag and id: not shown". */
import { constrained, page, type Right, answeredBy } from "./right.ts";

/** Words of SQL, as a filter of whole words has them. */
const SQL = new Set(
  `add all alter and any as asc between by case check create cross delete desc distinct drop else end exec exists for
  from grant group having in insert int into is join key left like limit new not null off old on or order out right
  row select set some table then to top true union unique update use user using values view when where with`.split(
    /\s+/u,
  ),
);

/** Names that a service keeps for itself. */
const RESERVED = new Set("admin administrator null root script system test true undefined user".split(" "));

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/[^a-z]+/u);
const hasOneOf = (words: ReadonlySet<string>, text: string): boolean => wordsOf(text).some((word) => words.has(word));

const SQL_WORDS = 'name "Union Select", name "Drop Table"';

export const words: readonly Right[] = [
  {
    name: "refuses names with a word of SQL",
    behaviour: constrained(400, ({ name }) => hasOneOf(SQL, name)),
    profile: { "refused-words": `${SQL_WORDS}, name "true", name "null"` },
  },
  {
    name: "refuses names with words of accounts and scripts with 422",
    behaviour: constrained(422, ({ name }) => hasOneOf(RESERVED, name)),
    profile: { "refused-words": 'name "Admin Script", name "true", name "undefined", name "null"' },
  },
  {
    name: "has a filter before it that answers words of SQL and scripts with 403 and a page",
    behaviour: {
      ...answeredBy("constraint", () => page(403)),
      constrain: constrained(403, ({ name, tag = "" }) =>
        /\b(?:union|select|drop|script|1=1|null)\b/iu.test(`${name} ${tag}`),
      ).constrain,
    },
    profile: { "refused-words": `${SQL_WORDS}, name "Admin Script", name "null", tag "null"` },
  },
  {
    name: "refuses tags that are words of a language with 422",
    behaviour: constrained(422, ({ tag = "moss" }) =>
      ["true", "false", "null", "undefined", "nan", "none", "nil", "__proto__"].includes(tag.toLowerCase()),
    ),
    profile: { "refused-words": 'tag "true", tag "nan", tag "false", tag "undefined", tag "nil", tag "null"' },
  },
  {
    name: "takes no tag but words of lower-case letters that are no words of a language",
    behaviour: constrained(400, ({ tag = "moss" }) => !/^[a-z]{3,12}$/u.test(tag) || ["null", "true"].includes(tag)),
    profile: { "refused-words": 'tag "true", tag "null"' },
  },
];
