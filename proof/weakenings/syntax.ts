/** The syntax tree of the judging code, reduced to what the rules need. */
import { parseAst } from "rolldown/parseAst";

/** A node of an ESTree. Its children are under its own keys. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A node and its ancestors, the nearest first. */
export interface NodePlace {
  readonly node: Node;
  readonly around: readonly Node[];
}

/** Every node of a module, outer nodes before inner ones. */
export function placesIn(code: string): readonly NodePlace[] {
  const places: NodePlace[] = [];
  const visit = (node: Node, around: readonly Node[]): void => {
    places.push({ node, around });
    for (const value of Object.values(node)) for (const child of nodesIn(value)) visit(child, [node, ...around]);
  };
  for (const node of nodesIn(parseAst(code, { preserveParens: false }))) visit(node, []);
  return places;
}

/** The nodes in a value: the value itself, or the items of a list. */
export function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

/** The node under a key, if there is one. */
export function under(node: Node | undefined, key: string): Node | undefined {
  return nodesIn(node?.[key])[0];
}

/** The name of an identifier, a member access or a call. */
export function nameOf(node: Node | undefined): string {
  if (node === undefined) return "";
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "MemberExpression") return nameOf(under(node, "property"));
  if (node.type === "CallExpression") return nameOf(under(node, "callee"));
  if (node.type === "ChainExpression") return nameOf(under(node, "expression"));
  return "";
}

/** Whether a node is a function with a body. */
export function isFunction({ type }: Node): boolean {
  return type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}
