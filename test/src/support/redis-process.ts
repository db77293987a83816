/** A Redis server of a test's own, on a free port and without a file; Debian's is installed if it can be. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

const isThere = () => spawnSync("redis-server", ["--version"]).status === 0;

/** Name of the program; undefined when there is none and it cannot be installed. */
export function findRedis(): string | undefined {
  if (!isThere() && process.getuid?.() === 0) {
    spawnSync("apt-get", ["install", "-y", "redis-server"], { timeout: 120_000 });
  }
  return isThere() ? "redis-server" : undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** A test, or whoever ends the server later. */
export interface Ending {
  after(close: () => Promise<void>): void;
}

/** @returns its URL. It ends with the test. */
export async function startRedis(t: Ending): Promise<string> {
  const port = await freePort();
  const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(child, "exit");
  t.after(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (/Ready to accept connections/.test(line)) break;
  child.stdout.resume();
  return `redis://127.0.0.1:${port}/0`;
}
