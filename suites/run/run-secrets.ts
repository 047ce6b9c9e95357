/** The secrets of a run, and their redaction. */
import { type Redaction, isTooShort, redactionOf } from "../../result/redact.ts";
import { credentialsOf } from "../../http/base-url.ts";
import type { Provider } from "../../http/provider.ts";
import type { Transport } from "../../http/connect.ts";

/**
 * The redaction of a run against a provider. It knows every secret that is sent to the provider or on the way there.
 * @param redaction receives the secrets, if others share it
 */
export function redactionFor(
  { token, invalidToken, transport, headers = [], secrets = [] }: Provider,
  redaction: Redaction = redactionOf(),
): Redaction {
  redaction.add(token);
  if (invalidToken !== undefined) redaction.add(invalidToken);
  for (const secret of transport === undefined ? [] : proxyCredentials(transport)) redaction.add(secret, "credentials");
  // A short value, such as a number, would be removed from every answer.
  for (const value of [...headers.map(([, text]) => text), ...secrets])
    if (!isTooShort(value)) redaction.add(value, "credentials");
  return redaction;
}

/** The secrets of the connection: the credentials of a proxy as they are sent, and its password. */
function proxyCredentials({ proxy }: Transport): readonly string[] {
  if (proxy === undefined) return [];
  const url = new URL(proxy);
  return [credentialsOf(url) ?? "", decodeURIComponent(url.password)].filter((secret) => secret !== "");
}
