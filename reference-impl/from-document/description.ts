/** The description of an operation in another document: its schemas, and where they are. */

/** A response that the document shows. */
export interface ShownResponse {
  readonly status: number;
  readonly mediaType: string;
  /** JSON Pointer into the document. */
  readonly schemaPath: string;
  /** JSON Pointer to the response itself, for the header fields that it requires; without it there are none. */
  readonly path?: string;
  readonly requiredHeaders?: readonly string[];
  /** The document shows no body in JSON, so none is sent. */
  readonly hasNoBody?: true;
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
  readonly method: string;
  readonly credentials: ShownCredentials;
  readonly requestMediaType: string;
  /** JSON Pointer into the document. */
  readonly requestSchemaPath: string;
  readonly success: ShownResponse;
  /** The response to an invalid body; null if the document shows no body for it. */
  readonly failure: ShownResponse | null;
  /** Every status that a refused body may have; null if the document does not limit them. */
  readonly refusals?: readonly number[] | null;
  /** Other responses with a body. */
  readonly others: readonly ShownResponse[];
  /** Responses without a JSON body whose header fields are required. */
  readonly headed?: readonly Omit<ShownResponse, "mediaType" | "schemaPath">[];
  /** The member of the request that identifies duplicates; null if the document names none. */
  readonly identity: string | null;
  /** Members that a success does not have, even if its schema allows them. */
  readonly leftOut: readonly string[];
  /** The document, whose schemas are JSON Schema 2020-12. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The document as requests see it, without `readOnly` members; absent if requests and responses see the same. */
  readonly requestDocument?: Readonly<Record<string, unknown>>;
}
