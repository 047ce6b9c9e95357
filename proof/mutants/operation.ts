/** Mutants without the operation at its path, with another status of success, or with further required headers. */
import type { Request } from "../behaviour.ts";
import { refuse } from "../behaviour.ts";
import { answerError, but, checkMediaType, correct, json, plantBody, route, withHeaders } from "../correct.ts";
import type { Behaviour } from "../behaviour.ts";
import { type Mutant, page, refusalAs, refusing } from "./mutant.ts";

/** Answers a valid plant with another 2xx status. */
function successAs(status: number): Behaviour {
  return but({ answerPlant: (plant) => json(status, plantBody(plant)) });
}

/** Redirects every POST to the path. */
function redirect(status: number, location: string): Behaviour {
  return but({
    route: (request) => (request.path === "/plants" ? refuse("other-path", status, "Look elsewhere") : route(request)),
    answerError: (refusal) => {
      const answer = answerError(refusal);
      return refusal.status === status ? withHeaders(answer, { Location: location }) : answer;
    },
  });
}

/** Refuses a POST that lacks a header. */
function demand(status: number, lacks: (request: Request) => boolean): Behaviour {
  return but({
    checkHeaders: (request) => (lacks(request) ? refuse("headers", status, "A header is missing") : undefined),
  });
}

