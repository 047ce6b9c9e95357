/** TypeDoc reads TypeScript through its API of JavaScript, which TypeScript 7 does not have: it gets version 5. */
import module from "node:module";

const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context);

// Node 20 has the older of the two functions alone, and the latest versions deprecate it.
if (module.registerHooks === undefined) {
  module.register(
    `data:text/javascript,${encodeURIComponent(`export const resolve = ${String(resolve)}`)}`,
    import.meta.url,
  );
} else {
  module.registerHooks({ resolve });
}
