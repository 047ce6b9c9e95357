/**
 * Eight shards and their merge on a real Slurm, which this starts on the loopback interface: `npm run proof:slurm`. One task is
 * requeued in the middle of its run, and the merge says what the whole run says. Then one task is cancelled, and the merge is
 * not green. Needs Debian's packages slurmctld, slurmd, slurm-client and munge, and root. It takes about four minutes, because
 * Slurm waits before it starts a task again.
 */
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"];
const TOKEN = "token-of-the-array";
const COMMAND = `node ${join(root, "dist/command/main.js")}`;
const CASES = "40000";

/** For whatever does not end by itself. */
const MOST_MS = 8 * 60_000;
const deadline = Date.now() + MOST_MS;

const say = (text) => process.stdout.write(`${text}\n`);

async function missing() {
  if (process.getuid?.() !== 0) return "it needs root, as which Slurm starts jobs";
  const path = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"];
  const none = PROGRAMS.filter((name) => !path.some((folder) => existsSync(join(folder, name))));
  return none.length === 0 ? null : `${none.join(", ")} not found`;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until something is so, and fails at the deadline of all. */
async function until(what, isSo) {
  while (Date.now() < deadline) {
    const found = await isSo();
    if (found) return found;
    await pause(300);
  }
  throw new Error(`${what}: not within ${MOST_MS / 1000} s`);
}

const started = [];

function start(folder, program, argv, env = process.env) {
  const child = spawn(program, argv, { env, stdio: ["ignore", "pipe", "pipe"], cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => (output = `${output}${text}`.slice(-4000)));
  started.push(child);
  return { child, output: () => output };
}

/** Processes end in the reverse order in which they were started. */
async function stopAll() {
  for (const child of started.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await Promise.race([ended, pause(5000).then(() => child.kill("SIGKILL"))]);
  }
}

/** What signs the messages between the parts of Slurm. */
async function startMunge(folder) {
  const at = (name) => join(folder, name);
  const key = at("munge.key");
  writeFileSync(key, randomBytes(128), { mode: 0o400 });
  mkdirSync(at("munge"), { mode: 0o755 });
  const socket = at("munge/socket");
  const files = ["pid", "log", "seed"].map((name) => `--${name}-file=${at(`munge/${name}`)}`);
  start(folder, "/usr/sbin/munged", ["--foreground", "--force", `--key-file=${key}`, `--socket=${socket}`, ...files]);
  await until("munged began", () => existsSync(socket));
  return socket;
}

/** The configuration of a cluster of one node, whose name is that of the machine. */
async function configuration(folder, socket) {
  const at = (name) => join(folder, name);
  const node = hostname().split(".")[0];
  return `ClusterName=proof
SlurmctldHost=${node}(127.0.0.1)
SlurmctldPort=${await freePort()}
SlurmdPort=${await freePort()}
AuthType=auth/munge
AuthInfo=socket=${socket}
CredType=cred/munge
SlurmUser=root
StateSaveLocation=${at("state")}
SlurmdSpoolDir=${at("spool")}
SlurmctldPidFile=${at("slurmctld.pid")}
SlurmdPidFile=${at("slurmd.pid")}
SlurmctldLogFile=${at("slurmctld.log")}
SlurmdLogFile=${at("slurmd.log")}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
KillWait=2
MaxArraySize=1001
NodeName=${node} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;
}

async function startSlurm(folder) {
  const socket = await startMunge(folder);
  const conf = join(folder, "slurm.conf");
  for (const name of ["state", "spool"]) mkdirSync(join(folder, name));
  writeFileSync(conf, await configuration(folder, socket));
  const env = { ...process.env, SLURM_CONF: conf };
  start(folder, "/usr/sbin/slurmctld", ["-D", "-f", conf], env);
  start(folder, "/usr/sbin/slurmd", ["-D", "-f", conf], env);
  await until("the node is idle", async () => {
    const asked = run("sinfo", ["--noheader", "--format=%t"], { env, timeout: 10_000 });
    return (await asked.catch(() => ({ stdout: "" }))).stdout.trim() === "idle";
  });
  return env;
}

async function startProvider(folder) {
  const port = await freePort();
  start(folder, process.execPath, [
    join(root, "dist/command/main.js"),
    "serve",
    "--port",
    String(port),
    "--token",
    TOKEN,
  ]);
  const url = `http://127.0.0.1:${port}`;
  await until("the provider answers", () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return url;
}

const resultOf = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Submits the array and the merge, as the example does, and gives the exit status of the merge. */
async function submit(folder, variables, meanwhile) {
  const sh = execFile("sh", [join(root, "examples/fleet/slurm.sh")], { cwd: folder, env: { ...variables, COMMAND } });
  const status = new Promise((resolve) => sh.once("exit", resolve));
  await meanwhile();
  return status;
}

/** The id of a task of an array that has a state. */
async function task(env, number, state) {
  const { stdout } = await run("squeue", ["--noheader", "--array", "--name=plant-store-shard", "--format=%i %t"], {
    env,
  });
  const line = stdout.split("\n").find((one) => one.includes(`_${number} `) && one.trim().endsWith(state));
  return line?.trim().split(" ")[0];
}

function expect(what, is, wanted) {
  const [seen, right] = [JSON.stringify(is), JSON.stringify(wanted)];
  if (seen !== right) throw new Error(`${what} is ${seen}, and not ${right}`);
  say(`${what}: ${seen}`);
}

/** One task is killed in the middle, and Slurm starts it again. */
async function requeuedTask(folder, variables, whole) {
  const began = Date.now();
  const asked = { ...variables, RUN: "requeued", PLANT_STORE_URL: await startProvider(folder) };
  const status = await submit(folder, asked, async () => {
    const id = await until("task 3 runs", () => task(variables, 3, "R"));
    // In the middle: it has sent its first requests, and has no result yet.
    await pause(2500);
    if (existsSync(join(folder, "shards/requeued/shard-3.json"))) throw new Error("Task 3 ended before it was killed");
    await run("scontrol", ["requeue", id], { env: variables });
    say(`Task ${id} was killed in the middle and requeued`);
  });
  const merged = resultOf(join(folder, "merged/requeued/result.json"));
  say(`The array and its merge took ${Math.round((Date.now() - began) / 1000)} s`);
  expect("Exit status of the merge", status, 0);
  expect("Verdict", merged.verdict, whole.verdict);
  expect("Shards", merged.merged, { shards: 8 });
  expect("Cases of fuzzing", merged.fuzz.cases, Number(CASES));
  const statusOf = ({ requirements }, id) => requirements.find((one) => one.id === id)?.status;
  const other = whole.requirements.filter(({ id, status: before }) => statusOf(merged, id) !== before);
  expect(
    "Requirements with another status than in the whole run",
    other.map(({ id }) => id),
    [],
  );
  const third = resultOf(join(folder, "shards/requeued/shard-3.json"));
  // The reference implementation refuses ids that are taken.
  expect("Attempt of shard 3", third.shard.attempt, 2);
  const lines = readFileSync(join(folder, "shards/requeued/3.log"), "utf8").split("\n");
  expect("Times that task 3 began", lines.filter((line) => line.startsWith("Shard 3 of 8, by SLURM_")).length, 2);
}

/** One task is cancelled, and has no result. */
async function cancelledTask(folder, variables) {
  const asked = { ...variables, RUN: "lost", CASES: "8000", PLANT_STORE_URL: await startProvider(folder) };
  const status = await submit(folder, asked, async () => {
    const id = await until("task 8 is there", async () => (await task(variables, 8, "PD")) ?? task(variables, 8, "R"));
    await run("scancel", [id], { env: variables });
    say(`Task ${id} was cancelled`);
  });
  const { verdict, reasons } = resultOf(join(folder, "merged/lost/result.json"));
  expect("Exit status of the merge without task 8", status, 3);
  expect("Its verdict", verdict, "inconclusive");
  expect("Its first reason", reasons[0], "The result of shard 8 of 8 is missing.");
}

async function proof() {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-slurm-"));
  chmodSync(folder, 0o755);
  say(`Working in ${folder}`);
  const variables = { ...(await startSlurm(folder)), TOKEN_FILE: "token.txt", CASES };
  writeFileSync(join(folder, "token.txt"), TOKEN);
  const url = await startProvider(folder);
  const asked = `check ${url} --token-file token.txt --seed requeued --no-contracts --fuzz 200 --report json=whole.json`;
  await run("sh", ["-c", `${COMMAND} ${asked}`], { cwd: folder, env: variables });
  await requeuedTask(folder, variables, resultOf(join(folder, "whole.json")));
  await cancelledTask(folder, variables);
}

const why = await missing();
if (why !== null) {
  say(`SKIPPED: shards on Slurm; ${why}`);
} else {
  try {
    await proof();
  } finally {
    await stopAll();
  }
}