export const operationMutants: readonly Mutant[] = [
  {
    name: "knows-no-plants-with-a-tag",
    breaks: ["accepts-valid-plant"],
    why: "A route by the members of the body: without a tag the operation is there.",
    behaviour: refusing(404, ({ tag }) => tag !== undefined),
  },
  {
    name: "forbids-tags",
    breaks: ["accepts-valid-plant"],
    why: "The token is not refused: it is accepted with each plant that has no tag.",
    behaviour: refusing(403, ({ tag }) => tag !== undefined),
  },
  {
    name: "serves-at-plant-instead-of-plants",
    breaks: ["operation-exists"],
    behaviour: but({ route: (request) => (request.path === "/plant" ? undefined : refuse("other-path", 404, "No")) }),
  },
  {
    name: "creates-with-put-only",
    breaks: ["operation-exists"],
    behaviour: but({ route: (request) => (request.method === "PUT" ? undefined : refuse("other-method", 405, "PUT")) }),
  },
  {
    name: "redirects-to-a-trailing-slash",
    breaks: ["operation-exists"],
    why: "Frameworks that route with a slash at the end redirect to it.",
    behaviour: redirect(307, "/plants/"),
  },
  {
    name: "redirects-permanently-to-a-version",
    breaks: ["operation-exists"],
    behaviour: redirect(308, "/v2/plants"),
  },
  {
    name: "redirects-to-https",
    breaks: ["operation-exists"],
    why: "A proxy that knows the request only in its encrypted form, and does not see that it was.",
    behaviour: redirect(301, "https://plants.example/plants"),
  },
  {
    name: "redirects-after-post",
    breaks: ["operation-exists"],
    why: "Post, redirect, get: the habit of web forms.",
    behaviour: but({
      answerPlant: (plant) => withHeaders(json(303, {}), { Location: `/plants/${plant.id}` }),
    }),
  },
  { name: "answers-201", breaks: ["accepts-valid-plant"], behaviour: successAs(201) },
  { name: "answers-202", breaks: ["accepts-valid-plant"], behaviour: successAs(202) },
  { name: "answers-203", breaks: ["accepts-valid-plant"], behaviour: successAs(203) },
  { name: "answers-204", breaks: ["accepts-valid-plant"], behaviour: successAs(204) },
  {
    name: "answers-206",
    breaks: ["accepts-valid-plant"],
    why: "A layer that serves files answers every body as a part.",
    behaviour: successAs(206),
  },
  {
    name: "requires-a-tag",
    breaks: ["accepts-valid-plant"],
    behaviour: but({
      constrain: ({ tag }) => (tag === undefined ? refuse("not-a-new-plant", 400, "tag is missing") : undefined),
    }),
  },
  {
    name: "refuses-every-tag",
    breaks: ["accepts-valid-plant"],
    why: "NewPlant written down without what it takes over from Plant.",
    behaviour: but({
      constrain: ({ tag }) => (tag === undefined ? undefined : refuse("not-a-new-plant", 400, "tag is unknown")),
    }),
  },
  {
    name: "requires-accept-with-406",
    breaks: ["needs-no-other-headers"],
    behaviour: demand(406, ({ headers }) => headers.accept === undefined),
  },
  {
    name: "requires-accept-with-400",
    breaks: ["needs-no-other-headers"],
    behaviour: demand(400, ({ headers }) => headers.accept === undefined),
  },
  {
    name: "requires-a-user-agent",
    breaks: ["needs-no-other-headers"],
    why: "Firewalls in front of providers take a request without it for a robot.",
    behaviour: demand(403, ({ headers }) => headers["user-agent"] === undefined),
  },
  {
    name: "answers-201-where-accept-is-missing",
    breaks: ["needs-no-other-headers", "accepts-valid-plant"],
    behaviour: but({
      answerPlant: (plant, request) =>
        request.headers.accept === undefined ? json(201, plantBody(plant)) : correct.answerPlant(plant, request),
    }),
  },
  {
    name: "answers-201-where-no-tag-was-sent",
    breaks: ["accepts-valid-plant"],
    behaviour: but({ answerPlant: (plant) => json(plant.tag === undefined ? 201 : 200, plantBody(plant)) }),
  },
  {
    name: "answers-203-where-a-compressed-answer-is-accepted",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    why: "A proxy that compresses says that the answer is no longer the origin's.",
    behaviour: but({
      answerPlant: (plant, request) =>
        request.headers["accept-encoding"] === undefined
          ? correct.answerPlant(plant, request)
          : json(203, plantBody(plant)),
    }),
  },
  {
    name: "answers-a-missing-user-agent-with-a-400-page",
    breaks: ["needs-no-other-headers", "error-media-type", "error-encoding"],
    why: "A page of the firewall, which only its text distinguishes from the provider.",
    behaviour: {
      ...refusalAs(
        ({ refused }) => refused === "headers",
        () => page,
      ),
      checkHeaders: ({ headers }) =>
        headers["user-agent"] === undefined ? refuse("headers", 400, "No User-Agent") : undefined,
    },
  },
  {
    name: "refuses-requests-with-neither-accept-nor-user-agent",
    breaks: ["needs-no-other-headers"],
    why: "A firewall that adds up what is unusual.",
    behaviour: demand(403, ({ headers }) => headers.accept === undefined && headers["user-agent"] === undefined),
  },
  {
    name: "answers-500-without-a-user-agent",
    breaks: ["needs-no-other-headers", "answers-without-server-error"],
    why: "A log line that reads the header without asking whether it is there.",
    behaviour: demand(500, ({ headers }) => headers["user-agent"] === undefined),
  },
  {
    name: "closes-the-connection-without-a-user-agent",
    breaks: ["needs-no-other-headers", "answers-every-request"],
    why: "A firewall drops what it takes for a robot.",
    behaviour: but({
      finish: (answer, { headers }) => (headers["user-agent"] === undefined ? undefined : answer),
    }),
  },
  {
    name: "answers-xml-where-accept-is-missing",
    breaks: ["plant-media-type", "plant-encoding"],
    why: "The first format of a negotiation is its default; the status is right.",
    behaviour: but({
      answerPlant: (plant, request) =>
        request.headers.accept === undefined
          ? { status: 200, headers: { "Content-Type": "application/xml" }, body: `<plant>${plant.name}</plant>` }
          : correct.answerPlant(plant, request),
    }),
  },
  {
    name: "answers-a-page-to-browsers",
    breaks: ["plant-media-type", "plant-encoding"],
    why: "It negotiates, and has a page for people.",
    behaviour: but({
      answerPlant: (plant, request) =>
        request.headers.accept?.startsWith("text/html") === true
          ? { status: 200, headers: { "Content-Type": "text/html" }, body: `<h1>${plant.name}</h1>` }
          : correct.answerPlant(plant, request),
    }),
  },
  {
    name: "demands-an-api-version-header",
    breaks: ["accepts-valid-plant"],
    why: "No request has it, so no valid plant is ever accepted.",
    behaviour: demand(400, ({ headers }) => headers["api-version"] === undefined),
  },
  {
    name: "demands-a-query",
    breaks: ["accepts-valid-plant"],
    behaviour: demand(400, ({ query }) => query === undefined),
  },
  {
    name: "demands-a-charset-parameter",
    breaks: ["accepts-valid-plant"],
    behaviour: but({
      checkMediaType: (request) =>
        /charset/i.test(request.headers["content-type"] ?? "")
          ? checkMediaType(request)
          : refuse("media-type", 415, "A charset is needed"),
    }),
  },
  {
    name: "refuses-spaces-in-names",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    why: "A pattern for names of variables. Ordinary names have inner spaces.",
    behaviour: refusing(400, ({ name }) => !/^\w*$/.test(name)),
  },
  {
    name: "refuses-names-of-fewer-than-6-letters",
    breaks: ["accepts-valid-plant"],
    why: "A least length that nobody wrote down. Ordinary names begin at 3 characters.",
    behaviour: refusing(400, ({ name }) => name.length > 0 && name.length < 6),
  },
  {
    name: "refuses-names-beyond-32-characters",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    why: "A short column that refuses what it cannot hold. Ordinary names have up to 40 characters.",
    behaviour: refusing(400, ({ name }) => Array.from(name).length > 32),
  },
  {
    name: "demands-a-capital-at-the-beginning-of-names",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    // Excludes long names: so few of them occur that chance would not bring three, but another check sends three.
    behaviour: refusing(400, ({ name }) => /^[a-z]{3,24}$/.test(name)),
  },
  {
    name: "refuses-tags-beyond-8-letters",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    why: "Ordinary tags are words of 3 to 12 letters.",
    behaviour: refusing(400, ({ tag = "" }) => /^[a-z]{9,12}$/.test(tag)),
  },
  {
    name: "refuses-tags-of-fewer-than-4-letters",
    breaks: ["accepts-valid-plant"],
    behaviour: refusing(400, ({ tag = "" }) => /^[a-z]{1,3}$/.test(tag)),
  },
  {
    name: "keeps-ids-in-16-bits",
    breaks: ["accepts-valid-plant"],
    why: "A column of small integers, or Sequelize's SMALLINT. Ordinary ids begin at a million.",
    behaviour: refusing(400, ({ id }) => id > 32_767n),
  },
];
