/** The values of Authorization other than `Bearer <token>`. They are defined only here. */
import type { Axis, Feature } from "./feature.ts";
import { schemeAxis } from "./request-variants.ts";
import { INVALID_TOKEN, TOKEN } from "./requests.ts";

/** Refused values that differ only in spelling; null means no header field. */
export interface RefusedAuthorization {
  readonly requirement: "requires-authorization" | "requires-bearer-scheme" | "refuses-empty-token";
  readonly slug: string;
  readonly title: string;
  readonly values: readonly (string | null)[];
}

const scheme = "requires-bearer-scheme";

/** No credentials, and values similar to the bearer scheme. */
export const notBearer: readonly RefusedAuthorization[] = [
  {
    requirement: "requires-authorization",
    slug: "no-header",
    title: "A request without Authorization is refused",
    values: [null],
  },
  { requirement: scheme, slug: "basic", title: "The scheme Basic is refused", values: [`Basic ${TOKEN}`] },
  { requirement: scheme, slug: "bare-token", title: "A token without a scheme is refused", values: [TOKEN] },
  {
    requirement: scheme,
    slug: "look-alike",
    title: "A scheme that only begins like Bearer is refused",
    values: [`Bearers ${TOKEN}`],
  },
  {
    requirement: "refuses-empty-token",
    slug: "no-token",
    title: "Bearer without a token is refused",
    values: ["Bearer"],
  },
];

/** For providers that look for a second word in the value. */
export const schemeAlone: RefusedAuthorization = {
  requirement: scheme,
  slug: "scheme-alone",
  title: "The scheme Basic without credentials is refused",
  values: ["Basic"],
};

/** Schemes that are confused with the bearer scheme. */
export const otherSchemes: readonly RefusedAuthorization[] = [
  {
    requirement: scheme,
    slug: "basic-password",
    title: "Basic with the token as password is refused",
    values: [`Basic base64(plants:${TOKEN})`],
  },
  {
    requirement: scheme,
    slug: "basic-user",
    title: "Basic with the token as user is refused",
    values: [`Basic base64(${TOKEN}:)`],
  },
  { requirement: scheme, slug: "empty-value", title: "An empty Authorization is refused", values: [""] },
  {
    requirement: scheme,
    slug: "basic-in-other-case",
    title: "The scheme Basic in different letter case is refused",
    values: [`basic ${TOKEN}`],
  },
  { requirement: scheme, slug: "basic-in-capitals", title: "The scheme BASIC is refused", values: [`BASIC ${TOKEN}`] },
  { requirement: scheme, slug: "token", title: "The scheme Token is refused", values: [`Token ${TOKEN}`] },
  {
    requirement: scheme,
    slug: "token-in-small-letters",
    title: "The scheme token in lower case is refused",
    values: [`token ${TOKEN}`],
  },
  { requirement: scheme, slug: "jwt", title: "The scheme JWT is refused", values: [`JWT ${TOKEN}`, `jwt ${TOKEN}`] },
  {
    requirement: scheme,
    slug: "api-key",
    title: "The scheme ApiKey is refused",
    values: [`ApiKey ${TOKEN}`, `apikey ${TOKEN}`],
  },
  {
    requirement: scheme,
    slug: "digest",
    title: "The scheme Digest is refused",
    values: [`Digest username="plants", response="${TOKEN}"`],
  },
  {
    requirement: scheme,
    slug: "ends-alike",
    title: "A scheme that only ends like Bearer is refused",
    values: [`XBearer ${TOKEN}`],
  },
  {
    requirement: scheme,
    slug: "without-blank",
    title: "Bearer without a space before the token is refused",
    values: [`Bearer${TOKEN}`],
  },
  { requirement: scheme, slug: "oauth", title: "The scheme OAuth is refused", values: [`OAuth ${TOKEN}`] },
  {
    requirement: scheme,
    slug: "with-colon",
    title: "Bearer with a character before the space is refused",
    values: [`Bearer: ${TOKEN}`],
  },
];

/**
 * The values as features of a request.
 * @param hasInvalidToken whether the user named an invalid token
 */
export function authorizationAxis(hasInvalidToken: boolean): Axis {
  const invalid: RefusedAuthorization = {
    requirement: "requires-authorization",
    slug: "invalid-token",
    title: "The token of `--invalid-token` is refused",
    values: [`Bearer ${INVALID_TOKEN}`],
  };
  const refused = [...notBearer, ...otherSchemes, ...(hasInvalidToken ? [invalid] : [])];
  return [
    ...schemeAxis,
    ...refused.flatMap(({ requirement, slug, values }) =>
      values.map((value, k): Feature => {
        const name = k === 0 ? slug : `${slug}-${k + 1}`;
        return { ...featureOf(requirement, name, value), isKeptOut: true };
      }),
    ),
  ];
}

function featureOf(requirement: string, name: string, value: string | null): Feature {
  const words = value === null ? "no Authorization" : `\`Authorization: ${value}\``;
  return { name, words, requirement, change: { headers: { Authorization: value } } };
}
