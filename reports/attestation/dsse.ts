/** DSSE, the envelope of a signed in-toto statement; only with Ed25519. Pure: the caller passes the keys. */
import { type KeyObject, createHash, createPublicKey, sign, verify } from "node:crypto";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** An invalid envelope. The message is a sentence. */
export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";
}

/** The content of an envelope. */
export interface Envelope {
  readonly payload: Buffer;
  readonly signatures: readonly Buffer[];
}

/** An envelope, as JSON, around a statement. Ed25519 gives the same signature each time. */
export function signed(statement: string, privateKey: KeyObject): string {
  const payload = Buffer.from(statement, "utf8");
  const sig = sign(null, preAuthEncoding(payload), privateKey).toString("base64");
  const envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString("base64"),
    signatures: [{ keyid: keyId(createPublicKey(privateKey)), sig }],
  };
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

/** The SHA-256 of a public key's SubjectPublicKeyInfo, in hexadecimal: a hint by which a reader finds the key. */
export function keyId(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** Whether one of an envelope's signatures was made with the key. */
export function isSignedBy({ payload, signatures }: Envelope, publicKey: KeyObject): boolean {
  return signatures.some((signature) => verify(null, preAuthEncoding(payload), publicKey, signature));
}

/**
 * Reads an envelope.
 * @throws {EnvelopeError} when a member is missing or invalid
 */
export function readEnvelope(value: object): Envelope {
  const type: unknown = Reflect.get(value, "payloadType");
  const signatures: unknown = Reflect.get(value, "signatures");
  if (type !== PAYLOAD_TYPE) throw new EnvelopeError(`Its payloadType is not ${PAYLOAD_TYPE}`);
  if (!Array.isArray(signatures) || signatures.length === 0) throw new EnvelopeError("It has no signatures");
  if (signatures.length > 20) throw new EnvelopeError("It has more than 20 signatures");
  return {
    payload: bytes(Reflect.get(value, "payload"), "payload"),
    signatures: signatures.map((one: unknown, at) => {
      const sig: unknown = typeof one === "object" && one !== null ? Reflect.get(one, "sig") : undefined;
      return bytes(sig, `signatures/${at}/sig`);
    }),
  };
}

function bytes(text: unknown, where: string): Buffer {
  if (typeof text !== "string" || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) {
    throw new EnvelopeError(`Its member /${where} is not base64`);
  }
  return Buffer.from(text, "base64");
}

/** The signed bytes: the type and the payload with their lengths in bytes, so that one cannot pass for the other. */
function preAuthEncoding(payload: Buffer): Buffer {
  const type = Buffer.from(PAYLOAD_TYPE);
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type.toString()} ${payload.length} `), payload]);
}
