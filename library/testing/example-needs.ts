/** What examples import beside this package, and what runs the files of `export`: installed once for a user of this machine. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Linter, cache, installed, installedByNpm, runMaven } from "./pipeline-linters.ts";

/** The last major that runs on Node 20. */
const TESTCONTAINERS = "11.14.0";

/** The package that the example in `examples/testcontainers/` imports; `program` is its folder. */
export function testcontainers(): Promise<Linter> {
  return installedByNpm("testcontainers", TESTCONTAINERS, "testcontainers");
}

/** Runs a collection of Postman, which it reads with Postman's own library. */
export function newman(): Promise<Linter> {
  return installedByNpm("newman", "6.2.2", ".bin/newman");
}

/** Runs a file of requests. */
export function httpYac(): Promise<Linter> {
  return installedByNpm("httpyac", "6.16.7", ".bin/httpyac");
}

const ARTIFACTS = [
  "org.springframework.boot:spring-boot-starter-webmvc",
  "org.springframework.boot:spring-boot-starter-validation",
  "org.springframework.boot:spring-boot-starter-test",
  "org.junit.platform:junit-platform-console",
];

/** Spring Boot with its tests, in the version of the proof with its stack; `program` is the folder of the archives. */
export function springBoot(): Promise<Linter> {
  const stack = fileURLToPath(new URL("../../proof/real/java/pom.xml", import.meta.url));
  const [parent = "", version = ""] =
    /<parent>[^]*?<version>(.*?)<[^]*<\/parent>/.exec(readFileSync(stack, "utf8")) ?? [];
  const folder = join(cache, `spring-boot-${version}`);
  return installed(folder, async () => {
    const project = `${folder}-${process.pid}`;
    mkdirSync(project, { recursive: true });
    const dependencies = ARTIFACTS.map((name) => {
      const [group = "", artifact = ""] = name.split(":");
      return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId></dependency>`;
    });
    const own = "<groupId>plants</groupId><artifactId>plants</artifactId><version>1</version>";
    const body = `<modelVersion>4.0.0</modelVersion>${parent}${own}<dependencies>${dependencies.join("")}</dependencies>`;
    writeFileSync(join(project, "pom.xml"), `<project xmlns="http://maven.apache.org/POM/4.0.0">${body}</project>`);
    await runMaven("copy-dependencies", join(project, "lib"), project);
    renameSync(join(project, "lib"), folder);
    rmSync(project, { recursive: true });
  });
}
