/** Tests signals that arrive before a node is ready: it ends in order, and waits for nothing. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, it } from "node:test";
import { isNewDatabase, openStore } from "@tandem/store";
import { executable, runTandem } from "../support/node-process.js";
import { atEndSignal } from "../support/processes/at-end-signal.js";
import { promised } from "../support/promised.js";

const preload = new URL("../../src/support/processes/signal-at-path.mjs", import.meta.url);

/** Starts a node, and sends it a signal when it is busy. Returns how it ended. */
async function endedInStart(
  flags: readonly string[],
  busy: Promise<unknown>,
): Promise<{ code: number | null; output: string }> {
  const node = ["run", "--port", "0", "--log-format", "json"];
  const child = spawn(process.execPath, [executable, ...node, ...flags]);
  const forget = atEndSignal(() => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const closed = once(child, "close");
  await Promise.race([busy, closed]);
  child.kill("SIGTERM");
  const [code] = await closed;
  forget();
  return { code: code as number | null, output };
}

const sockets = new Set<Socket>();
const connected = { first: promised<Socket>() };
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => {});
  connected.first.resolve(socket);
});
const port = () => (server.address() as AddressInfo).port;

beforeEach(async () => {
  connected.first = promised<Socket>();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
});

const assertStopped = ({ code, output }: Awaited<ReturnType<typeof endedInStart>>) => {
  assert.equal(code, 0, output);
  assert.match(output, /"msg":"stopped before the start was complete"/);
  assert.doesNotMatch(output, /"level":50|\n {4}at /);
};

it("ends while the other chain of a fork does not answer", async () => {
  const url = `http://127.0.0.1:${port()}`;
  assertStopped(await endedInStart(["--fork-url", url], connected.first.promise));
});

it("ends while the servers of a log do not answer", async () => {
  const asked = promised<void>();
  void connected.first.promise.then((socket) => {
    const info = { server_id: "A", version: "2.11.0", proto: 1, headers: true, jetstream: true };
    socket.write(`INFO ${JSON.stringify({ ...info, max_payload: 2 ** 20 })}\r\n`);
    socket.on("data", (data) => {
      // It answers its pings, and no request.
      if (String(data).includes("PING")) socket.write("PONG\r\n");
      if (String(data).includes("$JS.API")) asked.resolve();
    });
  });
  const url = `nats://127.0.0.1:${port()}`;
  const ended = await endedInStart(["--log", url, "--mining", "interval"], asked.promise);
  assertStopped(ended);
  assert.doesNotMatch(ended.output, /do not answer yet/, "it did not wait for another request");
});

it("ends while the servers of a log accept connections and do not answer", async () => {
  const url = `nats://127.0.0.1:${port()}`;
  assertStopped(await endedInStart(["--log", url], connected.first.promise));
});

it("ends while the state of a chain file with many accounts is computed, and leaves a new database", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-stop-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [file, directory] = [join(folder, "genesis.json"), join(folder, "chain")];
  const addressOf = (index: number) => `0x${index.toString(16).padStart(40, "0")}`;
  const alloc = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [addressOf(index + 1), { balance: "0x1" }]),
  );
  writeFileSync(file, JSON.stringify({ config: { chainId: 4242 }, gasLimit: "0x1c9c380", alloc }));
  // The node writes this file when the database is open, and computes the state next.
  const variables = { SIGNAL_AT: "TANDEM", NODE_OPTIONS: `--import=${preload.href}` };
  const flags = ["--port", "0", "--chain", file, "--data-dir", directory, "--log-format", "json"];
  const { code, stdout, stderr } = await runTandem(["run", ...flags], variables);
  assertStopped({ code, output: stdout + stderr });
  const store = await openStore({ directory, isDurable: false });
  assert.ok(isNewDatabase(store));
  await store.close();
});
