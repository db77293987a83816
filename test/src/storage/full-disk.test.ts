/** Tests that a full disk stops only writes, until space is freed. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { developmentAccount, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { JsonSocket } from "../support/json-socket.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { startNodeProcess } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import {
  type NodeOnDisk,
  noSmallDisks,
  onFullDisk,
  startOnSmallDisk,
} from "../support/storage/full-disk.js";
import { runRelay } from "../support/ussd/relay.js";

const [giver, taker] = [developmentAccount(0), developmentAccount(1)];

/** The maximum number of blocks that fit into space that the system has already allocated. */
const blocksMax = 50;

/** @returns the height of the last written block. */
async function mineUntilRefused(url: string): Promise<number> {
  for (let i = 0; i < blocksMax; i++) {
    const height = Number(await call(url, "eth_blockNumber"));
    try {
      await call(url, "evm_mine");
    } catch (error) {
      assert.match(String(error), /-32000.*(is full|No space left)/);
      return height;
    }
  }
  throw new Error(`${blocksMax} blocks were written to a full disk`);
}

/** Fills the disk, checks the node, frees the space, and checks again. */
async function fillAndEmpty(disk: NodeOnDisk, freeMebibytes: number): Promise<void> {
  const { url } = disk.node;
  let nonce = 0;
  const pay = () => {
    const { raw } = sign(giver, { nonce, to: taker.address, value: 1n });
    return call<string>(url, "eth_sendRawTransaction", [raw]);
  };
  const health = async () => {
    const answer = await fetch(`${url}/health`);
    return { code: answer.status, ...((await answer.json()) as { status: string }) };
  };
  await pay();
  nonce++;
  disk.fill(freeMebibytes);
  const height = await mineUntilRefused(url);
  assert.equal(Number(await call(url, "eth_blockNumber")), height);
  assert.equal(await call(url, "eth_getTransactionCount", [giver.address, "latest"]), "0x1");
  assert.ok(await call(url, "eth_getBlockByNumber", ["0x1", true]));
  const isForeseen = (await health()).status === "disk-full";
  if (isForeseen) {
    assert.equal((await health()).code, 503);
    await assert.rejects(pay(), /-32000.*is full/);
  }
  disk.empty();
  await eventually("health", async () => (await health()).status === "ready");
  await call(url, "evm_mine");
  const hash = await pay();
  assert.ok(await call(url, "eth_getTransactionReceipt", [hash]));
  // An operator sees it once, whatever is logged of calls.
  for (const line of ["the chain cannot be written", "the chain is written again"]) {
    assert.equal(disk.node.output().split(line).length - 1, 1, disk.node.output());
  }
  const chain = await readChain(url);
  assert.equal(chain.length, height + 3);
  assertProved(chain, testPace);
}

describe("a node on a full disk", { skip: noSmallDisks() }, () => {
  it("stops writing while some space is left, and continues when there is more", async () => {
    const disk = await startOnSmallDisk(["--disk-reserve-mb", "32", "--calls", "off"]);
    try {
      await fillAndEmpty(disk, 31);
    } finally {
      await disk.stop();
    }
  });

  it("survives that the database reaches the end of the disk", async () => {
    const disk = await startOnSmallDisk(["--disk-reserve-mb", "0"]);
    try {
      await fillAndEmpty(disk, 0);
    } finally {
      await disk.stop();
    }
  });

  it("does so while threads with sockets read the database, and their subscribers miss no block", async () => {
    const flags = ["--disk-reserve-mb", "0", "--readers", "1", "--threads", "1"];
    const disk = await startOnSmallDisk(flags);
    const sockets = await Promise.all(
      Array.from({ length: 4 }, () => JsonSocket.open(disk.node.wsUrl)),
    );
    try {
      const inboxes = [];
      for (const socket of sockets) inboxes.push((await socket.subscribe("newHeads")).inbox);
      await fillAndEmpty(disk, 0);
      const { length } = await readChain(disk.node.url);
      for (const inbox of inboxes) await inbox.count(length - 1);
    } finally {
      for (const socket of sockets) await socket.close();
      await disk.stop();
    }
  });

  it("answers a send only when its block is stored, and is readable after a kill on a full disk", async () => {
    const disk = await startOnSmallDisk(["--disk-reserve-mb", "0"]);
    try {
      const answered = await sendUntilRefused(disk);
      disk.fill(0);
      await disk.restart("SIGKILL");
      const { url } = disk.node;
      assert.match(disk.node.output(), /full.*read-only/);
      const health = await fetch(`${url}/health`);
      assert.equal(health.status, 503);
      assert.equal(((await health.json()) as { status: string }).status, "disk-full");
      await assertMined(url, answered);
      await assert.rejects(call(url, "evm_mine"), /-32000.*start the node again/);
      await assert.rejects(paid(url, answered.length), /-32000/);
      disk.empty();
      await disk.restart("SIGTERM");
      await assertMined(disk.node.url, answered);
      await call(disk.node.url, "evm_mine");
    } finally {
      await disk.stop();
    }
  });
});

