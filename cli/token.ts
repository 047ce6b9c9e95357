/** Where the token comes from: a flag, a file or the environment, in this order. It is never repeated in a message. */
import { readFileSync } from "node:fs";
import { type Io, UsageError } from "./io.ts";

export const TOKEN_VARIABLE = "PLANT_STORE_TOKEN";

export interface TokenOptions {
  readonly token?: string;
  readonly tokenFile?: string;
}

/**
 * The token that the user gave; undefined where none was given.
 * @throws {UsageError} when the file cannot be read, or what is given cannot be a token
 */
export function givenToken(options: TokenOptions, { env }: Pick<Io, "env">): string | undefined {
  if (options.token !== undefined && options.tokenFile !== undefined) {
    throw new UsageError("Both --token and --token-file are given; give one of them");
  }
  if (options.token !== undefined) return checked(options.token, "--token");
  if (options.tokenFile !== undefined)
    return checked(readToken(options.tokenFile), `the file ${JSON.stringify(options.tokenFile)}`);
  const variable = env[TOKEN_VARIABLE];
  return variable === undefined || variable === "" ? undefined : checked(variable, TOKEN_VARIABLE);
}

function readToken(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const why = error instanceof Error ? String(Reflect.get(error, "code") ?? error.message) : String(error);
    throw new UsageError(
      `The token file ${JSON.stringify(file)} cannot be read (${why}); give a file that holds the token on one line`,
    );
  }
}

/** A header field has room for visible ASCII (RFC 9110 section 5.5); a token has no blanks (RFC 6750 section 2.1). */
function checked(token: string, source: string): string {
  if (token === "") throw new UsageError(`There is no token in ${source}; it is empty`);
  if (/[\r\n]/.test(token))
    throw new UsageError(`What ${source} holds has several lines; give the token alone, on one line`);
  if (!/^[\u0021-\u007e]+$/.test(token)) {
    throw new UsageError(`What ${source} holds cannot be a bearer token: it has blanks or characters beyond ASCII`);
  }
  if (token.length > 16_384)
    throw new UsageError(`What ${source} holds is longer than a token (${token.length} characters)`);
  return token;
}
