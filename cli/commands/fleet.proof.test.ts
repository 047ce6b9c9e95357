/** `fleet`: the result of each provider does not depend on the others. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startServer } from "../../reference-impl/server.ts";
import { packageFile } from "../../spec/package-file.ts";
import { whileLocked } from "../files/lock.ts";
import { commandOf } from "../options/commander-options.ts";
import { fleetSchemaOf } from "../options/testing/option-schemas.ts";
import { command, folder } from "../testing/command.ts";
import { type FleetRan, closedPort, fleet } from "../testing/fleet-run.ts";
import { startProvider } from "../testing/scripted-provider.ts";

const schema = fleetSchemaOf(commandOf("check"));
const isResult = new Ajv2020({ strict: false }).compile(JSON.parse(packageFile("result/fleet.schema.json")) as object);

describe("a fleet with a right provider, and one that is not there,", () => {
  /** Judges by one requirement unless a test says otherwise. */
  const judged = async (
    more: string,
    argv: readonly string[] = [],
    defaults = "only: operation-exists",
  ): Promise<FleetRan> => {
    await using server = await startServer({ token: "token-of-the-right-one" });
    const text = [
      `defaults: { ${defaults} }`,
      "providers:",
      "- name: right one",
      `  base-url: ${server.url}`,
      "  token: ${RIGHT}",
      "  labels: [java, internal]",
      "- name: gone",
      `  base-url: http://127.0.0.1:${await closedPort()}`,
      "  token: token-of-the-other-one",
      "  labels: beta",
      ...(more === "" ? [] : [more]),
    ].join("\n");
    expect(new Ajv2020({ allowUnionTypes: true }).validate(schema, parse(text))).toBe(true);
    return await fleet(
      text,
      { RIGHT: "token-of-the-right-one", PLANT_STORE_TOKEN: "of-nobody", PLANT_STORE_HEADERS: "X-A: b" },
      argv,
    );
  };

  test("is inconclusive, and the right one has its verdict, its result and its report", async () => {
    const ran = await judged("", [], "concurrency: 2");
    expect(ran.status).toBe(3);
    const result = ran.result();
    expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true);
    expect(result.providers.map(({ name, labels, verdict }) => ({ name, labels, verdict }))).toEqual([
      { name: "right one", labels: ["java", "internal"], verdict: "conformant" },
      { name: "gone", labels: ["beta"], verdict: "inconclusive" },
    ]);
    const own = JSON.parse(readFileSync(join(ran.folder, "providers/right-one/result.json"), "utf8")) as object;
    expect(own).toMatchObject({ verdict: "conformant", command: { name: "check" } });
    expect(own).not.toHaveProperty("provider.extraHeaders");
    const report = readFileSync(join(ran.folder, "providers/right-one/report.html"), "utf8");
    expect(report).toContain("CONFORMANT");
    // The cells of the page link to these anchors.
    for (const { id } of result.requirements) expect(report, id).toContain(`id="${id}"`);
    for (const name of ["fleet.html", "fleet.md", "fleet.junit.xml", "fleet.csv"]) {
      expect(readFileSync(join(ran.folder, name), "utf8"), name).toContain("right one");
    }
    expect(ran.out).toMatch(/^[12]\/2 {3}CONFORMANT {3}right one {3}/m);
    expect(ran.out).toMatch(/^[12]\/2 {3}INCONCLUSIVE {3}gone {3}/m);
    expect(ran.out).toContain("FLEET INCONCLUSIVE   2 providers: 1 passed, 1 inconclusive");
    expect(JSON.stringify([ran.out, ran.err, result, own])).not.toMatch(/token-of-the/);
  });

  test.each([
    ["by its own key", "  may-fail: true", []],
    ["by a label of the file", "may-fail: beta", []],
    ["by a label of the command line", "", ["--may-fail", "beta"]],
  ])("passes where that one may fail, %s, and shows it", async (_how, more, argv) => {
    const ran = await judged(more, argv);
    expect(ran.status).toBe(0);
    expect(ran.member("gone")).toMatchObject({ mayFail: true, verdict: "inconclusive", exitCode: 3 });
    expect(ran.out).toContain("gone (may fail)");
    expect(ran.out).toContain("1 inconclusive (1 may fail)");
  });

  test("prints one line with --quiet", async () => {
    expect((await judged("", ["--quiet"])).out).toBe(
      "FLEET INCONCLUSIVE   2 providers: 1 passed (1 judged by a selection of checks), 1 inconclusive\n",
    );
  });
});

