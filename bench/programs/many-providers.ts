/** Starts reference implementations in one process and prints their URLs on one line. Argument: their number. */
import { startServer } from "../../reference-impl/server.ts";

const token = process.env["PLANT_STORE_TOKEN"] ?? "";
const servers = await Promise.all(Array.from({ length: Number(process.argv[2]) }, () => startServer({ token })));
process.once("disconnect", () => process.exit());
process.stdout.write(`${servers.map(({ url }) => url).join(" ")}\n`);
