/** Tests that a test which a signal ends leaves no folder, process or network. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { it } from "node:test";
import { within } from "../support/eventually.js";
import { natsAbsent } from "../support/processes/nats-process.js";

const leftBehind = new URL("../../../scripts/left-behind.mjs", import.meta.url).href;
const { processesLeft } = (await import(leftBehind)) as {
  /** Returns the commands of processes below a temporary folder that do not end. */
  processesLeft(temporary: string): Promise<string[]>;
};

const support = (name: string) => new URL(`../support/cluster/${name}.js`, import.meta.url).href;

/** Starts all that a failover test starts, and waits. */
const program = `
  const { NatsCluster } = await import("${support("nats-cluster")}");
  const { startCluster } = await import("${support("nodes")}");
  const { CuttableNetwork, hasNetworks } = await import("${support("network")}");
  if (hasNetworks()) new CuttableNetwork(1);
  await NatsCluster.start();
  const cluster = await startCluster();
  await cluster.start("one", "auto");
  console.log("started");
  setInterval(() => {}, 1000);
`;

it("leaves nothing when a signal ends a failover test", { skip: natsAbsent }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-ended-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const flags = ["--input-type=module", "--eval", program];
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(process.execPath, flags, { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await within("a cluster", once(createInterface({ input: child.stdout }), "line"));
  child.kill("SIGTERM");
  assert.deepEqual(await exited, [143, null]);
  assert.deepEqual(await processesLeft(folder), []);
  assert.deepEqual(readdirSync(folder), []);
  const networks = readdirSync("/run").includes("netns") ? readdirSync("/run/netns") : [];
  assert.deepEqual(
    networks.filter((name) => name.startsWith(`tandem-${child.pid}`)),
    [],
  );
});
