import { describe, expect, test } from "vitest";
import { command } from "../testing/command.ts";

describe("serve", () => {
  test("prints its URL, answers, and stops when it is asked to", async () => {
    let [out, interrupt] = ["", (): void => undefined];
    let printed = (): void => undefined;
    const listening = new Promise<void>((resolve) => (printed = resolve));
    const running = command(
      ["serve", "--port", "0", "--base-path", "/v1"],
      { PLANT_STORE_TOKEN: "served-token" },
      {
        out: (text) => {
          out += text;
          printed();
        },
        onInterrupt: (callback) => {
          interrupt = callback;
          return () => undefined;
        },
      },
    );
    await listening;
    const url = out.trim();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const response = await fetch(`${url}/plants`, {
      method: "POST",
      headers: { Authorization: "Bearer served-token", "Content-Type": "application/json" },
      body: '{"id":1234567,"name":"Fern"}',
    });
    expect([response.status, await response.json()]).toEqual([200, { name: "Fern" }]);
    interrupt();
    expect((await running).status).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});
