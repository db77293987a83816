// Finds the NATS server for tests of replication: Debian's, which is installed if it is missing and
// the machine permits it. Each test starts one on a free loopback port with its own folder.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { atEndSignal } from "./at-end-signal.mjs";
import { findProgram, installPackage } from "./debian-package.mjs";
import { freePort } from "./free-port.mjs";

/** Debian installs it in a folder that is only in root's path. */
const paths = ["nats-server", "/usr/sbin/nats-server"];

/** @returns its path, or undefined if there is none. */
export const findNats = () => findProgram(...paths);

/** Installs the server. The tests report it if that fails. */
export function ensureNats() {
  if (findNats() === undefined) installPackage("nats-server");
}

/** Another process may take a port between its selection and the start. */
const portsTried = 5;

/** Attempts to remove a folder in which a server that is ending still writes. */
const attempts = 10;

/**
 * Starts a server that stores its streams in a temporary folder.
 * @param options members of the options of `startNatsServer`.
 * @returns its URL, its process, and a function that ends it and removes the folder.
 * @throws {Error} if none is ready after some attempts.
 */
export async function startNats(options = {}) {
  for (let tries = 0; tries < portsTried; tries++) {
    const folder = mkdtempSync(join(tmpdir(), "tandem-nats-"));
    const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: attempts });
    const forget = atEndSignal(remove);
    const port = await freePort();
    const started = await startNatsServer({ ...options, folder, port });
    if (started !== undefined) {
      let running = started;
      const again = async () => {
        running = await startNatsServer({ ...options, folder, port });
        if (running === undefined) throw new Error("nats-server does not start again");
      };
      return {
        ...started,
        async restart() {
          await running.stop();
          await again();
        },
        async restartEmpty() {
          await running.stop();
          rmSync(join(folder, "store"), { recursive: true, force: true });
          await again();
        },
        async stop() {
          await running.stop();
          forget();
          remove();
        },
      };
    }
    forget();
    remove();
  }
  throw new Error("nats-server ends before it is ready");
}

/** Writes the configuration of a server. @returns the path of its file. */
function writeConfiguration({
  folder,
  port,
  name = "one",
  more = "",
  bytesMax = 8_388_608,
  storeBytesMax,
  address = "127.0.0.1",
}) {
  const file = join(folder, "nats.conf");
  writeFileSync(
    file,
    `server_name: ${name}
listen: "${address}:${port}"
max_payload: ${bytesMax}
jetstream { store_dir: "${join(folder, "store")}"${storeBytesMax === undefined ? "" : `, max_file_store: ${storeBytesMax}`} }
${more}
`,
  );
  return file;
}

/**
 * Starts a server in a folder, which may contain the streams of an earlier one.
 * @param {string} more further lines of its configuration, for example those of a cluster; none by
 * default.
 * @param {number} bytesMax the maximum bytes of a message.
 * @param {number} storeBytesMax the maximum bytes of all streams; what the disk has by default.
 * @param {string} address to listen on.
 * @returns undefined if it ended before it was ready.
 */
export async function startNatsServer(options) {
  const config = writeConfiguration(options);
  const child = spawn(findNats(), ["-c", config], { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  const forget = atEndSignal(() => child.kill("SIGKILL"));
  child.once("exit", forget);
  let isReady = false;
  for await (const line of createInterface({ input: child.stderr })) {
    isReady = /Server is ready/.test(line);
    if (isReady) break;
  }
  if (!isReady) return undefined;
  child.stderr.resume();
  return {
    url: `nats://127.0.0.1:${options.port}`,
    port: options.port,
    child,
    /** Has the running server take other options, and resolves when it has done so. */
    async change(others) {
      writeConfiguration({ ...options, ...others });
      let said = "";
      const note = (bytes) => {
        said += bytes;
      };
      child.stderr.on("data", note);
      child.kill("SIGHUP");
      while (!said.includes("Reloaded server configuration")) await once(child.stderr, "data");
      child.stderr.off("data", note);
    },
    async stop() {
      // A suspended process would not end by itself.
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
