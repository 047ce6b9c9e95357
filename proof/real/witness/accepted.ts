/** Valid requests: ordinary ones, odd names, ids in all of int64, and other spellings of the same. */
import { type AskQuestion, type Means, type Question, fern } from "./question.ts";

const names = [
  "\u{1f331} Fern",
  "Cafe\u0301",
  "\u05e6\u05de\u05d7",
  `"it's" \\ <b>&amp;`,
  "  a\t\n ",
  "null",
  "__proto__",
  "constructor",
];

const ids = ["1", "2147483648", "4294967297", "9007199254740993", "9223372036854775807"];

/** Each must be answered with 200 and with its name. */
export function accepted(means: Means): readonly Question[] {
  const { id } = means;
  const plant = wants(means, "accepts-valid-plant");
  const tagged = means.asking({ outcome: "accepted", requirement: "accepts-valid-plant", name: "Fern", tag: "shade" });
  const oddly = means.asking({ outcome: "accepted", requirement: "returns-tag", name: "Fern", tag: " shade " });
  return [
    plant("an ordinary plant", fern(means)),
    tagged("an ordinary plant with a tag", fern(means, id(), ',"tag":"shade"')),
    wants(means, "accepts-every-ordinary-request")("a plant where Accept prefers HTML", fern(means), {
      accept: "text/html, */*;q=0.8",
    }),
    oddly("a tag with spaces around it", fern(means, id(), ',"tag":" shade "')),
    ...names.map((name) => {
      const body = `{"id":${id()},"name":${JSON.stringify(name)}}`;
      return wants(means, "returns-name", name)(`the name ${name}`, body);
    }),
    ...ids.map((value) => wants(means, "accepts-every-positive-id")(`the id ${value}`, fern(means, value))),
    ...spellings(means),
  ];
}

function spellings(means: Means): readonly Question[] {
  const { token, id } = means;
  const json = wants(means, "accepts-json-spellings");
  const type = wants(means, "accepts-media-type-spellings");
  const scheme = wants(means, "accepts-bearer-in-any-case");
  const chunked = wants(means, "accepts-chunked-body");
  const integers = [`${id()}.0`, `${id()}0e-1`, "7e6"];
  return [
    ...integers.map((value) => wants(means, "accepts-integer-spellings")(`the id ${value}`, fern(means, value))),
    json("white space", ` \r\n\t${fern(means).replace(":", " : ")}\n`),
    json("another order", `{"name":"Fern","id":${id()}}`),
    json("escapes", `{"\\u0069d":${id()},"name":"\\u0046ern"}`),
    type("a charset", fern(means), { contentType: "application/json; charset=utf-8" }),
    type("a space before the semicolon", fern(means), { contentType: "application/json ; charset=utf-8" }),
    type("other letter case", fern(means), { contentType: "Application/JSON" }),
    scheme("bearer", fern(means), { authorization: `bearer ${token}` }),
    scheme("BEARER", fern(means), { authorization: `BEARER ${token}` }),
    chunked("a chunked body", fern(means), { framing: "chunked" }),
    chunked("chunks with a trailer", fern(means), { framing: "chunked-with-trailer" }),
  ];
}

function wants({ asking }: Means, requirement: string, name = "Fern"): AskQuestion {
  return asking({ outcome: "accepted", requirement, name });
}
