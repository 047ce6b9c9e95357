/** "What makes a request invalid beyond the 400 response: not shown", and limits are not shown. */
import { parse as parseLossless, stringify } from "lossless-json";
import { type Behaviour, type Refusal, type Request, isRefusal, refuse } from "../behaviour.ts";
import { but, checkMediaType, correct, json, plantBody, route } from "../correct.ts";
import type { Value } from "../json-text.ts";
import { type Right, constrained } from "./right.ts";

const known: readonly string[] = ["id", "name", "tag"];

function unknownNames(value: Value): readonly string[] {
  return value.type === "object" ? [...value.members().keys()].filter((name) => !known.includes(name)) : [];
}

/** Refuses some texts or values. */
function parsing(refuses: (text: string, value: Value) => Refusal | undefined): Behaviour {
  return but({
    parse: (text, request) => {
      const value = correct.parse(text, request);
      return isRefusal(value) ? value : (refuses(text, value) ?? value);
    },
  });
}

/** Reads duplicate members in its own way. */
function twice(choose: (both: { readonly oldValue: unknown; readonly newValue: unknown }) => unknown): Behaviour {
  return but({
    parse: (text, request) => {
      const value = correct.parse(text, request);
      if (isRefusal(value)) return value;
      try {
        return correct.parse(stringify(parseLossless(text, undefined, { onDuplicateKey: choose })) ?? "", request);
      } catch {
        return refuse("not-json", 400, "A member comes twice");
      }
    },
  });
}

/** Refuses bodies larger than a size. */
function limited(bytes: number, status: number): Behaviour {
  return but({
    decode: (request) => (request.body.length > bytes ? refuse("limit", status, "Too large") : correct.decode(request)),
  });
}

/** Closes the connection on bodies larger than a size, without an answer. */
function closing(bytes: number): Behaviour {
  return but({
    takeOver: (incoming) => {
      if (Number(incoming.headers["content-length"] ?? 0) <= bytes) return false;
      incoming.socket.destroy();
      return true;
    },
  });
}

function withoutMediaType(otherwise: (request: Request) => Refusal | undefined): Behaviour {
  return but({
    checkMediaType: (request) =>
      request.headers["content-type"] === undefined ? otherwise(request) : checkMediaType(request),
  });
}

function withQuery(status: number): Behaviour {
  return but({
    route: (request) => (request.query === undefined ? route(request) : refuse("limit", status, "No query")),
  });
}

