import { describe, expect, test } from "vitest";
import { type RenewalOptions, type Tokens, type UsedToken, openTokens } from "./tokens.ts";

const ended = new AbortController().signal;
const refused: Omit<UsedToken, "token"> = { wasSent: true, status: 401 };
const accepted: Omit<UsedToken, "token"> = { wasSent: true, status: 200 };

/** Tokens that are renewed as "renewed 1", "renewed 2" and so on. */
function tokensWith(options: Partial<RenewalOptions> = {}): { readonly tokens: Tokens; readonly fetched: string[] } {
  const fetched: string[] = [];
  const renewToken = (): Promise<string> => Promise.resolve(`renewed ${fetched.length + 1}`);
  const onToken = (token: string): void => void fetched.push(token);
  return { tokens: openTokens({ token: "first", renewToken }, { ended, onToken, ...options }), fetched };
}

describe("a token that is refused with 401", () => {
  test("is kept if it was never accepted", async () => {
    const { tokens, fetched } = tokensWith();
    expect(await tokens.renewAfter({ token: "first", ...refused })).toBe("kept");
    expect([tokens.current(), fetched]).toEqual(["first", []]);
  });

  test("is renewed if it was accepted before, or is known to work", async () => {
    const { tokens } = tokensWith();
    await tokens.renewAfter({ token: "first", ...accepted });
    expect(await tokens.renewAfter({ token: "first", ...refused })).toBe("renewed");
    expect(tokens.current()).toBe("renewed 1");
    const known = tokensWith({ hasWorked: true });
    expect(await known.tokens.renewAfter({ token: "first", ...refused })).toBe("renewed");
    expect(await known.tokens.renewAfter({ token: "renewed 1", ...refused })).toBe("kept");
  });

  test("is kept if the request did not have it, and after any other status", async () => {
    const { tokens } = tokensWith({ hasWorked: true });
    expect(await tokens.renewAfter({ token: "first", wasSent: false, status: 401 })).toBe("kept");
    expect(await tokens.renewAfter({ token: "first", wasSent: true, status: 403 })).toBe("kept");
    expect(await tokens.renewAfter({ token: "first", wasSent: true, status: undefined })).toBe("kept");
  });

  test("is renewed once for concurrent requests", async () => {
    const { tokens, fetched } = tokensWith({ hasWorked: true });
    const renew = (): Promise<unknown> => tokens.renewAfter({ token: "first", ...refused });
    expect(await Promise.all([renew(), renew()])).toEqual(["renewed", "renewed"]);
    expect(await renew()).toBe("renewed");
    expect(fetched).toEqual(["renewed 1"]);
  });

  test("is kept after five renewals", async () => {
    const { tokens, fetched } = tokensWith({ hasWorked: true });
    for (let time = 0; time < 7; time += 1) {
      await tokens.renewAfter({ token: tokens.current(), ...accepted });
      await tokens.renewAfter({ token: tokens.current(), ...refused });
    }
    expect(fetched).toHaveLength(5);
  });
});

test("a renewal that fails gives the message of the error, and keeps the token", async () => {
  const renewToken = (): Promise<string> => Promise.reject(new Error("no such command"));
  const tokens = openTokens({ token: "first", renewToken }, { ended, onToken: () => undefined, hasWorked: true });
  expect(await tokens.renewAfter({ token: "first", ...refused })).toEqual({ failed: "no such command" });
  expect(tokens.current()).toBe("first");
});
