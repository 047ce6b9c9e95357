import { describe, expect, test } from "vitest";
import { type RenewalOptions, type Tokens, type UsedToken, openTokens } from "./tokens.ts";

const ended = new AbortController().signal;
const refused: Omit<UsedToken, "token"> = { answer: "refused" };
const taken: Omit<UsedToken, "token"> = { answer: "taken" };

/** Tokens that are renewed as "renewed 1", "renewed 2" and so on. */
function tokensWith(options: Partial<RenewalOptions> = {}): { readonly tokens: Tokens; readonly fetched: string[] } {
  const fetched: string[] = [];
  const renewToken = (): Promise<string> => Promise.resolve(`renewed ${fetched.length + 1}`);
  const onToken = (token: string): void => void fetched.push(token);
  return { tokens: openTokens({ token: "first", renewToken }, { ended, onToken, most: 5, ...options }), fetched };
}

describe("a token that is refused with 401", () => {
  test("is kept if it was never accepted", async () => {
    const { tokens, fetched } = tokensWith();
    expect(await tokens.renewAfter({ token: "first", ...refused })).toBe("kept");
    expect([tokens.current(), fetched]).toEqual(["first", []]);
  });

  test("is renewed if it was accepted before, or is known to work", async () => {
    const { tokens } = tokensWith();
    await tokens.renewAfter({ token: "first", ...taken });
    expect(await tokens.renewAfter({ token: "first", ...refused })).toBe("renewed");
    expect(tokens.current()).toBe("renewed 1");
    const known = tokensWith({ hasWorked: true });
    expect(await known.tokens.renewAfter({ token: "first", ...refused })).toBe("renewed");
    expect(await known.tokens.renewAfter({ token: "renewed 1", ...refused })).toBe("kept");
  });

  test("is kept after any other answer", async () => {
    const { tokens } = tokensWith({ hasWorked: true });
    expect(await tokens.renewAfter({ token: "first", answer: "other" })).toBe("kept");
  });

  test("is kept if another request is not refused for it", async () => {
    const { tokens, fetched } = tokensWith({ hasWorked: true });
    expect(await tokens.renewAfter({ token: "first", ...refused }, () => Promise.resolve(false))).toBe("kept");
    expect(fetched).toEqual([]);
    expect(await tokens.renewAfter({ token: "first", ...refused }, () => Promise.resolve(true))).toBe("renewed");
  });

  test("is kept if the one that is fetched is the same", async () => {
    const tokens = openTokens(
      { token: "first", renewToken: () => Promise.resolve("first") },
      { ended, onToken: () => undefined, hasWorked: true, most: 5 },
    );
    expect(await tokens.renewAfter({ token: "first", ...refused })).toBe("kept");
  });

  test("is renewed once for concurrent requests", async () => {
    const { tokens, fetched } = tokensWith({ hasWorked: true });
    const renew = (): Promise<unknown> => tokens.renewAfter({ token: "first", ...refused });
    expect(await Promise.all([renew(), renew()])).toEqual(["renewed", "renewed"]);
    expect(await renew()).toBe("renewed");
    expect(fetched).toEqual(["renewed 1"]);
  });

  test("is kept after as many renewals as are allowed", async () => {
    const { tokens, fetched } = tokensWith({ hasWorked: true });
    for (let time = 0; time < 7; time += 1) {
      await tokens.renewAfter({ token: tokens.current(), ...taken });
      await tokens.renewAfter({ token: tokens.current(), ...refused });
    }
    expect(fetched).toHaveLength(5);
  });
});

test("a renewal that fails gives the message of the error, and keeps the token", async () => {
  const renewToken = (): Promise<string> => Promise.reject(new Error("no such command"));
  const tokens = openTokens(
    { token: "first", renewToken },
    { ended, onToken: () => undefined, hasWorked: true, most: 5 },
  );
  expect(await tokens.renewAfter({ token: "first", ...refused })).toEqual({ failed: "no such command" });
  expect(tokens.current()).toBe("first");
});
