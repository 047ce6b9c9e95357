/**
 * A weakening is one change of the judging code that makes it see less or accuse more. Changes that another one covers
 * are left out: a test that notices "always true" and "always false" also notices a reversed comparison.
 */
import { type Node, type NodePlace, nameOf, nodesIn, under } from "./syntax.ts";

/** The new text for a node, and a summary of the change: the old text and the new one. */
export interface CodeChange {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

type Rule = (place: NodePlace, text: (node: Node) => string) => ReadonlyArray<string | CodeChange>;

/** The possible changes at a place in the code. */
export function changesAt(place: NodePlace, code: string): readonly CodeChange[] {
  const text = ({ start, end }: Node): string => code.slice(start, end);
  return rules
    .flatMap((rule) => rule(place, text))
    .map((change) => (typeof change === "string" ? { text: change, before: text(place.node), after: change } : change));
}

const yesOrNo = new Set(
  "some every includes has startsWith endsWith test hasOwn isArray isInteger isSafeInteger".split(" "),
);

function isQuestion(node: Node | undefined): boolean {
  switch (node?.type) {
    case "LogicalExpression":
      return node["operator"] !== "??" && (isQuestion(under(node, "left")) || isQuestion(under(node, "right")));
    case "BinaryExpression":
      return /^([=!]==?|[<>]=?|in|instanceof)$/.test(String(node["operator"]));
    case "UnaryExpression":
      return node["operator"] === "!";
    case "CallExpression":
      return yesOrNo.has(nameOf(node)) || /^(is|has|may|says|refuses|stands)[A-Z]/.test(nameOf(node));
    case "ChainExpression":
      return isQuestion(under(node, "expression"));
    case undefined:
    default:
      return false;
  }
}

/** A condition is always true, and always false. */
const answered: Rule = ({ node, around: [parent] }) => {
  const isTest = parent?.type === "IfStatement" || parent?.type === "ConditionalExpression";
  if (!isQuestion(node) && !(isTest && under(parent, "test") === node)) return [];
  const isPart =
    (parent?.type === "LogicalExpression" && parent["operator"] !== "??") ||
    parent?.type === "UnaryExpression" ||
    parent?.type === "ChainExpression";
  return isPart ? [] : ["true", "false"];
};

/** One of two conditions is ignored. */
const forgotten: Rule = ({ node }, text) =>
  node.type === "LogicalExpression" && node["operator"] !== "??"
    ? ["left", "right"].flatMap((side) => nodesIn(node[side]).map((kept) => `(${text(kept)})`))
    : [];

const neighbours = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);

/** A bound is moved by one: inclusive becomes exclusive, and the reverse. */
const shifted: Rule = ({ node }, text) => {
  const other = node.type === "BinaryExpression" ? neighbours.get(String(node["operator"])) : undefined;
  const [left, right] = [under(node, "left"), under(node, "right")];
  // If the bound is a number, the rule `counted` changes it.
  if (right?.type === "Literal") return [];
  return other === undefined || left === undefined || right === undefined
    ? []
    : [
        {
          text: `(${text(left)}) ${other} (${text(right)})`,
          before: text(node),
          after: `${text(left)} ${other} ${text(right)}`,
        },
      ];
};

/** A number is one too high or too low. */
const counted: Rule = ({ node, around }) => {
  const { value } = node;
  if (node.type !== "Literal" || typeof value !== "number" || around.some(isTable)) return [];
  const [parent] = around;
  // Bundled code writes `void 0` for undefined and `(0, call)` for calls; the number after `??` is a default.
  if (/^(void|\?\?)$/.test(String(parent?.["operator"])) || parent?.type === "SequenceExpression") return [];
  return value === 0 ? ["1"] : [String(value + 1), String(value - 1)];
};

/** A list that contains only numbers. */
function isTable(node: Node): boolean {
  return (
    node.type === "ArrayExpression" &&
    nodesIn(node["elements"]).length > 3 &&
    nodesIn(node["elements"]).every(({ value }) => typeof value === "number")
  );
}

const quantifiers = new Map([
  ["some", "every"],
  ["every", "some"],
]);

/** `some` becomes `every`, and the reverse. */
const quantified: Rule = ({ node, around: [parent] }) => {
  const isMethod = parent?.type === "MemberExpression" && under(parent, "property") === node;
  const other = isMethod ? quantifiers.get(nameOf(node)) : undefined;
  return other === undefined ? [] : [other];
};

/** A predicate that is passed by its name is always true, and always false. */
const passedByName: Rule = ({ node, around: [parent] }) => {
  const asks = parent?.type === "CallExpression" && /^(filter|find|findLast|some|every)$/.test(nameOf(parent));
  const isArgument = nodesIn(parent?.["arguments"])[0] === node;
  return asks && isArgument && node.type === "Identifier" ? ["(() => true)", "(() => false)"] : [];
};

/** A compared value is not normalized, cut or sorted first. */
const unchanged: Rule = ({ node }, text) => {
  const object = under(under(node, "callee"), "object");
  const isChange = /^(toLowerCase|trim|slice|sort|replaceAll|replace)$/.test(nameOf(node));
  return node.type === "CallExpression" && object !== undefined && isChange ? [text(object)] : [];
};

/** One element of a list is left out. */
const leftOut: Rule = ({ node, around }, text) => {
  if (node.type !== "ArrayExpression" || isTable(node)) return [];
  const elements = nodesIn(node["elements"]);
  const isPair =
    around[0]?.type === "VariableDeclarator" || (around[0]?.type === "ArrayExpression" && elements.length === 2);
  if (isPair) return [];
  return elements.map((left) => ({
    text: `[${elements
      .filter((element) => element !== left)
      .map(text)
      .join(", ")}]`,
    before: text(left),
    after: "left out of the list",
  }));
};

/** A pattern matches nothing, everything, or more than it should. */
const matched: Rule = ({ node }) => {
  const regex = node["regex"] as { readonly pattern: string; readonly flags: string } | undefined;
  if (node.type !== "Literal" || regex === undefined || regex === null) return [];
  const { pattern, flags } = regex;
  const open = [pattern.replace(/^\^/, ""), pattern.replace(/\$$/, "")].filter((other) => other !== pattern);
  return [
    `/(?!)/${flags}`,
    `/(?:)/${flags}`,
    ...open.map((other) => `/${other}/${flags}`),
    ...(flags.includes("i") ? [`/${pattern}/${flags.replace("i", "")}`] : []),
  ];
};

/** "There was no occasion" becomes "there was no evidence", and the reverse. */
const excused: Rule = ({ node, around: [parent] }) => {
  if (
    node.type !== "Literal" ||
    parent?.type !== "CallExpression" ||
    nameOf(parent) !== "notJudged" ||
    nodesIn(parent["arguments"])[0] !== node
  )
    return [];
  return [node["value"] === "no-occasion" ? '"no-accepted-parent"' : '"no-occasion"'];
};

/** A case of a switch is unknown. */
const unknownCase: Rule = ({ node, around: [parent] }) =>
  parent?.type === "SwitchCase" && under(parent, "test") === node ? ['""'] : [];

const rules: readonly Rule[] = [
  answered,
  forgotten,
  shifted,
  counted,
  quantified,
  passedByName,
  unchanged,
  leftOut,
  matched,
  excused,
  unknownCase,
];
