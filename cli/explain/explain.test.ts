import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { explainAll, checkText, requirementText } from "./explain.ts";
import { programToPaste } from "../../spec/stack-programs.ts";
import { bookings } from "../../spec/testing/bookings.ts";
import { command, folder } from "../testing/command.ts";

const linesOf = (text: string): readonly string[] => text.split("\n");

describe("explain, of a requirement", () => {
  test("says the rule, its source, why it matters, what counts as met, how to fix it, and what is sent", async () => {
    const { status, out, err } = await command(["explain", "refuses-missing-member"]);
    expect(out).toMatchInlineSnapshot(`
      "refuses-missing-member   MUST   request-body
         rule     An object without a required member does not receive a 2xx status.
         source   Resources and their fields / NewPlant, id and name, required
         client   A form that is only partly filled in creates a plant with an empty
                  name, or with the id 0. Every such mistake then shares that id.
         met      A body without \`id\`, a body without \`name\`, and an empty object do
                  not receive a 2xx.
                  A refusal counts only if ordinary requests were accepted before and
                  after it in the same run.
         fix      Distinguish a missing member from the zero value of its type, and
                  refuse a body without a required member.

      COMMON CAUSES, BY STACK

      Gin from openapi-generator
         cause    The generated structs have no \`binding\` tags: a member that is
                  missing is 0 or the empty string.
         fix      Decode into a map of \`json.RawMessage\`: \`binding:"required"\` also
                  refuses the id 0 and an empty name.

      WHAT IS SENT (10 CHECKS)
         Each request is POST {base_url}/plants with the header fields of an
         ordinary request, except where shown. Each run uses new ids and names.

      /missing-name   An object without \`name\` is refused
         why      \`name\` is required in the schema
                  (/components/schemas/Plant/properties/name)
         sent     POST {base_url}/plants
                  | {"id":1230947496,"tag":"yizexpuepllw"}

      /missing-id   An object without \`id\` is refused
         why      \`id\` is required in the schema
                  (/components/schemas/NewPlant/allOf/1/properties/id)
         sent     POST {base_url}/plants
                  | {"name":"blxykpf TcXynzngidzlzpubfey","tag":"omoxwyefbupz"}

      /empty-object   An object without members is refused
         why      NewPlant has required members
                  (/paths/~1plants/post/requestBody/content/application~1json/schema)
         sent     POST {base_url}/plants
                  | {}

      /beside-others   An object without a required member is refused whatever it
         is sent for
         why      the member is required in the schema
                  (/paths/~1plants/post/requestBody/content/application~1json/schema)
         sent     no request of its own; it judges the exchanges of other checks

      /wrapped   A NewPlant within another member is refused
         why      the required members are not members of the body
                  (/paths/~1plants/post/requestBody/content/application~1json/schema)
         sent     POST {base_url}/plants
                  | {"plant":{"id":611352413,"name":"Dhwgtcczvbgtxybodjhbkweefwmraaexm
                  | piawx","tag":"xwaipmx"},"newPlant":{"id":611352413,"name":
                  | "Dhwgtcczvbgtxybodjhbkweefwmraaexmpiawx","tag":"xwaipmx"},"data":
                  [cut here; 753 bytes in all]

      /wrapped-alone   A NewPlant within a single member is refused
         why      the required members are not members of the body
                  (/paths/~1plants/post/requestBody/content/application~1json/schema)
         sent     POST {base_url}/plants
                  | {"data":{"id":1932390006,"name":"JiTmdyeqepxgcfpcb Lucveelsq Hft",
                  | "tag":"mtfhqsleed","type":"plants","attributes":{"id":1932390006,
                  | "name":"JiTmdyeqepxgcfpcb Lucveelsq Hft","tag":"mtfhqsleed"}}}

      /beside-hard-to-quote   An object without \`id\` whose \`name\` is hard to quote
         is refused
         why      \`id\` is required in the schema
                  (/paths/~1plants/post/requestBody/content/application~1json/schema)
         sent     POST {base_url}/plants
                  | {"name":"Aocqvawxdbu hxeyyqsflmolv 100% %s %d {0} \${x} {{x}} \\"q\\"
                  |  \\\\ <b> Größe ☘ 🌱 Größe ☘ 🌱 Größe ☘ 🌱 Größe ☘ 🌱 Größe ☘ 🌱
                  |  Größe ☘ 🌱 Größe ☘ 🌱 Größe ☘ 🌱 Größe ☘ 🌱 Größe ☘ 🌱 Größe ☘ 🌱
                  [cut here; 503 bytes in all]

      /missing-name-without-optional-members   An object without \`name\` and without
         optional members is refused
         why      \`name\` is required in the schema
                  (/components/schemas/Plant/properties/name)
         sent     POST {base_url}/plants
                  | {"id":2107750634}

      /missing-id-without-optional-members   An object without \`id\` and without
         optional members is refused
         why      \`id\` is required in the schema
                  (/components/schemas/NewPlant/allOf/1/properties/id)
         sent     POST {base_url}/plants
                  | {"name":"lbkzcwbyshylwodqictjcvjdgtozcjjb"}

      /fuzz   Every generated object without a required member is refused
         why      generated by fast-check from the schema of the request body
         sent     cases that \`check --fuzz N\` draws from the schema; the report shows
                  the smallest request that fails
      "
    `);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  test("says what common stacks do, and how to fix each", async () => {
    const { out } = await command(["explain", "matches-member-names-exactly"]);
    expect(out).toContain(`COMMON CAUSES, BY STACK

Go's net/http; Gin; Gin from openapi-generator
   cause    encoding/json reads \`ID\` and \`Name\` into the fields tagged \`id\`
            and \`name\`.
   fix      Look members up in a map: a struct also takes \`ID\` and \`Name\`.
`);
  });

  test("stays within 80 columns, whatever the requirement, but for what must not be broken", async () => {
    const page = { width: 80, colour: false, bodyLimit: { codePoints: 4096, lines: 60 } };
    for (const explained of (await explainAll()).requirements) {
      const texts = explained.checks.map((check) => checkText(page, explained, check));
      for (const line of [requirementText(page, explained), ...texts].flatMap(linesOf)) {
        if (line.trim().includes(" ")) expect(stringWidth(line), line).toBeLessThanOrEqual(80);
      }
    }
  });

  test("says of an open point that it is not judged, and what its value means", async () => {
    const { out } = await command(["explain", "duplicate-id"]);
    expect(out).toContain(
      "   met      This is not judged. The observed behaviour is recorded in the\n            behaviour profile.\n",
    );
    expect(out).toContain(
      "   value    The status code of the second response, or the status codes of all\n            such responses in the run if they differ.\n",
    );
  });
});

describe("explain, of a check", () => {
  test("shows its own request, with its difference from an ordinary one, and its basis", async () => {
    const { out } = await command(["explain", "requires-bearer-scheme/basic"]);
    expect(out).toContain(`requires-bearer-scheme/basic   The scheme Basic is refused
   why      the operation is secured by the HTTP bearer scheme, for the
            whole service
   sent     POST {base_url}/plants
            Authorization: Basic $PLANT_STORE_TOKEN
`);
    expect(out).not.toContain("look-alike");
  });

  test.each([
    ["plant-shape/every-200", "no request of its own; it judges the exchanges of other checks"],
    ["returns-name/long", "no request of its own; it judges the exchanges of name-length/value"],
    ["refuses-non-object/fuzz", "cases that `check --fuzz N` draws from the schema"],
    ["refuses-no-body/no-body", "with neither Content-Length nor Transfer-Encoding"],
    ["accepts-chunked-body/chunked", "Transfer-Encoding: chunked, the body in two chunks"],
    ["keeps-answers-apart/at-once", "and 2 more requests like these"],
    ["body-size/value", "[cut here; 1,048,576 bytes in all]"],
    ["requires-authorization/invalid-token", "Authorization: Bearer $PLANT_STORE_INVALID_TOKEN"],
  ])("says of %s: %s", async (id, said) => {
    const { out, status } = await command(["explain", id]);
    expect(out).toContain(said);
    expect(status).toBe(0);
  });
});

test("explain --json holds the same, the requests as result.json has them", async () => {
  const { out } = await command(["explain", "refuses-missing-member/missing-name", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    id: "refuses-missing-member",
    level: "MUST",
    why: expect.stringContaining("partly filled in") as string,
    causes: [{ stacks: ["Gin from openapi-generator"] }],
    checks: [
      {
        id: "refuses-missing-member/missing-name",
        requests: [
          { method: "POST", url: "{base_url}/plants", framing: "content-length", body: { encoding: "utf-8" } },
        ],
      },
    ],
  });
});

test("explain is coloured on a terminal, and nowhere else", async () => {
  const { out: plain } = await command(["explain", "plant-shape"]);
  const { out: coloured } = await command(["explain", "plant-shape"], {}, { outIsTerminal: true });
  expect(plain).not.toContain("\u001b");
  expect(stripVTControlCharacters(coloured)).toBe(plain);
  expect(coloured).not.toBe(plain);
});

describe("explain with --stack", () => {
  test("shows why, and what that stack gets wrong, and stops", async () => {
    const { out } = await command(["explain", "error-shape", "--stack", "nestjs"]);
    expect(out).toContain("   client   ");
    expect(out.slice(0, out.indexOf("\n\n"))).toMatch(/\n {3}rule +\w/);
    expect(out.slice(out.indexOf("\n\n"))).toMatchInlineSnapshot(`
      "

      NESTJS WITH CLASS-VALIDATOR
         cause    Nest's own 400 is
                  \`{message: [...], error: "Bad Request", statusCode}\`: \`error\` is a
                  string, and \`message\` is a list if class-validator refuses.
         fix      A global exception filter, answering \`{error: status, message}\`.
         fix      Answer every 400 with {"error": <int32>, "message": <string>},
                  whichever part of the stack refuses the request.
      "
    `);
  });

  test("shows why, the lines of the stack's whole program, to be pasted, and the program with what they need", async () => {
    const { out } = await command(["explain", "adds-no-tag", "--stack", "fastapi"]);
    const heading = "THE WHOLE PROGRAM, with the imports and helpers of these lines\n\n";
    const [fix = "", program] = out.split(heading);
    expect(program).toBe(programToPaste("fastapi_server.py"));
    expect(program).not.toMatch(/# (?:end )?fix\b/);
    expect(fix).toContain("   client   ");
    expect(fix.slice(fix.indexOf("\n\n"))).toMatchInlineSnapshot(`
      "

      FASTAPI
         fix      Set \`response_model_exclude_unset=True\`, or the default of \`tag\` is
                  in the answer.

      @router.post(
          "/plants",
          response_model=Plant,
          response_model_exclude_unset=True,
          dependencies=[Depends(authenticate)],
      )
      def create_plant(plant: NewPlant):
          plants[plant.id] = plant
          return plant


      app.include_router(router)

      "
    `);
  });

  test("and without an id prints the whole program", async () => {
    const { out, status } = await command(["explain", "--stack", "go"]);
    expect(out).toBe(programToPaste("go_server.go"));
    expect(status).toBe(0);
    expect(await command(["explain", "--stack", "huma"])).toMatchObject({
      status: 2,
      err: expect.stringContaining("There is no whole program for huma") as string,
    });
  });

  test("--json holds them as well", async () => {
    const { out } = await command(["explain", "adds-no-tag", "--stack", "flask", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      causes: [],
      program: { file: "flask_server.py", advice: "Copy `tag` only if the request has one." },
    });
  });
});

describe("explain, by another document", () => {
  function bookingsFile(): string {
    const file = join(folder(), "hotel.yaml");
    writeFileSync(file, bookings);
    return file;
  }

  test("says what that document asks, where, and what is sent", async () => {
    const { out, status } = await command(["explain", "accepts-valid-plant", "--document", bookingsFile()]);
    expect(status).toBe(0);
    const text = out.replaceAll(/\s+/gu, " ");
    expect(text).toContain("rule An AskForRoom, with ordinary values, receives 201.");
    expect(text).toContain("source /paths/~1v1~1bookings/post");
    expect(text).toContain("sent POST {base_url}/v1/bookings");
    expect(text).not.toMatch(/plants|NewPlant|\b200\b/u);
  });

  test("says what is not asked, and why", async () => {
    const { out } = await command(["explain", "challenges-with-401", "--document", bookingsFile()]);
    expect(out).toContain("not of this document: the document does not name the bearer scheme");
  });

  test("refuses --operation without a document", async () => {
    expect(await command(["explain", "plant-shape", "--operation", "book"])).toMatchObject({ status: 2 });
  });
});

describe("explain refuses", () => {
  test.each([
    [
      "no id",
      [],
      "explain needs the id of a requirement or a check, such as refuses-missing-member; `list` shows them all\n",
    ],
    ["a slip", ["plant-shap"], '"plant-shap" is the id of no requirement and of no check; did you mean plant-shape?\n'],
    ["a stranger", ["fern"], '"fern" is the id of no requirement and of no check; `list` shows them all\n'],
    [
      "a rule for clients",
      ["sends-new-plant"],
      expect.stringMatching(/^sends-new-plant is a rule for clients, which `judge-traffic` judges: /) as string,
    ],
    [
      "an open point's fuzzing",
      ["id-zero/fuzz"],
      '"id-zero/fuzz" is the id of no requirement and of no check; `explain id-zero` shows those that it has\n',
    ],
  ])("%s", async (_what, argv, err) => {
    expect(await command(["explain", ...argv])).toEqual({ status: 2, out: "", err });
  });
});
