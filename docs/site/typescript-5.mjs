/** TypeDoc reads TypeScript through its API of JavaScript, which TypeScript 7 does not have: it gets version 5. */
import { register } from "node:module";

const hook = `export function resolve(name, context, next) {
  return next(name === "typescript" ? "typescript-5" : name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`, import.meta.url);
