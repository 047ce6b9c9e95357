/**
 * The examples of `examples/ci/`: their shell is run, with what a pipeline gives it, and a stand-in for npx. The commands of
 * `examples/compose/` are run as they are, on this machine's ports.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { command } from "../cli/testing/command.ts";
import { type ShellWorld, shellWorld } from "../cli/testing/shell-blocks.ts";
import { freePort } from "../http/testing/free-port.ts";
import { but, json, plantBody } from "../proof/correct.ts";
import { mutants } from "../proof/mutants/index.ts";
import { type StartedProvider, startProvider } from "../proof/test-provider.ts";
import { type RunningServer, startServer } from "../reference-impl/server.ts";
import { type CompositeAction, runAction } from "./testing/composite-action.ts";
import { toolVersion } from "../spec/package-file.ts";

const root = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

/** What a pipeline is given as the base URL: a shell that took it as text would run it. */
const hostile = 'http://127.0.0.1:1/$(touch ran)`touch ran`"; touch ran; #';

let folder: string;

/** npx, which writes its arguments and a result, and ends with the status it is given, by default that of a broken MUST. */
const standIn = `#!/usr/bin/env node
const { mkdirSync, writeFileSync } = require("node:fs");
const argv = process.argv.slice(2);
const out = argv[argv.indexOf("--out") + 1];
mkdirSync(out, { recursive: true });
writeFileSync(out + "/result.json", JSON.stringify({ verdict: "non-conformant" }));
writeFileSync("argv.json", JSON.stringify({ argv, token: process.env.PLANT_STORE_TOKEN }));
process.exitCode = Number(process.env.STATUS ?? 1);
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plant-store-pipeline-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "npx"), standIn, { mode: 0o755 });
});

interface Ran {
  readonly status: number | null;
  readonly argv: readonly string[];
  readonly token: string;
}

/** Runs a script as the systems do: with `-e`, and with the variables alone. */
async function runShell(shell: string, script: string, variables: Readonly<Record<string, string>>): Promise<Ran> {
  const PATH = `${join(folder, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const env = { PATH, PLANT_STORE_TOKEN: "secret", PLANT_STORE_URL: hostile, ...variables };
  const status = await new Promise<number | null>((resolve) => {
    const child = execFile(shell, ["-e", "-c", script], { cwd: folder, env }, () => resolve(child.exitCode));
  });
  expect(existsSync(join(folder, "ran"))).toBe(false);
  const seen = JSON.parse(readFileSync(join(folder, "argv.json"), "utf8")) as Omit<Ran, "status">;
  return { status, ...seen };
}

const atPath = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), value);

/** The line of shell that an example runs, read as its system reads the file. */
const scripts: Readonly<Record<string, (text: string) => unknown>> = {
  "gitlab-component.yml": (text) => atPath(parseAllDocuments(text)[1]?.toJS(), "conformance", "script", 0),
  "azure-pipelines.yml": (text) => atPath(parse(text), "steps", 0, "bash"),
  "circleci.yml": (text) => atPath(parse(text), "jobs", "conformance", "steps", 0, "run"),
  "tekton-task.yaml": (text) => atPath(parse(text), "spec", "steps", 0, "script"),
  Jenkinsfile: (text) => /sh '([^']+)'/.exec(text)?.[1],
};

