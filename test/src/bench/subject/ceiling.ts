/**
 * Runs a server with fixed answers: it measures the limit of the generator, the kernel and the
 * machine.
 */
import { fileURLToPath } from "node:url";
import { chosenTransport } from "@tandem/rpc";
import { type Subject, spawnServer } from "./subject.js";

const program = fileURLToPath(new URL("./ceiling-server.js", import.meta.url));

const transport = chosenTransport("auto");
const name = transport === "uws" ? "bare uWebSockets.js" : "bare Node server";

export const ceiling: Subject = {
  name,
  isOurs: true,
  async start({ mining }) {
    const spawned = await spawnServer((port) => [
      process.execPath,
      program,
      String(port),
      transport,
    ]);
    const url = `http://127.0.0.1:${spawned.port}`;
    return { ...spawned, name, isOurs: true, mining, url, chainId: 0 };
  },
};
