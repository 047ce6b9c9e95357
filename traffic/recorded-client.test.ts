/** What each rule for clients says about a request, and when it says nothing. */
import { expect, test } from "vitest";
import type { BodyIs } from "./recorded-body.ts";
import { type SentRequest, consumerRules } from "./recorded-client.ts";

const plant: BodyIs = { is: "plant", id: "1", name: "Rose", isOrdinary: false, open: [] };
const open: BodyIs = { is: "open", open: [] };
const no = (fault: Extract<BodyIs, { is: "no-plant" }>["fault"]): BodyIs => ({ is: "no-plant", fault, what: "x" });
const bearer = { kind: "bearer", token: "a", digest: "b", scheme: "Bearer" } as const;
const nothing: SentRequest = {
  credentials: null,
  mediaType: null,
  place: { kind: "operation", baseUrl: "", query: undefined },
  body: null,
  keepsAuthorization: true,
};

test.each<readonly [id: string, sent: Partial<SentRequest>, said: "met" | "broken" | "nothing"]>([
  ["sends-authorization", {}, "nothing"],
  ["sends-authorization", { credentials: { kind: "unclear", secret: "x" } }, "nothing"],
  ["sends-authorization", { credentials: bearer }, "met"],
  ["sends-authorization", { credentials: { kind: "none", elsewhere: false } }, "broken"],
  ["sends-authorization", { credentials: { kind: "none", elsewhere: false }, keepsAuthorization: false }, "nothing"],
  ["sends-bearer-scheme", {}, "nothing"],
  ["sends-bearer-scheme", { credentials: { kind: "none", elsewhere: false } }, "nothing"],
  ["sends-bearer-scheme", { credentials: bearer }, "met"],
  ["sends-bearer-scheme", { credentials: { kind: "other-scheme", scheme: "Basic", secret: "x" } }, "broken"],
  ["sends-json-media-type", {}, "nothing"],
  ["sends-json-media-type", { mediaType: "application/json" }, "met"],
  ["sends-json-media-type", { mediaType: undefined }, "broken"],
  ["sends-new-plant", {}, "nothing"],
  ["sends-new-plant", { body: open }, "nothing"],
  ["sends-new-plant", { body: plant }, "met"],
  ["sends-new-plant", { body: no("body-not-utf-8") }, "met"],
  ["sends-new-plant", { body: no("id-out-of-range") }, "met"],
  ["sends-new-plant", { body: no("no-body") }, "broken"],
  ["sends-id-within-int64", {}, "nothing"],
  ["sends-id-within-int64", { body: open }, "nothing"],
  ["sends-id-within-int64", { body: plant }, "met"],
  ["sends-id-within-int64", { body: no("missing-member") }, "nothing"],
  ["sends-id-within-int64", { body: no("id-out-of-range") }, "broken"],
  ["sends-utf-8", {}, "nothing"],
  ["sends-utf-8", { body: open }, "met"],
  ["sends-utf-8", { body: plant }, "met"],
  ["sends-utf-8", { body: no("unreadable-body") }, "met"],
  ["sends-utf-8", { body: no("no-body") }, "nothing"],
  ["sends-utf-8", { body: no("body-not-utf-8") }, "broken"],
  ["sends-no-query", {}, "nothing"],
  ["sends-no-query", { mediaType: undefined }, "met"],
  ["sends-no-query", { body: open, place: { kind: "operation", baseUrl: "", query: "" } }, "met"],
  ["sends-no-query", { place: { kind: "operation", baseUrl: "", query: "a" } }, "broken"],
])("%s of %j: %s", (id, sent, said) => {
  const findings = consumerRules.find((rule) => rule.id === id)?.ask({ ...nothing, ...sent }, "application/json");
  expect(findings === null ? "nothing" : findings?.length === 0 ? "met" : "broken").toBe(said);
});
