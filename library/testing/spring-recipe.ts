/** The recipe for JUnit in a project of Spring Boot, with the snippet of the page and the applications of the proof. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Cases, type EndedProcess, javaOptions, junitCases, junitOptions, runProcess } from "./recipes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What an editor adds to the snippet. */
const IMPORTS = [
  "org.junit.jupiter.api.TestInstance",
  "org.junit.jupiter.api.TestTemplate",
  "org.junit.jupiter.api.extension.RegisterExtension",
  "org.springframework.boot.test.context.SpringBootTest",
  "org.springframework.boot.test.web.server.LocalServerPort",
].map((name) => `import ${name};\n`);

/** The applications, by the package that each is compiled in. */
const APPLICATIONS = {
  boot: "proof/real/java/src/plants/boot/Application.java",
  bootfixed: "spec/programs/SpringBootServer.java",
};

/** Two applications, and what the tests of each showed: one that meets everything, and one as beginners write it. */
export interface SpringRun extends EndedProcess {
  readonly right: Cases;
  readonly wrong: Cases;
}

/**
 * Compiles the tests of both applications in a folder with the recipe, and runs them in one process.
 * @param archives the folder of the archives of Spring Boot
 * @throws {Error} where they cannot be compiled
 */
export async function runSpring(folder: string, archives: string, token: string): Promise<SpringRun> {
  const page = readFileSync(join(root, "docs/other-languages.md"), "utf8");
  const snippet = /```java\n([^]*?)```/.exec(page)?.[1] ?? "";
  const recipe = readFileSync(join(folder, "Conformance.java"), "utf8");
  const applications = Object.keys(APPLICATIONS);
  const sources = Object.entries(APPLICATIONS).flatMap(([name, source]) => {
    const own = join(folder, name);
    const application = readFileSync(join(root, source), "utf8");
    mkdirSync(own);
    writeFileSync(join(own, basename(source)), application.replace(/^package .*;$/m, `package plants.${name};`));
    // Spring looks for the application in the package of the test; the name of the class is what is shown.
    const named = snippet.replace("class ConformanceTest", `class ${name}`);
    writeFileSync(join(own, "Conformance.java"), `package plants.${name};\n${recipe}`);
    writeFileSync(join(own, `${name}.java`), `package plants.${name};\n${IMPORTS.join("")}${named}`);
    return readdirSync(own).map((file) => join(own, file));
  });
  const compiled = await runProcess(["javac", "-cp", `${archives}/*`, "-d", "classes", ...sources], folder);
  if (compiled.exitCode !== 0) throw new Error(compiled.output);
  const launcher = ["-cp", `classes:${archives}/*`, "org.junit.platform.console.ConsoleLauncher", "execute"];
  const selected = applications.map((name) => `--select-class=plants.${name}.${name}`);
  const argv = ["java", ...javaOptions, ...launcher, ...junitOptions, ...selected] as const;
  const { exitCode, output } = await runProcess(argv, folder, { PLANT_STORE_TOKEN: token });
  const [, ...sections] = output.split(/-- (boot|bootfixed) \[OK\]/);
  const casesOf = (name: string): Cases => junitCases("", sections[sections.indexOf(name) + 1] ?? "");
  return { exitCode, output, right: casesOf("bootfixed"), wrong: casesOf("boot") };
}
