/** Finds the places where a schema says that a number is an int32. */
import type { Shape } from "./shape.ts";

/** The places of the schemas whose format is int32: of the value itself, its members and its items. */
export function int32Places({ path, formats, members, items, others }: Shape): readonly string[] {
  const inside = [
    ...members.map(({ shape }) => shape),
    ...(items === undefined ? [] : [items]),
    ...(typeof others === "object" ? [others] : []),
  ];
  return [...(formats.includes("int32") ? [path] : []), ...inside.flatMap(int32Places)];
}
