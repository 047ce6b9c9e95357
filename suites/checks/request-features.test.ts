/** Refusals with large identities: in turn, only as the provider accepts them, and never in place of a fault. */
import { describe, expect, test } from "vitest";
import type { Known, PlannedRequest } from "./check.ts";
import { checkNamed, checks } from "../testing/checks.ts";
import { identityAxis } from "./request-variants.ts";

const names = identityAxis.map(({ name }) => name);

function idsOf(check: Parameters<typeof checkNamed>[0], known: Omit<Known, "refused">): readonly bigint[] {
  return [0, 1, 2].map((turn) => {
    const [request] = checkNamed(check).next((k) => 7_000_000 + k, [], { ...known, refused: [], turn });
    return idOf(request);
  });
}

function idOf(request: PlannedRequest | undefined): bigint {
  const [, digits = "0"] = /"id":(\d+)/.exec(new TextDecoder().decode(request?.body ?? undefined)) ?? [];
  return BigInt(digits);
}

describe("a refusal", () => {
  const id = 7_000_000n;

  test("has in three turns an ordinary identity, one beyond 32 bits and one beyond 53", () => {
    const ids = idsOf("refuses-lenient-json/truncated", { variants: names.map((name) => [name]) });
    expect(new Set(ids)).toEqual(new Set([id, id + 2n ** 32n, id + 2n ** 53n]));
  });

  test("has an ordinary one where none other is known to be accepted", () => {
    expect(idsOf("refuses-lenient-json/truncated", { variants: [["charset"]] })).toEqual([id, id, id]);
  });

  test("has the largest that is accepted where it has no token and a query", () => {
    const check = "requires-authorization/with-query";
    expect(idsOf(check, { variants: [["id-beyond-32-bits"]] })).toEqual(Array(3).fill(id + 2n ** 32n));
    expect(idsOf(check, { variants: [] })).toEqual([id, id, id]);
  });
});

test("whether they are accepted is asked before anything is refused", () => {
  const early = checks.filter(({ stage }) => stage === "early").map(({ id }) => id);
  for (const bits of [32, 53]) expect(early).toContain(`accepts-every-positive-id/beyond-${bits}-bits`);
});
