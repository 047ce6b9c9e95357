/** An answer: a status, the header fields except `Content-Type` and the framing, and a body in JSON. */

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; every answer is `application/json`. Empty for an answer without a body. */
  readonly body: string;
}

/** Section Resources, Plant. There is no `id`. */
export interface Plant {
  readonly name: string;
  readonly tag?: string;
}

/** Section Endpoints, Create plant: 200 with a Plant. Only the members of Plant may be in `plant`. */
export function plantAnswer(plant: Plant): ServerAnswer {
  return { status: 200, headers: {}, body: JSON.stringify(plant) };
}

/**
 * Section Resources, Error: the shape of every answer that is not a Plant. The values of `error` are "not shown"; here
 * it is the status, an int32. `message` is for a person and repeats nothing of the request.
 */
export function errorAnswer(status: number, message: string, headers: ServerAnswer["headers"] = {}): ServerAnswer {
  return { status, headers, body: JSON.stringify({ error: status, message }) };
}

/** The header fields of an answer, framing included; `closing` announces that it is the connection's last. */
export function fieldsOf({ status, headers, body }: ServerAnswer, closing: boolean): Record<string, string | number> {
  const fields: Record<string, string | number> = {
    ...(body === "" ? {} : { "Content-Type": "application/json" }),
    // RFC 9110 section 8.6: a 204 has no length.
    ...(status === 204 ? {} : { "Content-Length": Buffer.byteLength(body) }),
    ...headers,
  };
  if (closing) fields["Connection"] = "close";
  return fields;
}
