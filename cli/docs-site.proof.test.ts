/** The documentation site (`npm run docs`) is built without a warning, and every link of a page has a target. */
import { execFile } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { beforeAll, expect, test } from "vitest";
import { writePage } from "./explain/requirements-page.ts";
import { folder } from "./testing/command.ts";

type Element = DefaultTreeAdapterTypes.Element;

const root = fileURLToPath(new URL("..", import.meta.url));
const site = folder();

beforeAll(async () => {
  await writePage(join(root, "docs/requirements.md"));
  const typedoc = fileURLToPath(import.meta.resolve("typedoc/package.json")).replace("package.json", "bin/typedoc");
  const argv = ["--import", "./docs/site/typescript-5.mjs", typedoc, "--treatWarningsAsErrors", "--out", site];
  await promisify(execFile)(process.execPath, argv, { cwd: root });
});

function elementsOf(node: DefaultTreeAdapterTypes.Node): readonly Element[] {
  const own = "tagName" in node ? [node] : [];
  return "childNodes" in node ? [...own, ...node.childNodes.flatMap((child) => elementsOf(child))] : own;
}

const attributeOf = (element: Element, wanted: string): string | undefined =>
  element.attrs.find(({ name }) => name === wanted)?.value;

/** The elements of each page, by its path. */
function readPages(): ReadonlyMap<string, readonly Element[]> {
  const paths = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".html"));
  return new Map(paths.map((path) => [join(site, path), elementsOf(parse(readFileSync(join(site, path), "utf8")))]));
}

const isExternal = (address: string): boolean => /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(address);

test("each page of docs/ is a page of the site, which begins with docs/start.md", () => {
  const written = readdirSync(join(root, "docs")).flatMap((name) => /^(.+)\.md$/.exec(name)?.[1] ?? []);
  const built = readdirSync(join(site, "documents")).map((name) => name.replace(".html", ""));
  expect(built).toEqual(expect.arrayContaining(written.filter((name) => name !== "start")));
  expect(readFileSync(join(site, "index.html"), "utf8")).toContain("From nothing to a verdict");
});

test("no link of a page is dead", () => {
  const pages = readPages();
  const ids = new Map([...pages].map(([page, all]) => [page, new Set(all.map((one) => attributeOf(one, "id")))]));
  const faults = [...pages].flatMap(([page, all]) =>
    all.flatMap((element) => {
      const address = attributeOf(element, "href") ?? attributeOf(element, "src");
      if (address === undefined || isExternal(address)) return [];
      const [path = "", anchor = ""] = address.split("#");
      const target = path === "" ? page : join(dirname(page), decodeURI(path));
      const isThere = statSync(target, { throwIfNoEntry: false })?.isFile() === true;
      // An icon is an anchor of a picture.
      const isFound = anchor === "" || ids.get(target)?.has(decodeURIComponent(anchor)) === true;
      const found = isThere && (element.tagName === "use" || isFound);
      return found ? [] : [`${relative(site, page)}: ${address}`];
    }),
  );
  expect(pages.size).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

test("no page loads anything from elsewhere", () => {
  const loaded = [...readPages().values()].flatMap((all) =>
    all.flatMap((element) => {
      const address = attributeOf(element, element.tagName === "link" ? "href" : "src");
      return address !== undefined && isExternal(address) ? [address] : [];
    }),
  );
  expect(loaded).toEqual([]);
  const styles = readdirSync(join(site, "assets")).filter((name) => name.endsWith(".css"));
  const addresses = styles.flatMap((name) =>
    [...readFileSync(join(site, "assets", name), "utf8").matchAll(/(?:url\(|@import )["']?([^"')]+)/g)].map(
      ([, url = ""]) => url,
    ),
  );
  expect(addresses.filter((url) => isExternal(url) && !url.startsWith("data:"))).toEqual([]);
});

test("the API page has the docstring of judge and every option", () => {
  const judge = readFileSync(join(site, "functions", "plant-store-conformance.judge.html"), "utf8");
  expect(judge).toContain("Never throws because of the provider");
  const options = readFileSync(join(site, "interfaces", "plant-store-conformance.Asked.html"), "utf8");
  for (const name of ["token", "contracts", "pacts", "onProgress", "signal", "strict"]) {
    expect(options).toContain(`id="${name.toLowerCase()}"`);
  }
});
