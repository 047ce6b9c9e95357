/** The stacks from Maven Central. */
import type { Ecosystem, ProcessStack } from "../ecosystem.ts";
import { type Profile, meetsEverything } from "../stack.ts";

const withBoot = { family: "Spring Boot", framework: "spring-boot 4.1, jackson 3.1" } as const;
const withGson = { family: "Java's own server with Gson", framework: "openjdk 17, gson 2.15" } as const;

/** Only its packages are needed: javac and java do the rest, and need no further downloads. */
const copyDependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";

const javac = "javac -parameters --release 17 -cp '.build/lib/*'";

/** The programs start often and do little, so the second compiler would not pay off. */
function java(mainClass: string, classes = "classes"): ProcessStack["run"] {
  return ["java", "-XX:TieredStopAtLevel=1", "-cp", `.build/${classes}:.build/lib/*`, mainClass];
}

/** Spring replaces `${PORT}` by the variable of the environment. */
const springArguments = ["--server.address=127.0.0.1", "--server.port=${PORT}"];

const bootProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "404",
  "other-paths": "404",
  "method-get": "405",
};

/** What the program breaks with each version of Spring Boot. */
export const bootBroken = {
  "plant-shape": "Jackson writes `tag: null` where none was sent",
  "error-shape":
    'Spring Boot\'s own 400 is {timestamp, status, error: "Bad Request", path}: `error` is a string, and there is no `message`',
  "refuses-invalid-member":
    'Jackson converts: id as "7", or 7.5 (7); name and tag as 7 ("7"), 0.5 or true ("true"); a null tag counts as absent',
  "refuses-non-utf8": "Jackson takes UTF-16 and UTF-32 for JSON, and overlong forms for UTF-8",
  "accepts-bearer-in-any-case": "the header is compared as it is written",
  "challenges-with-401": "sendError(401) adds no header",
};

const boot: ProcessStack = {
  ...withBoot,
  name: "Spring Boot, as it comes",
  variant: "as-it-comes",
  run: [...java("plants.boot.Application"), ...springArguments],
  expected: {
    verdict: "non-conformant",
    broken: {
      ...bootBroken,
      "error-media-type": "where Accept prefers text/html, Spring Boot's own 400 is a page (Whitelabel Error Page)",
      "error-encoding": "the same",
    },
    profile: bootProfile,
  },
};

const bootFixed: ProcessStack = {
  ...withBoot,
  name: "Spring Boot, fixed",
  variant: "fixed",
  run: [...java("plants.SpringBootServer", "spring"), ...springArguments],
  expected: meetsEverything(bootProfile),
};

/** A context matches every path that begins with its own. */
const plainProfile: Profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "401",
  "method-get": "405",
};

const plain: ProcessStack = {
  ...withGson,
  name: "Java's own server with Gson, as it comes",
  variant: "as-it-comes",
  run: java("plants.plain.Main"),
  expected: {
    verdict: "non-conformant",
    broken: {
      "refuses-lenient-json":
        "fromJson() is lenient: comments, single quotes, names without quotes, line feeds in strings, leading zeros",
      "refuses-invalid-member":
        'Gson converts: id as "7" or "7.0"; name and tag as 7 ("7"), 0.5 or true ("true"); a null tag counts as absent',
      "refuses-id-beyond-int64": "2^63 goes through a double and becomes 2^63-1",
      "refuses-non-utf8": "an InputStreamReader puts U+FFFD in the place of bytes that are not UTF-8",
      "refuses-other-media-types": "nothing looks at Content-Type",
      "accepts-chunked-body": "com.sun.net.httpserver reads no trailer section",
      "accepts-bearer-in-any-case": "the header is compared as it is written",
      "challenges-with-401": "the answer written by hand has no WWW-Authenticate",
    },
    profile: plainProfile,
  },
};

const plainFixed: ProcessStack = {
  ...withGson,
  name: "Java's own server with Gson, fixed",
  variant: "fixed",
  run: java("plants.plainfixed.Main"),
  expected: {
    ...meetsEverything(plainProfile),
    // A handler cannot fix this, because the body cannot be read.
    broken: {
      "accepts-chunked-body": "com.sun.net.httpserver reads no trailer section",
      "answers-every-request": "its connection is closed then",
    },
  },
};

export const javaEcosystem: Ecosystem = {
  name: "Java",
  folder: "java",
  tools: [
    ["javac", "-version"],
    ["mvn", "--version"],
  ],
  fetch: [["mvn", "--batch-mode", "--quiet", copyDependencies, "-DoutputDirectory=.build/lib"]],
  build: [
    ["sh", "-c", `${javac} -d .build/classes $(find src -name '*.java')`],
    // Spring Boot looks for its parts in the package of the application and below it, and finds no other one here.
    ["sh", "-c", `${javac} -d .build/spring ../../../spec/programs/SpringBootServer.java`],
  ],
  stacks: [boot, bootFixed, plain, plainFixed],
};
