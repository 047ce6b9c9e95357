/** Parsers for numeric options. The message quotes a wrong value and says what is allowed. */
import { UsageError } from "../io.ts";

/** A parser for an option with a whole number. `scale` converts the option's unit to the internal one. */
export function wholeNumber(
  option: string,
  range: { readonly least: number; readonly greatest: number; readonly unit?: string },
  scale = 1,
): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value) || value < range.least || value > range.greatest) {
      const unit = range.unit === undefined ? "" : ` ${range.unit}`;
      throw new UsageError(
        `${option} ${JSON.stringify(text)} is not a whole number from ${range.least} to ${range.greatest}${unit}`,
      );
    }
    return value * scale;
  };
}

/** A parser for a port; 0 asks for a free one. */
export const portNumber = (source: string): ((text: string) => number) =>
  wholeNumber(source, { least: 0, greatest: 65_535 });
