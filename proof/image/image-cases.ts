/** What a container of the image must do, and the properties of the image. */
import { type Dirent, chownSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../http/testing/free-port.ts";
import { type EndedProcess, runProcess } from "../../library/testing/recipes.ts";
import { startServer } from "../../reference-impl/server.ts";
import { but, json, plantBody } from "../correct.ts";
import { startProvider } from "../test-provider.ts";
import type { Buildah } from "./buildah.ts";

/** The image, and a container of it. */
export interface BuiltImage {
  readonly buildah: Buildah;
  readonly container: string;
  /** The root of the container's file system. */
  readonly root: string;
  readonly config: ImageConfig;
}

/** A part of an image's configuration (https://specs.opencontainers.org/image-spec/config/). */
export interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: readonly [string, ...string[]];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Labels: Readonly<Record<string, string>>;
}

/** One case. Returns the faults. */
export interface ImageCase {
  readonly name: string;
  readonly prove: (image: BuiltImage) => Promise<readonly string[]>;
}

const TOKEN = "token-of-the-image";
const MEGABYTE = 1_000_000;
const LIMIT = 200 * MEGABYTE;

/** The limit for one process of a container without privileges; enough on a busy machine. */
const PATIENCE_MS = 60_000;

/** Runs the image's command in the container. Only the token is set. */
function start(
  { buildah, container, config }: BuiltImage,
  argv: readonly string[],
  token = TOKEN,
): Promise<EndedProcess> {
  const variables = ["--env", `PLANT_STORE_TOKEN=${token}`];
  return buildah.run("run", "--isolation", "chroot", ...variables, container, "--", ...config.Entrypoint, ...argv);
}

/** The faults of a run that did not end with this status or print this text. */
function faults({ exitCode, output }: EndedProcess, status: number, said: RegExp): readonly string[] {
  if (exitCode === status && said.test(output)) return [];
  return [`exit status ${exitCode}, expected ${status}, and ${said} in the output`, ...output.trim().split("\n")];
}

/** Every file and folder of the image. Files that a container adds for its mounts are empty. */
function entriesOf(root: string): readonly { readonly path: string; readonly entry: Dirent }[] {
  return readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    entry,
  }));
}

/** The content of the image, read before a container of it was started. */
export async function contentsOf({ root, config }: Pick<BuiltImage, "root" | "config">): Promise<{
  readonly megabytes: number;
  readonly faults: readonly string[];
}> {
  const entries = entriesOf(root).map((one) => ({ ...one, stat: lstatSync(one.path) }));
  const files = entries.filter(({ entry }) => entry.isFile());
  const bytes = files.reduce((sum, { stat }) => sum + stat.size, 0);
  const shells = files.filter(({ entry: { name } }) => /^(?:ba|da|a|z)?sh$|^busybox$/.test(name));
  const open = entries.filter(
    ({ path, entry, stat }) =>
      path !== join(root, "reports") && !entry.isSymbolicLink() && ((stat.mode & 0o002) !== 0 || stat.uid !== 0),
  );
  const missing = ["title", "description", "licenses"].filter(
    (name) => (config.Labels[`org.opencontainers.image.${name}`] ?? "") === "",
  );
  return {
    megabytes: Math.round(bytes / MEGABYTE),
    faults: [
      ...(bytes < LIMIT ? [] : [`it has ${bytes} bytes`]),
      ...shells.map(({ path }) => `it has a shell: ${path.slice(root.length)}`),
      ...open.map(({ path }) => `others than root can write ${path.slice(root.length)}`),
      ...(/^[1-9]\d*:[1-9]\d*$/.test(config.User) ? [] : [`its user is ${JSON.stringify(config.User)}`]),
      ...("/reports" in config.Volumes && config.WorkingDir === "/reports"
        ? []
        : ["/reports is not a volume to work in"]),
      ...missing.map((name) => `it has no label ${name}`),
    ],
  };
}

/** Runs the command as another user on a read-only root, as `docker run --read-only --user` does. */
async function runReadOnly({ buildah, root, config }: BuiltImage, argv: readonly string[]): Promise<EndedProcess> {
  const reports = join(buildah.folder, "reports");
  mkdirSync(reports);
  chownSync(reports, 12_345, 12_345);
  const script = [
    'mount --bind "$1" "$1"',
    'mount -o remount,bind,ro "$1"',
    'mount --rbind /dev "$1/dev"',
    'mount -t proc proc "$1/proc"',
    'mount --bind "$2" "$1/reports"',
    "shift 2",
    'exec "$@"',
  ].join(" && ");
  const inside = ["chroot", "--userspec=12345:12345", root, ...config.Entrypoint, ...argv];
  const isolated = ["unshare", "--mount", "sh", "-c", script, "sh", root, reports, ...inside] as const;
  // The Node settings of this process name files outside the container.
  const variables = { PLANT_STORE_TOKEN: TOKEN, NODE_EXTRA_CA_CERTS: "", NODE_OPTIONS: "", HOME: "/" };
  const ended = await runProcess(isolated, buildah.folder, variables, PATIENCE_MS);
  return { ...ended, output: `${ended.output}\n${readdirSync(reports, { recursive: true }).join(" ")}` };
}

export const imageCases: readonly ImageCase[] = [
  {
    name: "a conformant provider is green with its contracts, and the reports are in /reports",
    prove: async (image) => {
      await using server = await startServer({ token: TOKEN });
      const ended = await start(image, ["check", server.url, "--out", "."]);
      const { buildah, container, config } = image;
      const list = [config.Entrypoint[0], "--print", "fs.readdirSync('/reports').join(' ')"];
      const listed = await buildah.run("run", "--isolation", "chroot", container, "--", ...list);
      return [...faults(ended, 0, /^CONFORMANT /m), ...faults(listed, 0, /junit\.xml report\.html .*result\.json/)];
    },
  },
  {
    name: "a root file system that is read-only, and any user, are enough",
    prove: async (image) => {
      await using server = await startServer({ token: TOKEN });
      const ended = await runReadOnly(image, ["check", server.url, "--out", "/reports/latest"]);
      return faults(ended, 0, /^CONFORMANT [^]*latest\/result\.json/m);
    },
  },
  {
    name: "a provider that breaks one MUST is red",
    prove: async (image) => {
      const withId = but({ answerPlant: (plant) => json(200, { ...plantBody(plant), id: 1 }) });
      await using provider = await startProvider(withId, { token: TOKEN });
      return faults(
        await start(image, ["check", provider.url, "--no-contracts"]),
        1,
        /^NOT CONFORMANT [^]*expected no id[^]*More: .*plant-store-conformance explain plant-has-no-id/m,
      );
    },
  },
  {
    name: "a token that the provider refuses is red",
    prove: async (image) => {
      await using server = await startServer({ token: TOKEN });
      return faults(await start(image, ["check", server.url], "another-token"), 3, /^INCONCLUSIVE /m);
    },
  },
  {
    name: "a closed port is red",
    prove: async (image) =>
      faults(await start(image, ["check", `http://127.0.0.1:${await freePort()}`]), 3, /^INCONCLUSIVE /m),
  },
  {
    name: "no base URL is red, as an empty one is",
    prove: async (image) => [
      ...faults(await start(image, ["check"]), 2, /^Nothing is judged without a base URL/m),
      ...faults(await start(image, ["check", "--", ""]), 2, /^The base URL "" is empty/m),
    ],
  },
  {
    name: "its arguments are those of the command",
    prove: async (image) => faults(await start(image, ["explain", "plant-shape"]), 0, /COMMON CAUSES, BY STACK/),
  },
];
