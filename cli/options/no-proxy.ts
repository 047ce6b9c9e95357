/**
 * `no_proxy`: the hosts that are asked without a proxy. The readers of this variable differ (curl, Go and Python). A host that
 * any of them leaves out is left out, so that the token goes through no proxy that the user excluded.
 */
import { BlockList, isIP } from "node:net";

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
