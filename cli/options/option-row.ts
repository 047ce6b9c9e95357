/** What a row of the table of options says, and the types of the values that follow from it. */
import type { OptionRange } from "../../library/option-rules.ts";

/** The heading of an option in the help, and what it is about. */
export type Group =
  | ""
  | "Token:"
  | "Reaching the provider:"
  | "The document:"
  | "What is asked:"
  | "What fails the run:"
  | "Contracts:"
  | "Limits:"
  | "Reports:"
  | "Output:";

export interface OptionRow {
  /** As typed: `-o, --out <folder>`. A value in brackets `<>` is text, unless it is a number or a list. */
  readonly flags: string;
  readonly help: string;
  readonly group?: Group;
  /** The value is a whole number. */
  readonly range?: OptionRange;
  /** A list: one item each time that the option is typed, or words with commas between them. */
  readonly list?: "items" | "words";
  readonly choices?: readonly string[];
  readonly fallback?: string | number;
  /** The default as the help shows it. By default the help shows none. */
  readonly shown?: string;
  /** The value of an option that is typed without its optional value. */
  readonly preset?: string;
  /** Cannot be typed with `--quiet`. */
  readonly loud?: true;
  readonly required?: true;
  /** The name of what an empty text cannot be. By default that of a file, a folder, a command or a selection. */
  readonly named?: string;
  /** Only for the command line: a file of options does not have it. */
  readonly typedOnly?: true;
  /** Whose variables are secret: a value in a file of options is a token, or names one. */
  readonly secret?: "token" | "value";
  /** Left out of commands that reports show: a secret, what a later run chooses anew, or a file that a run writes. */
  readonly onceOnly?: true;
  /** A single request that is sent again needs it. */
  readonly ofRequest?: true;
  /** A shell runs the value, so a token in it is named by its variable. */
  readonly shell?: true;
  /** About the whole run: a shard leaves it to merge, or cannot have it. */
  readonly shard?: "merge" | "refused";
  /** About the provider as a whole: a file's value does not count for a selection of checks. */
  readonly wholeOnly?: true;
  /** Has no effect without this option. */
  readonly needs?: "--broker" | "--publish";
  /** Needs a broker, from wherever that is given. */
  readonly about?: "broker";
  /** Has an effect without a provider, so with `--document-only`. */
  readonly offline?: true;
  /** Only for reports: has no effect with `--quiet` and without a report. */
  readonly reportsOnly?: true;
  /** A fleet's file has it, although it is about reports. */
  readonly ofProvider?: true;
}

type Details = Omit<OptionRow, "flags" | "help">;

/** A row, with the types that its values follow from. */
export const option = <const Flags extends string, const More extends Details = object>(
  flags: Flags,
  help: string,
  more?: More,
): OptionRow & { readonly flags: Flags } & More => ({ flags, help, ...(more as More) });

export const inGroup = <const Rows extends readonly OptionRow[]>(group: Group, rows: Rows): Rows =>
  rows.map((row) => ({ ...row, group })) as unknown as Rows;

type Camel<Name extends string> = Name extends `${infer First}-${infer Next}${infer Rest}`
  ? `${First}${Uppercase<Next>}${Camel<Rest>}`
  : Name;
/** The long name of an option: `token-file`. */
export type LongName<Flags extends string> = Flags extends `${string}--${infer Name}`
  ? Name extends `${infer Word} ${string}`
    ? Word
    : Name
  : never;
/** The name of an option in code: `tokenFile`, and `auth` of `--no-auth`. */
type NameOf<Flags extends string> = LongName<Flags> extends `no-${infer Name}` ? Camel<Name> : Camel<LongName<Flags>>;

type ValueOf<Row> = Row extends { readonly list: string }
  ? readonly string[]
  : Row extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { readonly range: OptionRange }
      ? number
      : Row extends { readonly flags: `${string}${"<" | "["}${string}` }
        ? string
        : boolean;
type IsOptional<Row> = Row extends
  | { readonly list: string }
  | { readonly fallback: unknown }
  | { readonly required: true }
  ? false
  : ValueOf<Row> extends boolean
    ? false
    : true;
type RowOf<Rows extends readonly OptionRow[], Flags> = Extract<Rows[number], { readonly flags: Flags }>;

/** The values of options as they are parsed. */
export type ValuesOf<Rows extends readonly OptionRow[]> = {
  readonly [
    Flags in Rows[number]["flags"] as IsOptional<RowOf<Rows, Flags>> extends true ? never : NameOf<Flags>
  ]: ValueOf<RowOf<Rows, Flags>>;
} & {
  readonly [
    Flags in Rows[number]["flags"] as IsOptional<RowOf<Rows, Flags>> extends true ? NameOf<Flags> : never
  ]?: ValueOf<RowOf<Rows, Flags>>;
};
