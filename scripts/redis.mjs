// The Redis server the tests of several relays want: Debian's, installed when it is missing and can
// be, and started by each test on a free port, without a file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { findProgram, installPackage } from "./debian-package.mjs";

/** @returns its path; undefined when there is none. */
export const findRedis = () => findProgram("redis-server");

/** Leaves it to the tests to say what they miss. */
export function ensureRedis() {
  if (findRedis() === undefined) installPackage("redis-server");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** @returns its URL, and what ends it. */
export async function startRedis() {
  const port = await freePort();
  const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (/Ready to accept connections/.test(line)) break;
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
