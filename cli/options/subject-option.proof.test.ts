/** `--subject` and `--provider-version`: the tested software is named in the result and its reports. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readResult } from "../../reports/testing/readers.ts";
import { command, folder } from "../testing/command.ts";

const [one, two] = ["1", "2"].map((digit) => digit.repeat(64)) as [string, string];

describe("what was tested", () => {
  test("is named by the result and its reports", async () => {
    const into = folder();
    const attestation = join(into, "attestation.json");
    const image = "registry.example/store:1.2";
    const subjects = ["--subject", `${image}=sha256:${one}`, "--subject", `commit=sha256:${two.toUpperCase()}`];
    const reports = ["--out", into, "--report", `attestation=${attestation}`];
    const ran = await command(["check", "--reference", "--no-contracts", ...subjects, ...reports]);
    expect(ran.status).toBe(0);
    expect(ran.out.replaceAll(/\s+/g, " ")).toContain(`Tested, as the user says: ${image} (sha256:${one}).`);
    const result = join(into, "result.json");
    expect(readResult(readFileSync(result, "utf8")).subjects).toEqual([
      { name: image, sha256: one },
      { name: "commit", sha256: two },
    ]);
    const { subject } = JSON.parse(readFileSync(attestation, "utf8")) as { readonly subject: readonly unknown[] };
    expect(subject).toEqual([
      { name: image, digest: { sha256: one } },
      { name: "commit", digest: { sha256: two } },
      { name: "result.json", digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]);
  });

  test("is named by contracts, too", async () => {
    const result = join(folder(), "result.json");
    const argv = [
      "contracts",
      "--reference",
      "--quiet",
      "--subject",
      `image=sha256:${one}`,
      "--report",
      `json=${result}`,
    ];
    expect((await command(argv)).status).toBe(0);
    expect(readResult(readFileSync(result, "utf8")).subjects).toEqual([{ name: "image", sha256: one }]);
  });

  test.each([
    ["image", "is not NAME=sha256:DIGEST"],
    ["image=sha256:123", "is not NAME=sha256:DIGEST"],
    [`=sha256:${one}`, "is not NAME=sha256:DIGEST"],
    [`image=sha512:${one}`, "is not NAME=sha256:DIGEST"],
    [`result.json=sha256:${one}`, "is not NAME=sha256:DIGEST"],
    [`a\nb=sha256:${one}`, "is not NAME=sha256:DIGEST"],
  ])("is wrong usage as %j", async (given, sentence) => {
    const ran = await command(["check", "--reference", "--subject", given]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
  });

  test("is wrong usage twice under one name", async () => {
    const twice = ["--subject", `image=sha256:${one}`, "--subject", `image=sha256:${two}`];
    const ran = await command(["check", "--reference", ...twice]);
    expect(ran).toMatchObject({ status: 2, err: '--subject names "image" twice; give each subject once\n' });
  });
});

describe("the version of the provider", () => {
  test("is in the result and on the page, without a broker; a configuration may have it", async () => {
    const into = folder();
    const config = join(into, "config.yaml");
    writeFileSync(config, "provider-version: 2026.11\ncontracts: false\n");
    const reports = ["json=result.json", "html=report.html"].flatMap((report) => [
      "--report",
      report.replace("=", `=${into}/`),
    ]);
    await command(["check", "--reference", "--config", config, "--only", "adds-no-tag", ...reports]);
    expect(readResult(readFileSync(join(into, "result.json"), "utf8")).provider.version).toBe("2026.11");
    expect(readFileSync(join(into, "report.html"), "utf8")).toMatch(/version <bdi[^>]*>2026\.11</);
  });

  test.each(["", " 1", "1\n2", "x".repeat(201), "\u001b[31m1"])("is not %j", async (text) => {
    const ran = await command(["check", "--reference", "--provider-version", text]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining("is not a version; give a string") });
  });
});
