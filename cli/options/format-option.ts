/** The value of `--format`, for commands that print one thing in several formats. */
import { meantBy } from "../../result/near-name.ts";
import { UsageError } from "../io.ts";

/**
 * The renderer of a format.
 * @param renderers by the names of their formats
 * @throws {UsageError} if there is no such format; the message quotes it and names the nearest, or all
 */
export function rendererOf<Renderer>(renderers: Readonly<Record<string, Renderer>>, format: string): Renderer {
  const known = Object.keys(renderers);
  const render = Object.hasOwn(renderers, format) ? renderers[format] : undefined;
  if (render !== undefined) return render;
  const hint = meantBy(format, known, `give one of ${known.join(", ")}`);
  throw new UsageError(`--format ${JSON.stringify(format)} is not a format; ${hint}`);
}
