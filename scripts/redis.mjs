// Finds the Redis server for tests of several relays: Debian's, which is installed if it is missing
// and the machine permits it. Each test starts one on a free port, without a file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { findProgram, installPackage } from "./debian-package.mjs";
import { freePort } from "./free-port.mjs";

/** @returns its path, or undefined if there is none. */
export const findRedis = () => findProgram("redis-server");

/** Installs the server. The tests report it if that fails. */
export function ensureRedis() {
  if (findRedis() === undefined) installPackage("redis-server");
}

/** Another process may take a port between its selection and the start. */
const portsTried = 5;

/**
 * @returns its URL, and a function that ends it. @throws {Error} if none is ready after some
 * attempts.
 */
export async function startRedis() {
  for (let tries = 0; tries < portsTried; tries++) {
    const started = await startOnce();
    if (started !== undefined) return started;
  }
  throw new Error("redis-server ends before it is ready");
}

/** @returns undefined if it ended before it was ready. */
async function startOnce() {
  const port = await freePort();
  const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  let isReady = false;
  for await (const line of lines) {
    isReady = /Ready to accept connections/.test(line);
    if (isReady) break;
  }
  if (!isReady) return undefined;
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
