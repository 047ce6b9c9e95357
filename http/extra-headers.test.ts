import { expect, test } from "vitest";
import { extraHeaderFault } from "./provider.ts";

test("a field that the suite sets, and that of traces, is no field of the user, in any letter case", () => {
  for (const name of ["Content-Type", "EXPECT", "traceparent", "TraceParent"]) {
    expect(extraHeaderFault(name, "x")).toBe(`${name}, which the suite sets`);
  }
  expect(extraHeaderFault("tracestate", "x")).toBeNull();
});
