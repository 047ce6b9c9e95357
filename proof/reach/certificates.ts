/** Certificates for tests, made on demand: an authority, and certificates that it signs. */
import { type GenerateResult, generate } from "selfsigned";

const DAY_MS = 86_400_000;

/** An authority's certificate and key in PEM. */
export function authority(): Promise<GenerateResult> {
  return generate([{ name: "commonName", value: "Authority of the tests" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
}

/** The subject of a certificate and its validity; by default 127.0.0.1 and one day. */
interface Wanted {
  readonly ip?: string;
  /** A host name instead of an address. */
  readonly name?: string;
  /** Days from now; negative for an expired certificate. */
  readonly endsAfterDays?: number;
  /** The signing authority; self-signed by default. */
  readonly by?: GenerateResult;
}

/** A certificate and its key in PEM. */
export function certificate({ ip = "127.0.0.1", name, endsAfterDays = 1, by }: Wanted): Promise<GenerateResult> {
  return generate([{ name: "commonName", value: "A provider of the tests" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 10 * DAY_MS),
    notAfterDate: new Date(Date.now() + endsAfterDays * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "subjectAltName", altNames: [name === undefined ? { type: 7, ip } : { type: 2, value: name }] },
    ],
    ...(by === undefined ? {} : { ca: { key: by.private, cert: by.cert } }),
  });
}
