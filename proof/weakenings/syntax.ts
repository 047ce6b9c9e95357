/** The syntax tree of the judging code, as far as the rules need it. */
import { parseAst } from "rolldown/parseAst";

/** A node of an ESTree; its children are found under its own keys. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A node, and those around it, the nearest first. */
export interface NodePlace {
  readonly node: Node;
  readonly around: readonly Node[];
}

/** Every node of a module, the outer before the inner. */
export function placesIn(code: string): readonly NodePlace[] {
  const places: NodePlace[] = [];
  const visit = (node: Node, around: readonly Node[]): void => {
    places.push({ node, around });
    for (const value of Object.values(node)) for (const child of nodesIn(value)) visit(child, [node, ...around]);
  };
  for (const node of nodesIn(parseAst(code, { preserveParens: false }))) visit(node, []);
  return places;
}

/** The nodes that a value holds, itself or as a list. */
export function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

/** The node under a key, where there is one. */
export function under(node: Node | undefined, key: string): Node | undefined {
  return nodesIn(node?.[key])[0];
}

/** The name that a node has: of an identifier, a member access or a call. */
export function nameOf(node: Node | undefined): string {
  if (node === undefined) return "";
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "MemberExpression") return nameOf(under(node, "property"));
  if (node.type === "CallExpression") return nameOf(under(node, "callee"));
  if (node.type === "ChainExpression") return nameOf(under(node, "expression"));
  return "";
}

/** Whether a node is a function that code runs in. */
export function isFunction({ type }: Node): boolean {
  return type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}
