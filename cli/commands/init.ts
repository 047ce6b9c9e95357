/** `init`: writes a first configuration and a pipeline file. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { BaseUrlError, parseBaseUrl } from "../../http/provider.ts";
import { CONFIG_FILE } from "../options/config.ts";
import { TOKEN_VARIABLE } from "../options/credentials.ts";
import {
  type FirstConfig,
  type FirstFile,
  type PipelineSystem,
  firstConfig,
  firstPipeline,
} from "../files/first-config.ts";
import { toolVersion } from "../../library/version.ts";
import { writeFile, writeNew } from "../files/write-file.ts";
import { type Io, OutputError, UsageError } from "../io.ts";
import { systemWords } from "../process/faults.ts";

export interface InitOptions extends Partial<FirstConfig> {
  readonly pipeline: boolean;
  readonly force: boolean;
}

/** The files that show which system runs the pipelines of a folder. */
const SIGNS: ReadonlyArray<readonly [sign: string, system: PipelineSystem]> = [
  [".github", "github"],
  [".gitlab-ci.yml", "gitlab"],
  ["Jenkinsfile", "jenkins"],
];

/**
 * Runs `init`.
 * @throws {UsageError} when the base URL is missing or wrong, or a file exists; nothing is written then
 * @throws {OutputError} when a file cannot be written
 */
export async function init(options: InitOptions, io: Io): Promise<number> {
  if (options.tokenFile !== undefined && options.tokenCommand !== undefined) {
    throw new UsageError("Both --token-file and --token-command are given; give one of them");
  }
  const folder = io.folder ?? process.cwd();
  refuseExisting([CONFIG_FILE], folder, options.force);
  const wanted = options.baseUrl === undefined ? await asked(options, io) : { ...options, baseUrl: options.baseUrl };
  const config: FirstConfig = { ...wanted, baseUrl: checkedUrl(wanted.baseUrl) };
  const system = options.pipeline ? SIGNS.find(([sign]) => existsSync(join(folder, sign)))?.[1] : undefined;
  const files: readonly FirstFile[] = [
    { path: CONFIG_FILE, text: firstConfig(config) },
    ...(system === undefined ? [] : [firstPipeline(system, toolVersion().version)]),
  ];
  refuseExisting(
    files.map(({ path }) => path),
    folder,
    options.force,
  );
  refuseToken(files, io);
  for (const { path, text } of files) await write(join(folder, path), text, options.force, io);
  io.out(closing(files, config, io));
  return 0;
}

function refuseExisting(paths: readonly string[], folder: string, force: boolean): void {
  const there = force ? undefined : paths.find((path) => existsSync(join(folder, path)));
  if (there === undefined) return;
  throw new UsageError(`The file ${JSON.stringify(there)} exists and is left as it is; give --force to replace it`);
}

/** Refuses files with the token: a command may contain it, but a committed file must not. */
function refuseToken(files: readonly FirstFile[], { env }: Io): void {
  const token = env[TOKEN_VARIABLE] ?? "";
  if (token === "" || !files.some(({ text }) => text.includes(token))) return;
  throw new UsageError(
    `What was given holds the token, which is written into no file; name the variable ${TOKEN_VARIABLE} in its place`,
  );
}

/** Asks for missing values, but only on a terminal, where somebody can answer. */
async function asked(options: InitOptions, io: Io): Promise<FirstConfig> {
  if (io.ask === undefined) {
    throw new UsageError(
      'init asks on a terminal, and this is none; give --base-url URL, for example init --base-url http://127.0.0.1:8080 --start "node server.js"',
    );
  }
  const baseUrl = await io.ask("Base URL, what comes before /plants [http://127.0.0.1:8080]: ");
  const hasToken = options.tokenFile !== undefined || options.tokenCommand !== undefined;
  const tokenFile = hasToken ? "" : await io.ask("File with the token (empty: the variable PLANT_STORE_TOKEN): ");
  const start = options.start ?? (await io.ask("Command that starts the provider (empty: it already runs): "));
  return {
    ...options,
    baseUrl: baseUrl.trim() === "" ? "http://127.0.0.1:8080" : baseUrl.trim(),
    ...(tokenFile.trim() === "" ? {} : { tokenFile: tokenFile.trim() }),
    ...(start.trim() === "" ? {} : { start: start.trim() }),
  };
}

function checkedUrl(url: string): string {
  try {
    return parseBaseUrl(url);
  } catch (error) {
    throw error instanceof BaseUrlError ? new UsageError(error.message) : error;
  }
}

async function write(path: string, text: string, force: boolean, io: Io): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (force) await writeFile(path, [text], "The file", io);
    else writeNew(path, text);
  } catch (error) {
    if (error instanceof OutputError) throw error;
    throw new OutputError(`The file ${JSON.stringify(path)} cannot be written: ${systemWords(error)}`);
  }
}

function closing(files: readonly FirstFile[], { tokenFile, tokenCommand }: FirstConfig, io: Io): string {
  const program = io.program ?? "plant-store-conformance";
  const hasToken = tokenFile !== undefined || tokenCommand !== undefined;
  return [
    ...files.flatMap(({ path, next }) => [`Written: ${path}`, ...(next === undefined ? [] : [`  Next: ${next}`])]),
    ...(hasToken ? [] : ["Set PLANT_STORE_TOKEN to the token; it is written into no file."]),
    `Then: ${program} doctor, and ${program} check`,
    "",
  ].join("\n");
}
