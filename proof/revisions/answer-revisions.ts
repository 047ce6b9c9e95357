/** Revisions of the answers. */
import type { ProviderAnswer } from "../behaviour.ts";
import { json } from "../correct.ts";
import { type Judged, OPERATION, differing, free, page, plantStore, replacing } from "./revision.ts";

const RESPONSES = `${OPERATION}/responses`;
const ERROR = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };

const unauthorized = plantStore({ [`${RESPONSES}/401`]: { description: "The token is missing or wrong", ...ERROR } });

/** Answers a request without an Authorization field with this answer. */
function whereMissing(answer: ProviderAnswer): ReturnType<typeof replacing> {
  return replacing(unauthorized, ({ isAuthorized, refuse }) => {
    let isMissing = false;
    return {
      isAuthorized: (request) => {
        isMissing = request.headers.authorization === undefined;
        return isAuthorized(request);
      },
      refuse: (why) => (why === "token" && isMissing ? answer : refuse(why)),
    };
  });
}

const of401: Judged = {
  name: "a documented 401 with a body",
  text: unauthorized.text,
  rights: differing(unauthorized, ["token"]),
  wrongs: [
    {
      name: "answers 403 where the token is missing",
      steps: whereMissing(json(403, { error: 403, message: "No" })),
      breaks: { "missing-token": "MUST" },
      why: "the document shows 401 for a token that is missing",
    },
    {
      name: "answers 401 with a page where the token is missing",
      steps: whereMissing({
        ...page(401),
        headers: { "Content-Type": "text/html", "WWW-Authenticate": "Bearer" },
      }),
      breaks: { "error-media-type": "MUST", "error-encoding": "MUST" },
      why: "the body of the 401 is an Error in application/json, and a page is not even JSON",
    },
  ],
};

const conflict = plantStore({ [`${RESPONSES}/409`]: { description: "The id is taken", ...ERROR } });

const of409: Judged = {
  name: "a documented 409",
  text: conflict.text,
  rights: [
    { name: "refuses duplicates", steps: replacing(conflict, () => ({ identity: "id" })) },
    { name: "uses every other freedom", steps: replacing(conflict, (plain) => free(plain, ["duplicate"])) },
  ],
  wrongs: [
    {
      name: "takes duplicates",
      steps: replacing(conflict, () => ({ identity: null })),
      breaks: { "duplicate-id-other-body": "MUST" },
      why: "the document shows 409 for an id that is taken; the same body again may be the same request",
    },
    {
      name: "refuses duplicates with 400",
      steps: replacing(conflict, ({ refuse }) => ({
        identity: "id",
        refuse: (why) => refuse(why === "duplicate" ? "body" : why),
      })),
      breaks: { "duplicate-id": "MUST", "duplicate-id-other-body": "MUST" },
      why: "the document shows 409 for an id that is taken",
    },
  ],
};

const RESPONSE_200 = {
  description: "The plant response",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Plant" } } },
};
const created = plantStore({ [`${RESPONSES}/200`]: undefined, [`${RESPONSES}/201`]: RESPONSE_200 }, { success: 201 });

const of201: Judged = {
  name: "201 for 200",
  text: created.text,
  rights: differing(created),
  wrongs: [
    {
      name: "answers 200",
      steps: replacing(created, ({ accept }) => ({ accept: (body) => ({ ...accept(body), status: 200 }) })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "the document shows 201 for a valid NewPlant, and no 200",
    },
  ],
};

const PROBLEM = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const problems = plantStore({
  [`${RESPONSES}/400/content/application~1problem+json`]: { schema: PROBLEM },
});

/** A failure in the second media type. */
function problem(status: number, body: object): ProviderAnswer {
  return { status, headers: { "Content-Type": "application/problem+json" }, body: JSON.stringify(body) };
}

const secondMediaType: Judged = {
  name: "a second media type of the failure",
  text: problems.text,
  rights: [
    ...differing(problems),
    {
      name: "answers a wrong body with problem+json",
      steps: replacing(problems, ({ refuse }) => ({
        refuse: (why) => (why === "body" ? problem(400, { title: "Not a NewPlant", status: 400 }) : refuse(why)),
      })),
    },
  ],
  wrongs: [
    {
      name: "answers a wrong body with a media type that is neither",
      steps: replacing(problems, ({ refuse }) => ({
        refuse: (why) =>
          why === "body" ? { ...refuse(why), headers: { "Content-Type": "application/vnd.api+json" } } : refuse(why),
      })),
      breaks: { "error-media-type": "MUST" },
      why: "the 400 has two media types, and this is none of them",
      isWrongBefore: true,
    },
  ],
};

/** Each revision changes one thing. */
export const answerRevisions: readonly Judged[] = [of401, of409, of201, secondMediaType];