describe("examples/ci", () => {
  const { version } = toolVersion();

  test.each(Object.entries(scripts))("%s runs one check of this version, and fails as it does", async (file, read) => {
    const script = String(read(textOf(`examples/ci/${file}`)));
    const ran = await runShell("sh", script, { VERSION: version, VERDICT: join(folder, "verdict") });
    expect(ran).toEqual({
      status: 1,
      argv: ["--yes", `plant-store-conformance@${version}`, "check", "--out", "conformance", "--", hostile],
      token: "secret",
    });
  });

  test.each(Object.entries(scripts))("%s ends with the status of the command, whichever it is", async (file, read) => {
    const script = String(read(textOf(`examples/ci/${file}`)));
    for (const status of [0, 2, 3]) {
      const variables = { VERSION: version, VERDICT: join(folder, "verdict"), STATUS: String(status) };
      expect((await runShell("sh", script, variables)).status).toBe(status);
    }
  });

  test("azure-pipelines.yml sends no name of a variable that is not set as the token", async () => {
    const script = String(scripts["azure-pipelines.yml"]?.(textOf("examples/ci/azure-pipelines.yml")));
    writeFileSync(join(folder, "argv.json"), JSON.stringify({ argv: [] }));
    expect(await runShell("sh", script, { PLANT_STORE_TOKEN: "$(PLANT_STORE_TOKEN)" })).toEqual({
      status: 2,
      argv: [],
    });
  });

  test("Jenkinsfile removes the reports of an earlier build, and can end without any", async () => {
    const text = textOf("examples/ci/Jenkinsfile");
    mkdirSync(join(folder, "conformance"));
    writeFileSync(join(folder, "conformance", "junit.xml"), "of an earlier build");
    await runShell("sh", String(scripts["Jenkinsfile"]?.(text)), {});
    expect(existsSync(join(folder, "conformance", "junit.xml"))).toBe(false);
    expect(text).toMatch(/junit .*allowEmptyResults: true/);
    expect(text).toMatch(/archiveArtifacts .*allowEmptyArchive: true/);
  });

  test("Jenkinsfile publishes the reports however the check ends", () => {
    const inside: string[] = [];
    const steps = textOf("examples/ci/Jenkinsfile")
      .split("\n")
      .flatMap((line) => {
        const [word = ""] = /(?<!\S)\w+/.exec(line.replace(/\/\/.*/, "")) ?? [];
        if (line.trim() === "}") inside.pop();
        else if (line.endsWith("{")) inside.push(word);
        return word === "" || line.endsWith("{") ? [] : [[...inside, word].join(" ")];
      });
    expect(inside).toEqual([]);
    expect(steps).toEqual([
      "pipeline agent",
      "pipeline parameters string",
      "pipeline stages stage steps withCredentials sh",
      "pipeline stages stage post always junit",
      "pipeline stages stage post always archiveArtifacts",
    ]);
  });

  describe("with the command itself", () => {
    const token = "token-of-a-pipeline";
    let right: RunningServer;
    let wrong: StartedProvider;

    beforeAll(async () => {
      const html = mutants.find(({ name }) => name === "answers-200-as-html");
      if (html === undefined) throw new Error("There is no mutant answers-200-as-html");
      right = await startServer({ token });
      wrong = await startProvider(html.behaviour, { token });
    });
    afterAll(() => Promise.all([right.stop(), wrong.stop()]));

    /** Runs a pipeline in each situation; its exit statuses. */
    async function statusesOf(run: (url: string, token: string) => Promise<number | null>): Promise<unknown> {
      return {
        right: await run(right.url, token),
        wrong: await run(wrong.url, token),
        unset: await run("", token),
        closed: await run(`http://127.0.0.1:${await freePort()}`, token),
        refused: await run(right.url, "another-token"),
      };
    }
    const redBut = { right: 0, wrong: 1, unset: 2, closed: 3, refused: 3 };

    /** A folder in which one check is enough: all of them take longer. */
    async function world(): Promise<ShellWorld> {
      const made = await shellWorld({ VERSION: version, VERDICT: "verdict" });
      writeFileSync(join(made.folder, "plant-store-conformance.yaml"), "contracts: false\nonly: [plant-media-type]\n");
      return made;
    }

    test.each(Object.entries(scripts))(
      "%s is green for a right server, and red in every other case",
      async (file, read) => {
        await using made = await world();
        const script = String(read(textOf(`examples/ci/${file}`)));
        const run = async (url: string, given: string): Promise<number | null> =>
          (await made.run(`set -e\nexport PLANT_STORE_URL='${url}' PLANT_STORE_TOKEN='${given}'\n${script}`)).status;
        expect(await statusesOf(run)).toEqual(redBut);
      },
    );

    test("action.yml is green for a right server, and red in every other case", async () => {
      await using made = await world();
      const action = parse(textOf("action.yml")) as CompositeAction;
      const path = `${join(made.folder, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
      const run = async (url: string, given: string): Promise<number> => {
        const inputs = { "base-url": url, token: given };
        return (await runAction(action, { folder: made.folder, inputs, github: {}, path })).status;
      };
      expect(await statusesOf(run)).toEqual(redBut);
    });
  });

  test("tekton-task.yaml gives the verdict as its result", async () => {
    const VERDICT = join(folder, "verdict");
    await runShell("sh", String(scripts["tekton-task.yaml"]?.(textOf("examples/ci/tekton-task.yaml"))), { VERDICT });
    expect(readFileSync(VERDICT, "utf8").trim()).toBe("non-conformant");
  });

  test("the job of GitHub uses the action with inputs that it has", () => {
    const step = atPath(parse(textOf("examples/ci/github.yml")), "jobs", "conformance", "steps", 0);
    expect(atPath(step, "uses")).toBe(`OWNER/plant-store-conformance@v${version}`);
    const inputs = Object.keys(Object(atPath(parse(textOf("action.yml")), "inputs")));
    expect(inputs).toEqual(expect.arrayContaining(Object.keys(Object(atPath(step, "with")))));
  });
});

interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

describe("examples/compose", () => {
  const { services } = parse(textOf("examples/compose/compose.yaml")) as {
    readonly services: Readonly<Record<"provider" | "conformance", Service>>;
  };
  const token = "token-of-compose";

  test("uses the image of this version, and refuses to start without a token", () => {
    for (const { image, environment } of Object.values(services)) {
      expect(image).toBe(`ghcr.io/OWNER/plant-store-conformance:${toolVersion().version}`);
      expect(environment["PLANT_STORE_TOKEN"]).toMatch(/^\$\{PLANT_STORE_TOKEN:\?.+\}$/);
    }
  });

  test("is green for the provider that it starts, and red for a wrong one, another token, a closed port and no URL", async () => {
    const served = new Promise<string>((resolve) => {
      const argv = [...services.provider.command, "--port", "0"];
      let stop = (): void => undefined;
      const out = (text: string): void => resolve(text.trim());
      const onInterrupt = (callback: () => void): (() => void) => ((stop = callback), () => undefined);
      onTestFinished(() => stop());
      void command(argv, { PLANT_STORE_TOKEN: token }, { out, onInterrupt });
    });
    const url = await served;
    // What it prints is every address of the machine.
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
    const here = url.replace("0.0.0.0", "127.0.0.1");
    const statusAt = async (base: string, given = token): Promise<number> => {
      const argv = services.conformance.command.map((word) =>
        word === "http://provider:8080" ? base : word === "." ? join(folder, "reports") : word === "60" ? "0" : word,
      );
      expect(argv).toContain(base);
      return (await command(argv, { PLANT_STORE_TOKEN: given })).status;
    };
    expect(await statusAt(here)).toBe(0);
    expect(existsSync(join(folder, "reports", "report.html"))).toBe(true);
    const withId = but({ answerPlant: (plant) => json(200, { ...plantBody(plant), id: 1 }) });
    await using wrong = await startProvider(withId, { token });
    expect(await statusAt(wrong.url)).toBe(1);
    expect(await statusAt("")).toBe(2);
    expect(await statusAt(here, "another-token")).toBe(3);
    expect(await statusAt(`http://127.0.0.1:${await freePort()}`)).toBe(3);
  });
});