const members: readonly Right[] = [
  {
    name: "refuses unknown members",
    behaviour: parsing((_text, value) =>
      unknownNames(value).length > 0 ? refuse("not-a-new-plant", 400, "An unknown member") : undefined,
    ),
    profile: { "unknown-members": "refused: 400", "deep-nesting": "refused: 400" },
  },
  {
    name: "refuses unknown members beside a whole plant with 422",
    behaviour: but({
      validate: (value, request) => {
        const plant = correct.validate(value, request);
        const isMore = unknownNames(value).length > 0 && !isRefusal(plant);
        return isMore ? refuse("constraint", 422, "An unknown member") : plant;
      },
    }),
    profile: { "unknown-members": "refused: 422", "deep-nesting": "refused: 422" },
  },
  {
    name: "gives unknown members back",
    behaviour: but({
      answerPlant: (plant, { body }) => {
        const sent: unknown = JSON.parse(body.toString().replace(/^\u{feff}/u, ""));
        const more = Object.entries(Object(sent)).filter(([name]) => !known.includes(name));
        return json(200, { ...Object.fromEntries(more), ...plantBody(plant) });
      },
    }),
    profile: { "unknown-members": "accepted" },
    warns: ["plant-has-no-other-members"],
  },
  {
    name: "takes the first of two members with one name",
    behaviour: twice(({ oldValue }) => oldValue),
    profile: { "duplicate-members": "accepted, the first counts" },
  },
  {
    name: "refuses members that come twice",
    behaviour: twice(() => {
      throw new Error("Twice");
    }),
    profile: { "duplicate-members": "refused: 400" },
  },
  {
    name: "refuses what is nested beyond 64 levels",
    behaviour: parsing((text) => (/\[{65}/u.test(text) ? refuse("limit", 400, "Too deep") : undefined)),
    profile: { "unknown-members": "accepted", "deep-nesting": "refused: 400" },
  },
  {
    name: "refuses what is nested beyond 32 levels with 413",
    behaviour: parsing((text) => (/\[{33}/u.test(text) ? refuse("limit", 413, "Too deep") : undefined)),
    profile: { "deep-nesting": "refused: 413" },
  },
  {
    name: "reads over a byte order mark",
    behaviour: but({
      decode: (request) => {
        const text = correct.decode(request);
        return isRefusal(text) ? text : text.replace(/^\u{feff}/u, "");
      },
    }),
    profile: { "byte-order-mark": "accepted" },
  },
];

const sizes: readonly Right[] = [
  {
    name: "refuses bodies beyond 8,000 bytes with 413",
    behaviour: limited(8_000, 413),
    profile: { "body-size": "64 KiB refused: 413, 1 MiB refused: 413" },
  },
  {
    name: "refuses names beyond 100 characters with 422 before everything else",
    behaviour: parsing((_text, value) => {
      const name = value.type === "object" ? value.members().get("name") : undefined;
      return name?.type === "string" && name.value.length > 100 ? refuse("constraint", 422, "Too long") : undefined;
    }),
  },
  {
    name: "refuses bodies beyond 200 bytes with 413",
    behaviour: limited(200, 413),
    profile: { "body-size": "64 KiB refused: 413, 1 MiB refused: 413" },
  },
  {
    name: "refuses bodies beyond 16 KiB with 413",
    behaviour: limited(16_384, 413),
    profile: {
      "body-size": "64 KiB refused: 413, 1 MiB refused: 413",
      "name-length": "accepted up to 10001, refused at 16383",
    },
  },
  {
    name: "refuses bodies beyond 64 KiB with 400",
    behaviour: limited(65_536, 400),
    profile: { "body-size": "64 KiB accepted, 1 MiB refused: 400" },
  },
  {
    name: "refuses bodies beyond 100 KiB",
    behaviour: limited(102_400, 413),
    profile: { "body-size": "64 KiB accepted, 1 MiB refused: 413" },
  },
  {
    name: "answers bodies beyond 16 KiB with 413 before it has read them, and closes the connection",
    behaviour: but({
      takeOver: (incoming, response) => {
        if (Number(incoming.headers["content-length"] ?? 0) <= 16_384) return false;
        response.writeHead(413, { Connection: "close", "Content-Length": "0" }).end();
        incoming.resume();
        return true;
      },
    }),
    profile: { "body-size": "64 KiB refused: 413, 1 MiB refused: 413" },
  },
  {
    name: "closes the connection on bodies beyond 16 KiB",
    behaviour: closing(16_384),
    profile: {
      "body-size": "64 KiB cut off, 1 MiB cut off",
      "name-length": "accepted up to 10001, refused at 16383",
    },
  },
  {
    name: "closes the connection on bodies beyond 64 KiB",
    behaviour: closing(65_536),
    profile: {
      "body-size": "64 KiB accepted, 1 MiB cut off",
      "tag-length": "accepted up to 32769, refused at 65536",
    },
  },
];

/** Refuses bodies for their size or their framing before it looks at what they hold (RFC 9110 section 15.5). */
function refusedFirst(status: number, isMeant: (request: Request) => boolean): Behaviour {
  return but({
    checkHeaders: (request) => (isMeant(request) ? refuse("limit", status, "Not like this") : undefined),
  });
}

const lengths: readonly Right[] = [
  {
    name: "asks for a Content-Length with 411",
    behaviour: refusedFirst(411, ({ headers }) => headers["transfer-encoding"] !== undefined),
    profile: { "chunked-body": "refused: 411", "other-statuses": "401, 409, 411, 415" },
  },
  {
    name: "asks for a Content-Length and a body with 411",
    behaviour: refusedFirst(411, ({ headers, body }) => headers["content-length"] === undefined || body.length === 0),
    profile: { "chunked-body": "refused: 411" },
  },
  ...[413, 414, 431].map((status): Right => ({
    name: `answers what is longer than a plant can be with ${status}, whatever it is`,
    behaviour: but({
      validate: (value, request) => {
        const plant = correct.validate(value, request);
        return isRefusal(plant) && request.body.length > 90 ? refuse("limit", status, "Too large") : plant;
      },
    }),
  })),
];

const headers: readonly Right[] = [
  {
    name: "takes a body without Content-Type",
    behaviour: withoutMediaType(() => undefined),
    profile: { "no-content-type": "accepted" },
  },
  {
    name: "refuses a body without Content-Type with 400",
    behaviour: withoutMediaType(({ body }) =>
      body.length === 0 ? undefined : refuse("media-type", 400, "No media type"),
    ),
    profile: { "no-content-type": "refused: 400" },
  },
  {
    name: "refuses other media types with 400",
    behaviour: but({
      answerError: (refusal, request) =>
        correct.answerError(refusal.refused === "media-type" ? { ...refusal, status: 400 } : refusal, request),
    }),
    profile: { "no-content-type": "refused: 400", "other-statuses": "401, 409" },
  },
  { name: "refuses unknown queries", behaviour: withQuery(400), profile: { "unknown-query": "refused: 400" } },
  { name: "knows no path with a query", behaviour: withQuery(404), profile: { "unknown-query": "refused: 404" } },
  {
    name: "refuses unknown queries with 422 after everything else",
    behaviour: constrained(422, (_plant, { query }) => query !== undefined),
    profile: { "unknown-query": "refused: 422" },
  },
];

export const bodies: readonly Right[] = [...members, ...sizes, ...lengths, ...headers];
