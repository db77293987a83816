/**
 * Runs a server with fixed answers: it measures the limit of the generator, the kernel and the
 * machine.
 */
import { fileURLToPath } from "node:url";
import { type Subject, spawnServer } from "./subject.js";

const program = fileURLToPath(new URL("./ceiling-server.js", import.meta.url));

export const ceiling: Subject = {
  name: "bare uWebSockets.js",
  isOurs: true,
  async start({ mining }) {
    const spawned = await spawnServer((port) => [process.execPath, program, String(port)]);
    const url = `http://127.0.0.1:${spawned.port}`;
    return { ...spawned, name: "bare uWebSockets.js", isOurs: true, mining, url, chainId: 0 };
  },
};
