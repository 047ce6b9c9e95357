/**
 * The statements of a document about members in prose: `overlay.yaml` for the one that ships, and the same form for any
 * other.
 */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";
import { packageFile } from "./package-file.ts";
import { sortedJson } from "./schema.ts";
import { readShipped, readYaml } from "./shipped-yaml.ts";
import { YamlFault } from "./read-yaml-text.ts";

/** A member, and the place that states its purpose. */
export interface OverlayMember {
  readonly member: string;
  readonly source: string;
}

/** An overlay, as `overlay.schema.json` describes it. Absent parts make no statement. */
export interface Overlay {
  readonly identity?: OverlayMember;
  readonly label?: OverlayMember;
  readonly optionalLabel?: OverlayMember;
  readonly returned?: readonly OverlayMember[];
  readonly leftOut?: readonly OverlayMember[];
  /** A success has only the members that its schema names. */
  readonly namedOnly?: Pick<OverlayMember, "source">;
}

/** The overlay of the document that ships. The tests of this folder check its form. */
export function shippedOverlay(): Overlay {
  return readShipped("overlay.yaml").value as Overlay;
}

/** The digest of an overlay, in hexadecimal. It does not depend on the order and notation of members. */
export function overlayDigest(overlay: Overlay): string {
  return createHash("sha256").update(sortedJson(overlay)).digest("hex");
}

/**
 * Reads an overlay from its text, in YAML.
 * @param where what it is, for the message
 * @throws {Error} when it does not have the form of an overlay
 */
export function readOverlay(text: string, where: string): Overlay {
  return overlayOf(valueIn(text, where), where);
}

function valueIn(text: string, where: string): unknown {
  try {
    return readYaml(text).value;
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new Error(`${where} cannot be used: it ${error.message}`, { cause: error });
  }
}

/**
 * Validates an overlay that others wrote.
 * @param where what it is, for the message
 * @throws {Error} when it does not have the form of an overlay
 */
export function overlayOf(value: unknown, where: string): Overlay {
  validator ??= compileValidator();
  const validate = validator;
  if (validate(value)) return value;
  const [error] = validate.errors ?? [];
  const unknown: unknown = error?.params["additionalProperty"];
  const place = error === undefined || error.instancePath === "" ? "it" : error.instancePath;
  const what = unknown === undefined ? "" : `: ${JSON.stringify(unknown)}`;
  throw new Error(`${where} cannot be used: ${place} ${error?.message}${what}`);
}

/** Compiled once, for the first overlay. */
let validator: ReturnType<typeof compileValidator> | undefined;

function compileValidator(): Ajv.ValidateFunction<Overlay> {
  // Loaded only when it is needed: a run with the document that ships compiles nothing.
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof Ajv;
  return new Ajv2020().compile<Overlay>(JSON.parse(packageFile("spec/overlay.schema.json")) as object);
}