describe("a disk without space", { skip: noSmallDisks() }, () => {
  it("is named as the reason why no database can be created on it", () =>
    onFullDisk(async ({ folder, inside }) => {
      const flags = ["--data-dir", join(folder, "chain")];
      await assert.rejects(
        startNodeProcess(flags, {}, inside),
        /code 1 before it was ready:\ntandem: the disk of \S+ is full \(.*\): free some space\n$/,
      );
    }));

  it("gets no file of a report that is not whole", async () => {
    const short = ["--set", "stop.hours=1", "--set", "warmUpHours=0"];
    const { code, stderr, left } = await onFullDisk(({ path }) =>
      runHere(["simulate", "steady", ...short, "--out", `${path}/report`]),
    );
    assert.equal(code, 1, stderr);
    assert.match(stderr, /tandem: --out: \S+ cannot be written: the disk is full\n$/);
    assert.deepEqual(left, []);
  });

  it("gets no keystore that is not whole", async () => {
    const secrets = { USSD_RELAY_KEYSTORE_PASSPHRASE: "long enough for a test" };
    const { code, stderr, left } = await onFullDisk(({ path }) =>
      runRelay(["keystore", `${path}/relayer.json`], secrets),
    );
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^tandem-relay: \S+ cannot be written: the disk is full\n$/);
    assert.deepEqual(left, []);
  });

  it("gets no settings of a trial that are not whole, nor their keystore", async (t) => {
    const node = await startLocalNode();
    t.after(() => node.stop());
    for (const mode of ["demonstration", "extended"]) {
      const flags = ["--mode", mode, "--node-url", node.url];
      const { code, stderr, left } = await onFullDisk(({ path }) =>
        runRelay(["prepare", `${path}/relay.env`, ...flags]),
      );
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^tandem-relay: \S+ cannot be written: the disk is full\n$/);
      assert.deepEqual(left, []);
    }
  });
});

const paid = (url: string, nonce: number) => {
  const { raw } = sign(giver, { nonce, to: taker.address, value: 1n });
  return call<string>(url, "eth_sendRawTransaction", [raw]);
};

/** Fills the disk between sends, until one is refused. @returns the acknowledged hashes. */
async function sendUntilRefused(disk: NodeOnDisk): Promise<string[]> {
  const answered = [await paid(disk.node.url, 0)];
  for (let i = 0; i < blocksMax; i++) {
    disk.fill(0);
    try {
      answered.push(await paid(disk.node.url, answered.length));
    } catch (error) {
      assert.match(String(error), /-32000.*(is full|No space left)/);
      return answered;
    }
  }
  throw new Error(`${blocksMax} sends were answered on a full disk`);
}

async function assertMined(url: string, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    assert.ok(await call(url, "eth_getTransactionReceipt", [hash]), `${hash} was answered`);
  }
}
