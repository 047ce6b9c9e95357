import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import { type Format, renderVerdictLine, renderers } from "../../reports/index.ts";
import { renderTap } from "../../reports/tests/tap.ts";
import { renderJunit } from "../../reports/tests/junit.ts";
import { renderJson } from "../../reports/json.ts";
import { renderHar } from "../../reports/har.ts";
import { renderCtrf } from "../../reports/tests/ctrf.ts";
import type { RecordedBody } from "../../result/result.ts";
import { junitFaults, readCtrf, readHar, readResult, readTap } from "../../reports/testing/readers.ts";
import { formsOf, startHostileProvider } from "./hostile-provider.ts";

const token = "canary/Token+31415926=";

/** The bytes of a body in each form that a reader may see: as they are, and decompressed. */
function readings({ encoding, content }: RecordedBody): readonly string[] {
  const bytes = Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
  const opened = [gunzipSync, brotliDecompressSync].flatMap((open) => {
    try {
      return [open(bytes).toString("latin1")];
    } catch {
      return [];
    }
  });
  return [bytes.toString("latin1"), ...opened];
}

test("a provider that gives the token away in every form, in everything that it says, leaks it into no report", async () => {
  const { url, stop } = await startHostileProvider(token);
  const seen: string[] = [];
  try {
    const result = await providerResult({
      url,
      token,
      seed: "1",
      strict: false,
      onProgress: ({ last }) => void seen.push(last.answer === null ? "" : String(last.answer.status)),
    });
    const formats = Object.keys(renderers) as Format[];
    const reports = await Promise.all(formats.map(async (format) => renderers[format].render(result)));
    const bodies = result.exchanges.flatMap(({ request, response }) => [request.body, response?.body ?? null]);
    const texts = [
      ...reports,
      renderVerdictLine(result),
      ...bodies.flatMap((body) => (body === null ? [] : readings(body))),
    ];
    for (const form of formsOf(token)) {
      for (const text of texts) expect(text.toLowerCase().includes(form.toLowerCase()), form).toBe(false);
    }
    // The run saw the token, so it could be found. It is not an echo, because requests without the token get it as
    // well.
    expect(result.exchanges.filter(({ redacted }) => redacted.length > 0).length).toBe(seen.filter(Boolean).length);
    expect(result.requirements.find(({ id }) => id === "keeps-token-secret")?.status).toBe("passed");

    readResult(renderJson(result));
    readCtrf(renderCtrf(result));
    readHar(renderHar(result));
    expect(readTap(renderTap(result)).extra).toEqual([]);
    expect(await junitFaults(renderJunit(result))).toEqual([]);
  } finally {
    await stop();
  }
});
