/** Spellings of a media type that mean the same (RFC 9110 sections 8.3.1 and 8.3.2). */

/**
 * A media type with a charset, written as given, such as `; charset=utf-8`. Other parameters stay. An existing charset
 * is replaced, because a parameter occurs only once.
 */
export function withCharset(mediaType: string, charset: string): string {
  const [first = "", ...parameters] = mediaType.split(";").map((part) => part.trim());
  const others = parameters.filter((parameter) => !/^charset *=/i.test(parameter));
  return [first, ...others].join("; ") + charset;
}

/** `application/json` becomes `Application/JSON`: letter case matters only in the values of parameters. */
export function inOtherCase(mediaType: string): string {
  const [type = "", subtype = ""] = essence(mediaType).split("/");
  return `${type.slice(0, 1).toUpperCase()}${type.slice(1)}/${subtype.toUpperCase()}${parametersOf(mediaType)}`;
}

/** `application/json` becomes `APPLICATION/JSON`. */
export function inCapitals(mediaType: string): string {
  return essence(mediaType).toUpperCase() + parametersOf(mediaType);
}

function essence(mediaType: string): string {
  return mediaType.split(";")[0] ?? "";
}

function parametersOf(mediaType: string): string {
  return mediaType.slice(essence(mediaType).length);
}
