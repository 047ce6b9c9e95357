/** The transport below HTTP, from the options and the environment. */
import { systemFault } from "../../result/system-fault.ts";
import { BlockList, isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { getProxyForUrl } from "proxy-from-env";
import type { Transport } from "../../http/connect.ts";
import { httpUrl } from "../../http/base-url.ts";
import { defined } from "../../spec/defined.ts";
import { textOf } from "../../result/text-encoding.ts";
import { readLimited } from "../files/read-file.ts";
import { asUsage, refuseBoth, UsageError } from "../io.ts";
import type { CheckValues } from "./run-options.ts";

// `no_proxy`: the hosts that are asked without a proxy. The readers of this variable differ (curl, Go and Python). A host that
// any of them leaves out is left out, so that the token goes through no proxy that the user excluded.

/** Whether the host of a URL is in a list of domains, addresses and ranges of addresses. */
export function isExcluded(url: URL, list: string): boolean {
  const host = hostOf(url.host.replace(/:\d+$/, ""));
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === "" || entry === "*") return entry === "*";
    const [, named = entry, ofPort = port] = isIP(entry) === 6 ? [] : (/^(.+):(\d+)$/.exec(entry) ?? []);
    return ofPort === port && matches(host, named);
  });
}

function matches(host: string, named: string): boolean {
  const [, address, prefix] = /^\[?([\d.a-f:]+)\]?\/(\d+)\]?$/i.exec(named) ?? [];
  if (address !== undefined && prefix !== undefined) return isWithin(host, address, Number(prefix));
  const name = hostOf(isIP(named) === 6 ? `[${named}]` : named.replace(/^\*?\./, ""));
  return host === name || (isIP(host) === 0 && !host.startsWith("[") && name !== "" && host.endsWith(`.${name}`));
}

function isWithin(host: string, address: string, prefix: number): boolean {
  const [family, bits] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
  if (isIP(address) === 0 || prefix > bits) return false;
  const range = new BlockList();
  range.addSubnet(address, prefix, family);
  const plain = host.replace(/^\[|\]$/g, "");
  return isIP(plain) !== 0 && range.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}

/** A host as a URL has it: lower case, in ASCII, addresses in their short form, no dot at the end. */
function hostOf(text: string): string {
  const url = `http://${text}`;
  return (URL.canParse(url) ? new URL(url).hostname : text.toLowerCase()).replace(/\.$/, "");
}

export type TransportOptions = Pick<CheckValues, "ca" | "cert" | "key" | "insecure" | "http2" | "proxy" | "unixSocket">;

/**
 * The transport for a base URL. A proxy of the environment is never used for a loopback address: it could not reach the
 * address, and would see the token.
 */
export function givenTransport(baseUrl: string, options: TransportOptions): Transport {
  contradictions(baseUrl, options);
  const { insecure, http2, unixSocket } = options;
  const proxy = unixSocket === undefined ? proxyFor(baseUrl, options) : undefined;
  const flags = { insecure: insecure || undefined, http2: http2 || undefined };
  return { ...readPems(options), ...defined({ ...flags, unixSocket, proxy }) };
}

function contradictions(baseUrl: string, options: TransportOptions): void {
  const { ca, cert, key, insecure, http2, proxy, unixSocket } = options;
  const overTls = { "--ca": ca, "--cert": cert, "--key": key, "--insecure": insecure, "--http2": http2 };
  const [first] = Object.entries(overTls).find(([, value]) => value !== undefined && value !== false) ?? [];
  if (first !== undefined && !baseUrl.startsWith("https:")) {
    throw new UsageError(`${first} is for https, and the base URL is ${baseUrl}; leave it out, or give an https URL`);
  }
  refuseBoth({ "--insecure": insecure, "--ca": ca });
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError(cert === undefined ? "--key is given without --cert" : "--cert is given without --key");
  }
  refuseBoth({ "--proxy": proxy, "--unix-socket": unixSocket });
}

/** Reads and validates the files, so that an invalid one is reported before anything is sent. */
function readPems({ ca, cert, key }: TransportOptions): Pick<Transport, "ca" | "cert" | "key"> {
  const pems = defined({ ca: readPem("--ca", ca), cert: readPem("--cert", cert), key: readPem("--key", key) });
  // Without a file there is nothing to validate, and the first context takes milliseconds.
  if (Object.keys(pems).length === 0) return pems;
  asUsage(
    Error,
    () => createSecureContext(pems),
    (error) =>
      `--cert ${JSON.stringify(cert)} and --key ${JSON.stringify(key)} do not belong together (${systemFault(error)})`,
  );
  return pems;
}

/** The most bytes of a PEM file. A bundle of all common authorities has a quarter of a mebibyte. */
const MOST_BYTES = 4 * 1024 * 1024;

function readPem(option: "--ca" | "--cert" | "--key", file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return asUsage(
    Error,
    () => {
      const text = textOf(readLimited(file, MOST_BYTES));
      if (!text.includes("-----BEGIN ")) throw new Error("it holds no PEM block");
      createSecureContext({ [option.slice(2)]: text });
      return text;
    },
    (error) => `${option} ${JSON.stringify(file)} cannot be used (${systemFault(error)}); give a file in PEM`,
  );
}

function proxyFor(baseUrl: string, { proxy }: TransportOptions): string | undefined {
  if (proxy !== undefined) return checkedProxy(proxy, "--proxy");
  if (isLoopback(new URL(baseUrl).hostname)) return undefined;
  const { no_proxy: lower = "", NO_PROXY: upper = "" } = process.env;
  if (isExcluded(new URL(baseUrl), `${lower},${upper}`)) return undefined;
  const fromEnvironment = getProxyForUrl(baseUrl);
  return fromEnvironment === "" ? undefined : checkedProxy(fromEnvironment, "The proxy of the environment");
}

/** Validates the URL of a proxy. It may contain credentials, so messages do not quote it. */
function checkedProxy(text: string, source: string): string {
  if (httpUrl(text) !== undefined) return text;
  throw new UsageError(`${source} is not the URL of an HTTP proxy; give one like http://proxy.example:3128`);
}

/** Whether the host of a URL is this machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}
