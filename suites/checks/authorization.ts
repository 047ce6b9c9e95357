/** The values of Authorization other than `Bearer <token>`. They are defined only here. */
import type { Axis, Feature } from "./request-features.ts";
import { schemeAxis } from "./request-variants.ts";
import { INVALID_TOKEN, TOKEN } from "./check-requests.ts";

/** Refused values that differ only in spelling; null means no header field. */
export interface RefusedAuthorization {
  readonly requirement: "requires-authorization" | "requires-bearer-scheme" | "refuses-empty-token";
  readonly slug: string;
  readonly title: string;
  readonly values: readonly (string | null)[];
}

function refusedScheme(slug: string, what: string, ...values: RefusedAuthorization["values"]): RefusedAuthorization {
  return { requirement: "requires-bearer-scheme", slug, title: `${what} is refused`, values };
}

/** No credentials, and values similar to the bearer scheme. */
export const notBearer: readonly RefusedAuthorization[] = [
  {
    requirement: "requires-authorization",
    slug: "no-header",
    title: "A request without Authorization is refused",
    values: [null],
  },
  refusedScheme("basic", "The scheme Basic", `Basic ${TOKEN}`),
  refusedScheme("bare-token", "A token without a scheme", TOKEN),
  refusedScheme("look-alike", "A scheme that only begins like Bearer", `Bearers ${TOKEN}`),
  {
    requirement: "refuses-empty-token",
    slug: "no-token",
    title: "Bearer without a token is refused",
    values: ["Bearer"],
  },
];

/** For providers that look for a second word in the value. */
export const schemeAlone = refusedScheme("scheme-alone", "The scheme Basic without credentials", "Basic");

/** Schemes that are confused with the bearer scheme. */
export const otherSchemes: readonly RefusedAuthorization[] = [
  refusedScheme("basic-password", "Basic with the token as password", `Basic base64(plants:${TOKEN})`),
  refusedScheme("basic-user", "Basic with the token as user", `Basic base64(${TOKEN}:)`),
  refusedScheme("empty-value", "An empty Authorization", ""),
  refusedScheme("basic-in-other-case", "The scheme Basic in different letter case", `basic ${TOKEN}`),
  refusedScheme("basic-in-capitals", "The scheme BASIC", `BASIC ${TOKEN}`),
  refusedScheme("token", "The scheme Token", `Token ${TOKEN}`),
  refusedScheme("token-in-small-letters", "The scheme token in lower case", `token ${TOKEN}`),
  refusedScheme("jwt", "The scheme JWT", `JWT ${TOKEN}`, `jwt ${TOKEN}`),
  refusedScheme("api-key", "The scheme ApiKey", `ApiKey ${TOKEN}`, `apikey ${TOKEN}`),
  refusedScheme("digest", "The scheme Digest", `Digest username="plants", response="${TOKEN}"`),
  refusedScheme("ends-alike", "A scheme that only ends like Bearer", `XBearer ${TOKEN}`),
  refusedScheme("without-blank", "Bearer without a space before the token", `Bearer${TOKEN}`),
  refusedScheme("oauth", "The scheme OAuth", `OAuth ${TOKEN}`),
  refusedScheme("with-colon", "Bearer with a character before the space", `Bearer: ${TOKEN}`),
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
