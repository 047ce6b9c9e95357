/**
 * What `no_proxy` excludes. The columns after the first two are what curl 7.88.1, Go 1.26 and Python 3.11 did with the entry:
 * a letter for each that asked the host directly. The suite excludes what any of them does.
 */
import { describe, expect, test } from "vitest";
import { isExcluded } from "./no-proxy.ts";

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
