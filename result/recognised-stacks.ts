/** Stacks that can be recognised in answers: by a header field, or by the error page of the framework. Pure. */
import type { Exchange } from "./result.ts";

/** The parts of an answer that identify a stack. All given parts must match. */
interface Sign {
  readonly status?: number;
  /** The name of a header field, in lower case, and the start of its value. */
  readonly header?: readonly [string, string];
  /** Texts that the body contains. */
  readonly holds?: readonly string[];
  /** The whole body. */
  readonly is?: string;
  /** Completes the sentence "recognized by ...". It is our text and quotes nothing of the answer. */
  readonly words: string;
}

/** A stack that is known. */
export interface ListedStack {
  /** The value for `--stack`. */
  readonly id: string;
  /** Its heading in docs/stacks.md. */
  readonly family: string;
  /** The common prefix of the names of its programs in the causes of `spec/requirements/`. */
  readonly programs: string;
  /** The file of `spec/programs/` that its fixes are cut from. */
  readonly program?: string;
  readonly signs: readonly Sign[];
}

const page = (holds: readonly string[], words = "the framework's own error page"): Sign => ({ holds, words });
const json = (holds: readonly string[]): Sign => ({ holds, words: "the framework's own error in JSON" });

/** A stack that is built on another one comes before it. */
export const listedStacks: readonly ListedStack[] = [
  {
    id: "nestjs",
    family: "NestJS with class-validator",
    programs: "NestJS",
    signs: [json(['"message":"Cannot ', '"error":"Not Found"', '"statusCode":404'])],
  },
  {
    id: "fastify",
    family: "Fastify",
    programs: "Fastify",
    program: "fastify_server.mjs",
    signs: [json(['"message":"Route ', " not found", '"statusCode":404']), json(['"code":"FST_ERR_'])],
  },
  {
    id: "hono",
    family: "Hono with zod",
    programs: "Hono",
    signs: [
      {
        status: 404,
        is: "404 Not Found",
        header: ["content-type", "text/plain"],
        words: "Hono's answer to another path",
      },
      json(['"success":false', '"name":"ZodError"']),
    ],
  },
  {
    id: "prism",
    family: "Stoplight Prism's mock",
    programs: "Stoplight Prism",
    signs: [
      json(["https://stoplight.io/prism/errors#"]),
      { header: ["sl-violations", ""], words: "the header field sl-violations" },
    ],
  },
  {
    id: "express",
    family: "Express",
    programs: "Express",
    program: "express_server.mjs",
    signs: [
      { header: ["x-powered-by", "Express"], words: "the header field X-Powered-By: Express" },
      page(["<title>Error</title>", "<pre>Cannot "]),
    ],
  },
  {
    id: "connexion",
    family: "connexion",
    programs: "connexion",
    signs: [json(['{"type": "about:blank", "title": "', '", "detail": "', '", "status": '])],
  },
  {
    id: "fastapi",
    family: "FastAPI",
    programs: "FastAPI",
    program: "fastapi_server.py",
    signs: [
      json(['{"detail":[{"type":"', '"loc":["']),
      { is: '{"detail":"Not Found"}', words: "FastAPI's answer to another path" },
    ],
  },
  {
    id: "django",
    family: "Django REST framework",
    programs: "Django REST framework",
    program: "django_server.py",
    signs: [
      json(['{"detail":"Method \\"', ' not allowed."}']),
      page(["The requested resource was not found on this server."]),
    ],
  },
  {
    id: "flask",
    family: "Flask",
    programs: "Flask",
    program: "flask_server.py",
    signs: [
      page(["The requested URL was not found on the server. If you entered the URL manually"]),
      page(["The method is not allowed for the requested URL."]),
      { header: ["server", "Werkzeug/"], words: "the header field Server: Werkzeug" },
    ],
  },
  {
    id: "oapi-codegen",
    family: "oapi-codegen with its validator",
    programs: "oapi-codegen",
    signs: [
      { status: 400, holds: ["request body has an error: "], words: "the words of oapi-codegen's validator" },
      { status: 404, is: "no matching operation was found\n", words: "the validator's answer to another path" },
    ],
  },
  {
    id: "huma",
    family: "huma",
    programs: "huma",
    signs: [json(['"$schema":"', '/schemas/ErrorModel.json"', '"title":"'])],
  },
  {
    id: "gin",
    family: "Gin",
    programs: "Gin",
    program: "gin_server.go",
    signs: [{ status: 404, is: "404 page not found", words: "Gin's answer to another path" }],
  },
  {
    id: "go",
    family: "Go's net/http",
    programs: "Go's net/http",
    program: "go_server.go",
    signs: [
      { status: 404, is: "404 page not found\n", words: "net/http's answer to another path" },
      { status: 405, is: "Method Not Allowed\n", words: "net/http's answer to another method" },
    ],
  },
  {
    id: "spring-boot",
    family: "Spring Boot",
    programs: "Spring Boot",
    program: "SpringBootServer.java",
    signs: [json(['"timestamp":', '"status":', '"error":"', '"path":"'])],
  },
  {
    id: "sinatra",
    family: "Sinatra",
    programs: "Sinatra",
    program: "sinatra_server.rb",
    signs: [{ header: ["x-cascade", "pass"], words: "the header field X-Cascade: pass" }, page(["Sinatra doesn"])],
  },
  {
    id: "axum",
    family: "axum",
    programs: "axum",
    signs: [
      page(["Failed to deserialize the JSON body into the target type"], "the words of axum's Json extractor"),
      page(["Failed to parse the request body as JSON"], "the words of axum's Json extractor"),
      page(["Expected request with `Content-Type: application/json`"], "the words of axum's Json extractor"),
    ],
  },
  {
    id: "poem",
    family: "poem-openapi",
    programs: "poem-openapi",
    signs: [
      { status: 400, holds: ["parse request payload error: "], words: "the words of poem's Json payload" },
      { status: 401, is: "authorization error", words: "poem's answer to a missing token" },
    ],
  },
  {
    id: "java-server",
    family: "Java's own server with Gson",
    programs: "Java's own server",
    // Its pages for other paths do not name it, and Gson alone does not identify a stack.
    signs: [],
  },
  {
    id: "php",
    family: "Plain PHP",
    programs: "Plain PHP",
    program: "php_server.php",
    signs: [{ header: ["x-powered-by", "PHP/"], words: "the header field X-Powered-By: PHP" }],
  },
];

