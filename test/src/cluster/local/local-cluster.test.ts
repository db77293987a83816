/**
 * Tests `npm run cluster` in small: one address for all nodes, a sealer that is killed, and a
 * complete clean-up.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { sendUntilTaken } from "../../support/cluster/send.js";
import { developmentAccount, plentyGasPrice, sign } from "../../support/development.js";
import { eventually } from "../../support/eventually.js";
import { JsonSocket } from "../../support/json-socket.js";
import { suspend } from "../../support/processes/executable.js";
import { natsAbsent } from "../../support/processes/nats-process.js";
import { ask, call, post } from "../../support/rpc.js";
import type { WireBlock } from "../../support/wire.js";

const script = fileURLToPath(new URL("../../../../scripts/cluster/main.mjs", import.meta.url));
const balancer = new URL("../../../../scripts/cluster/balancer.mjs", import.meta.url).href;
const { findBalancer } = (await import(balancer)) as { findBalancer(): string | undefined };
const balancerAbsent = findBalancer() === undefined && "haproxy is not installed";

/** Returns whether a process exists, even if it has ended and was not reaped yet. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("wrong flags of a cluster are refused before anything is started", async () => {
  for (const [flag, value] of [
    ["--port", "x"],
    ["--port", "65536"],
    ["--servers", "2"],
  ] as const) {
    const child = spawn(process.execPath, [script, flag, value]);
    let errors = "";
    child.stderr.on("data", (text: Buffer) => {
      errors += text;
    });
    assert.deepEqual(await once(child, "close"), [2, null]);
    assert.match(errors, new RegExp(`^${flag}: expected [^]*--replicas N`));
  }
});

describe("a cluster on this machine", { skip: natsAbsent || balancerAbsent }, () => {
  const flags = ["--port", "0", "--servers", "1", "--replicas", "0", "--", "--lease-ms", "6000"];
  let child: ChildProcess;
  let exited: Promise<unknown[]>;
  let output = "";
  let url = "";
  let nonce = 0;

  before(async () => {
    child = spawn(process.execPath, [script, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
    exited = once(child, "exit");
    child.stdout?.on("data", (text: Buffer) => {
      output += text;
    });
    await eventually("end of the start", () => /^Ready/m.test(output) || child.exitCode !== null);
    url = /^All nodes, by one address: (\S+)/m.exec(output)?.[1] ?? "";
    assert.notEqual(url, "", output);
  });
  after(async () => {
    child.kill("SIGTERM");
    await exited;
  });

  const pids = () =>
    new Map(
      [...output.matchAll(/^([\w-]+) +(\d+) +\w+:\/\//gm)].map(([, name, pid]) => [
        name,
        Number(pid),
      ]),
    );
  const transfer = () => {
    const fields = {
      nonce: nonce++,
      to: developmentAccount(5).address,
      value: 1n,
      gasPrice: plentyGasPrice,
    };
    return sign(developmentAccount(0), fields);
  };

  it("answers sends, reads and subscriptions at one address", async () => {
    const socket = await JsonSocket.open(url.replace("http", "ws"));
    const heads = await socket.subscribe<WireBlock>("newHeads");
    const { raw, hash } = transfer();
    await sendUntilTaken(url, raw);
    assert.equal((await heads.inbox.next()).number, "0x1");
    await eventually("receipt", async () => {
      return (await call(url, "eth_getTransactionReceipt", [hash])) !== null;
    });
    socket.socket.close();
  });

  it("never shows an older head than its client has seen", async () => {
    for (let i = 0; i < 10; i++) {
      await sendUntilTaken(url, transfer().raw);
      const request = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] };
      const wanted = { "tandem-min-height": `${nonce}` };
      // Every node may be behind for longer than it waits.
      const headers = await eventually("answer of a node that has it", async () => {
        const answer = await post(url, request, wanted);
        return answer.status === 200 && answer.headers;
      });
      assert.ok(Number(headers["tandem-height"]) >= nonce);
    }
  });

  it("answers reads while the servers of the log do not answer, and says that a send may be done", async () => {
    const statusUrl = /knows of them: (\S+)/.exec(output)?.[1] ?? "";
    const nodesAre = async (state: string) => {
      const rows = (await (await fetch(`${statusUrl}/;csv`)).text()).split("\n");
      const nodes = rows.filter((row) => /^nodes,(sealer|standby),/.test(row));
      return nodes.length === 2 && nodes.every((row) => row.includes(`,${state},`));
    };
    const assertHeight = async (when: string, height: number) => {
      // One of the nodes may be behind.
      const { number, transactions } = await eventually("its height", async () => {
        const block = await call<WireBlock>(url, "eth_getBlockByNumber", ["latest", false]);
        return Number(block.number) >= height && block;
      });
      assert.equal(Number(number), height, `${when}, with ${transactions}`);
    };
    const log = pids().get("nats-1") ?? 0;
    await assertHeight("before", nonce);
    const { raw } = transfer();
    await suspend(log);
    try {
      const request = { jsonrpc: "2.0", id: 1, method: "eth_sendRawTransaction", params: [raw] };
      // On a connection that had an answer before, as those of `post`, the balancer may end it without one.
      const sent = fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      await eventually("nodes that are behind", () => nodesAre("DOWN"));
      await assertHeight("while the log does not answer", nonce - 1);
      assert.match(await (await sent).text(), /it may be done or not/);
    } finally {
      process.kill(log, "SIGCONT");
    }
    await eventually("nodes that are ready", () => nodesAre("UP"));
    await sendUntilTaken(url, raw);
  });

  it("continues when its sealer is killed", async () => {
    process.kill(pids().get("sealer") ?? 0, "SIGKILL");
    await sendUntilTaken(url, transfer().raw);
    await eventually("its height", async () => {
      const answer = await ask(url, "eth_blockNumber").catch(() => undefined);
      return Number(answer?.result) >= nonce;
    });
    // The other node may have sealed before, so that the height is reached before the end is seen.
    const told = /^sealer ended \(SIGKILL\)\. To start it again:\n {2}.*--role auto/m;
    await eventually("the end of the sealer", () => told.test(output));
  });

  it("ends completely, and leaves nothing", async () => {
    const folder = /prints \(NAME\.log\): (\S+)/.exec(output)?.[1] ?? "";
    assert.ok(existsSync(folder));
    // It runs on where nobody reads what it prints.
    child.stdout?.destroy();
    const standby = pids().get("standby") ?? 0;
    process.kill(standby, "SIGKILL");
    await eventually("the end of the standby", () => !isThere(standby));
    child.kill("SIGINT");
    assert.deepEqual(await exited, [0, null]);
    assert.ok(!existsSync(folder));
    assert.deepEqual(
      [...pids()].filter(([, pid]) => isThere(pid)),
      [],
    );
  });
});