describe("what one provider does costs no other anything:", () => {
  test("one that never answers, one that ends, one without a token and one whose start fails", async () => {
    await using server = await startServer({ token: "x-token-of-all" });
    await using silent = await startProvider(() => undefined);
    await using broken = await startProvider((_seen, response) => response.destroy());
    const ran = await fleet(
      [
        "defaults: { token: x-token-of-all, timeout: 1, deadline: 2, max-wait: 0 }",
        "providers:",
        `- { name: silent, base-url: "${silent.url}" }`,
        `- { name: ends, base-url: "${broken.url}" }`,
        `- { name: tokenless, base-url: "${server.url}", token-command: "exit 7" }`,
        `- { name: unstartable, base-url: "http://127.0.0.1:${await closedPort()}", start: "exit 7", wait: 1 }`,
        `- { name: right, base-url: "${server.url}", deadline: 120, timeout: 60 }`,
      ].join("\n"),
    );
    expect(ran.status).toBe(3);
    expect(ran.result().providers.map(({ name, verdict, exitCode }) => [name, verdict, exitCode])).toEqual([
      ["silent", "inconclusive", 3],
      ["ends", "inconclusive", 3],
      ["tokenless", "inconclusive", 3],
      ["unstartable", "inconclusive", 3],
      ["right", "conformant", 0],
    ]);
    expect(ran.member("tokenless").reasons[0]).toContain("it ended with exit status 7");
    expect(ran.member("tokenless").files).toBeUndefined();
    expect(ran.member("unstartable").reasons[0]).toContain(
      "The command that was to start it has ended (exit status 7).",
    );
    expect(isResult(ran.result()), JSON.stringify(isResult.errors)).toBe(true);
  });

  test("a provider that is started does not see the secrets of the others", async () => {
    const secrets = { SECRET_OF_A: "secret-of-a-0123456789", SECRET_OF_B: "secret-of-b-0123456789" };
    const place = folder();
    const start = `node -e "require('fs').writeFileSync('${place}/seen.json', JSON.stringify(Object.keys(process.env)))"`;
    const gone = `http://127.0.0.1:${await closedPort()}`;
    Object.assign(process.env, secrets);
    try {
      await fleet(
        [
          "defaults: { deadline: 1 }",
          "providers:",
          `- { name: a, base-url: "${gone}", token: "\${SECRET_OF_A}", wait: 2, start: ${JSON.stringify(start)} }`,
          `- { name: b, base-url: "${gone}", token: "\${SECRET_OF_B}" }`,
        ].join("\n"),
        secrets,
      );
    } finally {
      for (const name of Object.keys(secrets)) delete process.env[name];
    }
    const seen = JSON.parse(readFileSync(join(place, "seen.json"), "utf8")) as string[];
    expect(seen).toContain("SECRET_OF_A");
    expect(seen).not.toContain("SECRET_OF_B");
  });
});

test("many at the same time listen to one interrupt, and Node warns of no leak", async () => {
  const warnings: string[] = [];
  const listener = ({ name }: Error): unknown => warnings.push(name);
  process.on("warning", listener);
  try {
    const gone = `http://127.0.0.1:${await closedPort()}`;
    const providers = Array.from({ length: 12 }, (_, at) => `- { name: p${at}, base-url: "${gone}", token: x${at} }`);
    const ran = await fleet(["providers:", ...providers].join("\n"), {}, ["--concurrency", "12"]);
    expect(ran.status).toBe(3);
    expect(warnings).toEqual([]);
  } finally {
    process.off("warning", listener);
  }
});

