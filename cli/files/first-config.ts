/** The files that `init` writes. Pure. They hold no token. */

/** The user's settings for a run. */
export interface FirstConfig {
  readonly baseUrl: string;
  readonly tokenFile?: string;
  readonly tokenCommand?: string;
  readonly start?: string;
}

/** The systems that a pipeline file is written for. */
export type PipelineSystem = "github" | "gitlab" | "jenkins";

/** A file of `init`, and the steps that the user still has to do for it. */
export interface FirstFile {
  readonly path: string;
  readonly text: string;
  readonly next?: string;
}

/** The configuration, with a comment for each key. */
export function firstConfig({ baseUrl, tokenFile, tokenCommand, start }: FirstConfig): string {
  const token =
    tokenFile !== undefined
      ? [
          "# The file that holds the token on one line. Keep it out of version control.",
          `token-file: ${text(tokenFile)}`,
        ]
      : tokenCommand !== undefined
        ? ["# Prints the token, and is run again when the token expires.", `token-command: ${text(tokenCommand)}`]
        : ["# The token is read from the environment variable PLANT_STORE_TOKEN.", "# token-file: token.txt"];
  return [
    "# yaml-language-server: $schema=node_modules/plant-store-conformance/cli/options/config.schema.json",
    "# Read by `plant-store-conformance check` in this folder. Options of the command line take precedence.",
    "",
    "# What comes before /plants. The variable PLANT_STORE_URL takes precedence.",
    `base-url: ${text(baseUrl)}`,
    "",
    ...token,
    "",
    ...(start === undefined
      ? ["# Starts the provider for the run, and stops it afterwards.", "# start: node server.js"]
      : ["# Starts the provider for the run, and stops it afterwards.", `start: ${text(start)}`]),
    "",
    "# The reports: report.html, report.txt, junit.xml and result.json.",
    "out: reports/conformance",
    "",
    "# Fail also if a SHOULD is not met:",
    "# strict: true",
    "# Fail if an open point has another value:",
    "# expect: [duplicate-id=409]",
    "",
  ].join("\n");
}

/** A scalar of YAML, in which JSON strings are valid. Dollar signs are doubled, so that they do not begin variables. */
function text(value: string): string {
  return JSON.stringify(value.replaceAll("$", "$$$$"));
}

/**
 * A pipeline file for a system, beside those that exist.
 * @param version of the package that it installs: a newer one may find faults that this one does not
 */
export function firstPipeline(system: PipelineSystem, version: string): FirstFile {
  return { github, gitlab, jenkins }[system](version);
}

const install = (version: string): string => `npm install --no-save plant-store-conformance@${version}`;

const RUN = "npx plant-store-conformance check --wait 60";

const github = (version: string): FirstFile => ({
  path: ".github/workflows/plant-store-conformance.yml",
  text: `name: Plant Store conformance
on: [push, pull_request]
permissions:
  contents: read
jobs:
  conformance:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${install(version)}
      # Start the provider here, unless \`start\` of plant-store-conformance.yaml does.
      - run: ${RUN} --github
        env:
          PLANT_STORE_TOKEN: \${{ secrets.PLANT_STORE_TOKEN }}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: plant-store-conformance
          path: reports/conformance
`,
  next: "add the secret PLANT_STORE_TOKEN to the repository, unless the configuration has another source for the token",
});

const gitlab = (version: string): FirstFile => ({
  path: ".gitlab/plant-store-conformance.yml",
  text: `plant-store-conformance:
  image: node:22
  script:
    - ${install(version)}
    # Start the provider here, unless \`start\` of plant-store-conformance.yaml does.
    - ${RUN}
  artifacts:
    when: always
    paths: [reports/conformance]
    reports:
      junit: reports/conformance/junit.xml
`,
  next: 'add "include: .gitlab/plant-store-conformance.yml" to .gitlab-ci.yml, and the masked variable PLANT_STORE_TOKEN',
});

const jenkins = (version: string): FirstFile => ({
  path: "Jenkinsfile.plant-store-conformance",
  text: `pipeline {
  agent { docker { image 'node:22' } }
  environment { PLANT_STORE_TOKEN = credentials('plant-store-token') }
  stages {
    stage('Plant Store conformance') {
      steps {
        sh '${install(version)}'
        // Start the provider here, unless start of plant-store-conformance.yaml does.
        sh '${RUN}'
      }
    }
  }
  post {
    always {
      junit 'reports/conformance/junit.xml'
      archiveArtifacts artifacts: 'reports/conformance/**', allowEmptyArchive: true
    }
  }
}
`,
  next: "create a pipeline that uses this file, and the credential plant-store-token",
});
