import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { authority, certificate } from "../../proof/reach/certificates.ts";
import { command, folder } from "../testing/command.ts";
import { givenTransport, isExcluded } from "./transport-options.ts";

const plain = { insecure: false, http2: false };
const one = await authority();
const other = await certificate({});

function file(text: string): string {
  const path = join(folder(), "file.pem");
  writeFileSync(path, text);
  return path;
}

describe("what cannot be used is refused before anything is sent", () => {
  const [cert, key, alien] = [file(one.cert), file(one.private), file(other.private)];
  test.each([
    [
      ["--ca", "no-such-file"],
      '--ca "no-such-file" cannot be used (there is no such file or folder); give a file in PEM',
    ],
    [["--ca", file("hello")], "cannot be used (it holds no PEM block)"],
    [["--cert", cert], "--cert is given without --key"],
    [["--key", key], "--key is given without --cert"],
    [["--cert", cert, "--key", alien], "do not belong together"],
    [["--ca", cert, "--insecure"], "Both --insecure and --ca are given"],
    [["--proxy", "proxy.example:3128"], "--proxy is not the URL of an HTTP proxy; give one like http://"],
    [["--proxy", "http://a:geheim@"], "--proxy is not the URL of an HTTP proxy"],
    [["--proxy", "http://p:1", "--unix-socket", "/s"], "Both --proxy and --unix-socket are given"],
  ])("%j", async (argv, message) => {
    const ran = await command(["check", "https://plants.example", "--token", "t", ...argv]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(message) });
    expect(ran.err).not.toContain("geheim");
  });

  test("options for TLS with a URL that has none", async () => {
    const ran = await command(["check", "http://plants.example", "--token", "t", "--http2"]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("--http2 is for https") });
  });
});

describe("a proxy of the environment", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const proxyTo = (url: string): string | undefined => givenTransport(url, plain).proxy;

  test.each([
    ["http://plants.example", "http://one:1"],
    ["https://plants.example", "http://two:2"],
    ["https://internal.example:8443", undefined],
    ["https://eu.internal.example", undefined],
    ["https://upper.example", undefined],
    ["http://127.0.0.1:8080", undefined],
    ["http://localhost:8080", undefined],
    ["http://a.localhost", undefined],
    ["http://[::1]:8080", undefined],
  ])("to %s is %s", (url, expected) => {
    vi.stubEnv("http_proxy", "http://one:1");
    vi.stubEnv("https_proxy", "http://two:2");
    vi.stubEnv("no_proxy", "internal.example");
    vi.stubEnv("NO_PROXY", "upper.example");
    expect(proxyTo(url)).toBe(expected);
  });

  test("gives way to the one that the user names, to loopback as well", () => {
    vi.stubEnv("http_proxy", "http://one:1");
    expect(givenTransport("http://127.0.0.1:1", { ...plain, proxy: "http://three:3" }).proxy).toBe("http://three:3");
  });
});

const excluded: readonly (readonly [string, string, string])[] = [
  ["plants.test", "http://plants.test", "c g p"],
  ["test", "http://plants.test", "c g p"],
  [".test", "http://plants.test", "c g p"],
  [".plants.test", "http://plants.test", "c p"],
  ["*.test", "http://plants.test", "g"],
  ["*", "http://plants.test", "c g p"],
  ["other,*", "http://plants.test", "g"],
  ["other, plants.test", "http://plants.test", "c g p"],
  ["other plants.test", "http://plants.test", "c"],
  ["other,,plants.test", "http://plants.test", "c g p"],
  ["PLANTS.test", "http://plants.test", "c g p"],
  ["plants.test.", "http://plants.test", "c"],
  ["plants.test", "http://plants.test.", "c"],
  ["plants.test:80", "http://plants.test", "g"],
  ["plants.test:443", "https://plants.test", "g"],
  ["plants.test:8080", "http://plants.test:8080", "g p"],
  ["plants.test", "http://plants.test:8080", "c g p"],
  ["198.51.100.7", "http://198.51.100.7", "c g p"],
  ["198.51.100.0/24", "http://198.51.100.7:8080", "c g"],
  ["198.51.100.7:80", "http://198.51.100.7", "g"],
  ["[2001:db8::7]", "http://[2001:db8::7]", "p"],
  ["2001:db8::7", "http://[2001:db8::7]", "c g"],
  ["2001:db8:0::7", "http://[2001:db8::7]", "g"],
  ["2001:db8::/32", "http://[2001:db8::7]", "g"],
  ["[2001:db8::7]:80", "http://[2001:db8::7]", "g"],
  ["[2001:db8::]/32", "http://[2001:db8::7]", ""],
  ["bäume.test", "http://xn--bume-loa.test", ""],
];

const asked: readonly (readonly [string, string])[] = [
  ["", "http://plants.test"],
  [" , ", "http://plants.test"],
  [".", "http://plants.test"],
  ["lants.test", "http://plants.test"],
  ["www.plants.test", "http://plants.test"],
  ["plants.*", "http://plants.test"],
  ["plants.test:8081", "http://plants.test:8080"],
  ["198.51.100.0/24", "http://198.51.101.7"],
  ["198.51.100.0/33", "http://198.51.100.7"],
  ["198.51.100.0/24", "http://plants.test"],
  ["100.7", "http://198.51.100.7"],
  ["2001:db8::/32", "http://[2001:db9::7]"],
];

describe("a list that excludes a host", () => {
  test.each(excluded)("%j excludes %s (%s)", (list, url) => expect(isExcluded(new URL(url), list)).toBe(true));
  test.each(asked)("%j does not exclude %s", (list, url) => expect(isExcluded(new URL(url), list)).toBe(false));
});
