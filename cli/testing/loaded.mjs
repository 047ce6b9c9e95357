// @ts-check
/** Preloaded into a command. Writes the modules that it loads, one per line, to the file that LOADED_MODULES names. */
import { writeFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

const hook = `
  let port;
  export const initialize = (data) => void (port = data.port);
  export const load = async (url, context, next) => {
    const loaded = await next(url, context);
    if (loaded.format !== "builtin") port.postMessage(url);
    return loaded;
  };`;
const { port1: loads, port2: port } = new MessageChannel();
register(`data:text/javascript,${encodeURIComponent(hook)}`, { data: { port }, transferList: [port] });

process.on("exit", () => {
  /** @type {Set<string>} */
  const files = new Set(Object.keys(createRequire(import.meta.url).cache));
  for (let received = receiveMessageOnPort(loads); received !== undefined; received = receiveMessageOnPort(loads)) {
    if (received.message.startsWith("file:")) files.add(fileURLToPath(received.message));
  }
  writeFileSync(process.env["LOADED_MODULES"] ?? "", [...files].join("\n"));
});
