/** Requests with one fault each: bodies that are not a NewPlant, and headers that do not satisfy the operation. */
import { type AskQuestion, type Means, type Question, fern } from "./question.ts";

/** No answer may be a success. Requests with a wrong body must get 400. */
export function refused(means: Means): readonly Question[] {
  return [...noJson(means), ...noPlants(means), ...wrongMembers(means), ...wrongBytes(means), ...wrongHeaders(means)];
}

function refusal({ asking }: Means, requirement: string): AskQuestion {
  return asking({ outcome: "refused", requirement, asBody: true });
}

/** Bodies whose text shows what is wrong with them. */
function bodies(means: Means, requirement: string, texts: readonly string[]): readonly Question[] {
  return texts.map((text) => refusal(means, requirement)(text, text));
}

function noJson(means: Means): readonly Question[] {
  const { id } = means;
  const none = refusal(means, "refuses-no-body");
  const inside = (member: string): string => `{"id":${id()},${member}}`;
  return [
    none("an empty body", ""),
    none("neither Content-Length nor Transfer-Encoding", "", { framing: "none" }),
    none("an empty chunked body", "", { framing: "chunked" }),
    ...bodies(means, "refuses-malformed-json", [" \n", "Fern", "{", inside('"name":"Fer').slice(0, -1)]),
    ...bodies(means, "refuses-lenient-json", [
      fern(means).slice(0, -1),
      inside('"name":"Fern",'),
      inside('/* a */"name":"Fern"'),
      inside("'name':'Fern'"),
      inside('name:"Fern"'),
      inside('"name":"Fe\nrn"'),
      inside('"name":"Fe\\xrn"'),
      fern(means, "NaN"),
      `${fern(means).slice(0, -1)},"colour":NaN}`,
      fern(means, `0${id()}`),
      `${fern(means)}x`,
      `${fern(means)}${fern(means)}`,
      `id=${id()}&name=Fern`,
    ]),
  ];
}

function noPlants(means: Means): readonly Question[] {
  const { id } = means;
  return [
    ...bodies(means, "refuses-non-object", [
      "null",
      "true",
      "7",
      '"Fern"',
      "[]",
      `[${fern(means)}]`,
      `[${id()},"Fern","shade"]`,
    ]),
    ...bodies(means, "refuses-missing-member", ["{}", '{"name":"Fern"}', `{"id":${id()}}`]),
    refusal(means, "refuses-missing-member")("no name, where Accept prefers HTML", `{"id":${id()}}`, {
      accept: "text/html, application/xml;q=0.9, application/json;q=0.8, */*;q=0.5",
    }),
    refusal(means, "refuses-lenient-json")("half a plant, where Accept is a range", fern(means).slice(0, -1), {
      accept: "application/*",
    }),
    ...bodies(means, "refuses-missing-member", [`{"__proto__":${fern(means)}}`]),
    ...bodies(means, "matches-member-names-exactly", [`{"ID":${id()},"name":"Fern"}`, `{"id":${id()},"Name":"Fern"}`]),
  ];
}

function wrongMembers(means: Means): readonly Question[] {
  const { id } = means;
  const values = ["null", "true", "false", "[]", "{}", "0.5"];
  const ids = [...values, '""', `"${id()}"`, `"${id()}.0"`, `[${id()}]`];
  const names = [...values, "7", '["Fern"]'];
  const tags = [...values, "7", "0", '["shade"]'];
  const beyond = ["9223372036854775808", "-9223372036854775809", "1e30"];
  return [
    ...bodies(means, "refuses-invalid-member", [
      ...ids.map((value) => fern(means, value)),
      ...names.map((value) => `{"id":${id()},"name":${value}}`),
      ...tags.map((value) => fern(means, id(), `,"tag":${value}`)),
    ]),
    ...bodies(
      means,
      "refuses-id-beyond-int64",
      beyond.map((value) => fern(means, value)),
    ),
  ];
}

function wrongBytes(means: Means): readonly Question[] {
  const ask = refusal(means, "refuses-non-utf8");
  const around = (...bytes: number[]): Buffer =>
    Buffer.concat([Buffer.from(`{"id":${means.id()},"name":"a`), Buffer.from(bytes), Buffer.from('b"}')]);
  const utf16 = Buffer.from(fern(means), "utf16le");
  return [
    ask("the byte FF", around(0xff)),
    ask("an overlong form", around(0xc0, 0xaf)),
    ask("a surrogate in bytes", around(0xed, 0xa0, 0x80)),
    ask("UTF-16", utf16),
    ask("UTF-16 that says so", utf16, { contentType: "application/json; charset=utf-16le" }),
  ];
}

const FORM = "application/x-www-form-urlencoded";

function wrongHeaders(means: Means): readonly Question[] {
  const { token, asking } = means;
  const ask = (requirement: string): AskQuestion => asking({ outcome: "refused", requirement, asBody: false });
  const basic = `Basic ${Buffer.from(`a:${token}`).toString("base64")}`;
  return [
    ask("requires-authorization")("no Authorization", fern(means), { authorization: undefined }),
    ...[basic, `Basic ${token}`, token, `BearerX ${token}`].map((authorization) =>
      ask("requires-bearer-scheme")(authorization, fern(means), { authorization }),
    ),
    ask("refuses-empty-token")("Bearer alone", fern(means), { authorization: "Bearer" }),
    ...["text/plain", FORM].map((contentType) =>
      ask("refuses-other-media-types")(contentType, fern(means), { contentType }),
    ),
    ask("refuses-other-media-types")("a form", `id=${means.id()}&name=Fern`, { contentType: FORM }),
  ];
}
