/** Drafts of pacts: one interaction for each shape, with drawn ids. The suite's own reader accepts them. */
import { expect, test } from "vitest";
import { documentForPacts } from "../contracts/document-for-pacts.ts";
import { readAgainstDocument } from "../contracts/pact-against-document.ts";
import { readPact } from "../contracts/pact-file.ts";
import { readOperation } from "../spec/read-operation.ts";
import { loadValidators } from "../spec/validators.ts";
import { openPactDrafts } from "./pact-drafts.ts";
import { KNOWN, judgedLines, line, refused } from "./testing/exchanges.ts";

const operation = readOperation();
const document = documentForPacts(operation, await loadValidators(operation));

test("each shape of each client is one interaction, whose id is a generator", () => {
  const pactDrafts = openPactDrafts();
  const tagged = {
    body: { id: 1_234_567, name: "Weeping fig", tag: "tree" },
    answer: { name: "Weeping fig", tag: "tree" },
  };
  const lines = [
    line(),
    line({ body: { id: 7_654_321, name: "Rose" }, answer: { name: "Rose" } }),
    line(tagged),
    line({ ...refused, body: { id: 1_234_567 } }),
    line({ headers: { "User-Agent": "Importer Pro/2 (night)" } }),
    // None of these shows a complete interaction, or one that the document has.
    line({ status: 503 }),
    line({ headers: { Authorization: null } }),
    line({ url: "http://plants.example/api/plants?x=1" }),
  ];
  judgedLines(lines, { pactDrafts });
  const [shop, importer, ...others] = pactDrafts.list();
  expect([shop?.consumer, importer?.consumer, others]).toEqual(["shop", "importer", []]);
  const text = JSON.stringify(shop?.pact);
  const { interactions } = readPact({ name: "draft", text, origin: "user-supplied" });
  expect(interactions.map(({ description, status }) => [description, status])).toEqual([
    ["a plant with name that is answered 200", 200],
    ["a plant with name, tag that is answered 200", 200],
    ["a body with no member name that is answered 400", 400],
  ]);
  expect(text.match(/"\$\.id":\{"type":"RandomInt","min":1000000,"max":2147483647\}/g)).toHaveLength(3);
  expect(text).not.toContain(KNOWN);
  for (const one of interactions) expect(readAgainstDocument(one, document).contradicts, one.description).toEqual([]);
});

test.each(["1.5", "9223372036854775808", "-9223372036854775809"])(
  "the id %s stays, because the refusal may be about it",
  (id) => {
    const pactDrafts = openPactDrafts();
    judgedLines([line(), line({ ...refused, body: `{"id":${id},"name":"Rose"}` })], { pactDrafts });
    const text = JSON.stringify(pactDrafts.list()[0]?.pact);
    const [, one] = readPact({ name: "draft", text, origin: "user-supplied" }).interactions;
    expect(text).toContain(`"id":${Number(id)}`);
    expect(one === undefined ? [] : readAgainstDocument(one, document).contradicts).toEqual([]);
  },
);

test("what the document contradicts is kept, and the comparison says so", () => {
  const pactDrafts = openPactDrafts();
  judgedLines([line({ answer: { id: 1, name: "Rose" } })], { pactDrafts });
  const text = JSON.stringify(pactDrafts.list()[0]?.pact);
  const [one] = readPact({ name: "draft", text, origin: "user-supplied" }).interactions;
  expect(one === undefined ? [] : readAgainstDocument(one, document).contradicts).toMatchObject([{ where: "/id" }]);
});

test("clients beyond the first twenty have no draft", () => {
  const pactDrafts = openPactDrafts();
  judgedLines(
    Array.from({ length: 30 }, (_, k) => line({ headers: { "User-Agent": `client-${k}/1` } })),
    { pactDrafts },
  );
  expect(pactDrafts.list()).toHaveLength(20);
});