test("everything is written before anything is printed, and what an earlier fleet has left is removed", async () => {
  const place = folder();
  const [file, out] = [join(place, "fleet.yaml"), join(place, "out")];
  const gone = `http://127.0.0.1:${await closedPort()}`;
  const run = async (names: readonly string[]): Promise<boolean[]> => {
    const providers = names.map((name) => `- { name: ${name}, base-url: "${gone}", token: x }`);
    writeFileSync(file, ["providers:", ...providers].join("\n"));
    const written: boolean[] = [];
    const print = (): unknown => written.push(existsSync(join(out, "fleet.csv")));
    await command(["fleet", file, "--out", out], {}, { out: print });
    return written;
  };
  expect(await run(["a", "b"])).toEqual([true, true, true]);
  writeFileSync(join(out, "providers/notes.txt"), "of somebody else");
  expect(readdirSync(join(out, "providers"))).toEqual(["a", "b", "notes.txt"]);
  await run(["a"]);
  expect(readdirSync(join(out, "providers"))).toEqual(["a", "notes.txt"]);
});

test("nothing is removed from a folder that another run writes into", async () => {
  const out = folder();
  const report = join(out, "providers/a/result.json");
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, "of the other run");
  const file = join(folder(), "fleet.yaml");
  writeFileSync(file, "providers:\n- { name: a, base-url: http://127.0.0.1:9, token: x }\n");
  await whileLocked(out, async () => {
    const ran = await command(["fleet", file, "--out", out]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("writes its reports into") });
  });
  expect(readFileSync(report, "utf8")).toBe("of the other run");
});

test("an interrupt ends the providers that are asked, and begins no other", async () => {
  let interrupt = (): void => undefined;
  await using silent = await startProvider(() => interrupt());
  await using other = await startProvider((_seen, response) => response.end());
  const place = folder();
  const file = join(place, "fleet.yaml");
  writeFileSync(
    file,
    `defaults: { token: x }\nproviders:\n- { name: a, base-url: "${silent.url}" }\n- { name: b, base-url: "${other.url}" }\n`,
  );
  const onInterrupt = (callback: () => void): (() => void) => {
    interrupt = callback;
    return () => undefined;
  };
  const ran = await command(["fleet", file, "--out", join(place, "out"), "--concurrency", "1"], {}, { onInterrupt });
  expect(ran.status).toBe(3);
  expect(ran.out.replaceAll(/\s+/g, " ")).toContain("The fleet was interrupted before this provider was asked.");
  expect(other.seen).toEqual([]);
  expect(readdirSync(join(place, "out/providers"))).not.toContain("b");
});

test("into a pipe, the line of each provider comes as it ends; into a file, once the reports are written", async () => {
  const asked = async (outIsPipe: boolean): Promise<string> => {
    let [out, before] = ["", ""];
    await using second = await startProvider((_request, response) => {
      before ||= `${out}.`;
      response.writeHead(404).end();
    });
    const place = folder();
    writeFileSync(
      join(place, "fleet.yaml"),
      `defaults: { token: a-token-of-the-fleet, only: operation-exists, concurrency: 1 }
providers:
- { name: first, base-url: "http://127.0.0.1:${await closedPort()}" }
- { name: second, base-url: "${second.url}" }
`,
    );
    const argv = ["fleet", join(place, "fleet.yaml"), "--out", join(place, "out"), "--concurrency", "1"];
    await command(argv, {}, { outIsPipe, out: (text) => (out += text) });
    return before;
  };
  expect(await asked(true)).toMatch(/^1\/2 {3}INCONCLUSIVE {3}first {3}/);
  expect(await asked(false)).toBe(".");
});