/** A stack that was recognised, and its evidence. */
export interface RecognisedStack {
  readonly stack: ListedStack;
  readonly words: string;
}

/** The stack that the answers of a run show; null if none can be recognised. */
export function stackOf(exchanges: readonly Exchange[]): RecognisedStack | null {
  for (const stack of listedStacks) {
    const sign = stack.signs.find((one) => exchanges.some((exchange) => shows(exchange, one)));
    if (sign !== undefined) return { stack, words: sign.words };
  }
  return null;
}

/** Whether an exchange matches a sign. The pages of a framework are refusals. */
function shows({ response }: Exchange, { status, header, holds = [], is }: Sign): boolean {
  if (response === null || (status !== undefined && response.status !== status)) return false;
  const { headers, body } = response;
  if (header !== undefined && !headers.some(([name, value]) => isField(name, value, header))) return false;
  if (holds.length === 0 && is === undefined) return true;
  if (response.status < 400 || body.encoding !== "utf-8") return false;
  return (is === undefined || body.content === is) && holds.every((text) => body.content.includes(text));
}

function isField(name: string, value: string, [wanted, start]: readonly [string, string]): boolean {
  return name.toLowerCase() === wanted && value.startsWith(start);
}

/** The stack with the name that a user gives; undefined if there is none. */
export function stackNamed(name: string): ListedStack | undefined {
  const wanted = name.trim().toLowerCase();
  return listedStacks.find(({ id, family }) => id === wanted || family.toLowerCase() === wanted);
}

/** Whether a cause applies to a stack, by the names of the programs that the cause lists. */
export function isCauseOf({ programs }: Pick<ListedStack, "programs">, stacks: readonly string[]): boolean {
  return stacks.some((name) => name.startsWith(programs));
}

/** The causes of a stack first, then the others. */
export function ownFirst<Cause extends { readonly stacks: readonly string[] }>(
  causes: readonly Cause[],
  stack: Pick<ListedStack, "programs"> | undefined,
): readonly Cause[] {
  if (stack === undefined) return causes;
  const isOwn = ({ stacks }: Cause): boolean => isCauseOf(stack, stacks);
  return [...causes.filter(isOwn), ...causes.filter((cause) => !isOwn(cause))];
}
