/** What is known of an operation that another document describes: its schemas, and where they are. */

/** A response that the document shows. */
export interface ShownResponse {
  readonly status: number;
  readonly mediaType: string;
  /** JSON Pointer into the document. */
  readonly schemaPath: string;
  /** JSON Pointer to the response itself, and the header fields that it requires; none where absent. */
  readonly path?: string;
  readonly requiredHeaders?: readonly string[];
}

/** Where the credentials are, if the operation needs any. */
export type ShownCredentials =
  | { readonly kind: "bearer" }
  | { readonly kind: "api-key"; readonly header: string }
  | { readonly kind: "none" };

/** An operation that creates something from a JSON object. */
export interface Description {
  /** Appended to the base URL. */
  readonly path: string;
  readonly credentials: ShownCredentials;
  readonly requestMediaType: string;
  /** JSON Pointer into the document. */
  readonly requestSchemaPath: string;
  readonly success: ShownResponse;
  /** What a body that is not valid is answered with; null where the document shows no body for it. */
  readonly failure: ShownResponse | null;
  /** Every status that a refused body may have; null where the document does not limit them. */
  readonly refusals?: readonly number[] | null;
  /** Other responses with a body. */
  readonly others: readonly ShownResponse[];
  /** Responses without a body in JSON, whose header fields are asked for. */
  readonly headed?: readonly Omit<ShownResponse, "mediaType" | "schemaPath">[];
  /** The member of the request by which two bodies are duplicates; null where nothing says so. */
  readonly identity: string | null;
  /** Members that a success does not have, whatever its schema allows. */
  readonly leftOut: readonly string[];
  /** The document, whose schemas are JSON Schema 2020-12. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The same as requests see it, without what is `readOnly`; absent where both see the same. */
  readonly requestDocument?: Readonly<Record<string, unknown>>;
}
