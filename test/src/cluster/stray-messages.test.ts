/** Tests nodes whose log has messages that no node appended. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { headers } from "@nats-io/transport-node";
import {
  decodeHeader,
  encodeHeader,
  hashHeader,
  listOf,
  rlpListContent,
  rlpParts,
  toHex,
} from "@tandem/primitives";
import type { Connected } from "@tandem/replication/nats";
import { silentLogger } from "@tandem/runtime";
import { type ClusterNodes, startCluster } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { ask, call } from "../support/rpc.js";

/** Returns bytes without a meaning, which are the same in each run. */
const bytesOf = (length: number) =>
  Buffer.alloc(length, createHash("sha512").update(`${length}`).digest());

/** Returns the headers of a record of one message. */
function headersOf(kind: string, id: string, epoch: string) {
  const given = headers();
  given.set("Tandem-Kind", kind);
  given.set("Tandem-Id", id);
  given.set("Tandem-Epoch", epoch);
  given.set("Tandem-Part", "0/1");
  given.set("Tandem-Version", "1");
  return given;
}

/** Returns a record of a block that states more gas than its transactions use, with the id of that block. */
function withMoreGas(record: Uint8Array) {
  const [block] = rlpParts(rlpListContent(record));
  assert.ok(block);
  const [header, ...rest] = rlpParts(rlpListContent(block.encoded));
  assert.ok(header);
  const decoded = decodeHeader(header.encoded);
  const changed = { ...decoded, gasUsed: decoded.gasUsed + 1n };
  const encoded = listOf([encodeHeader(changed), ...rest.map((part) => part.encoded)]);
  return { body: listOf([encoded]), id: `${changed.number}:${toHex(hashHeader(changed))}` };
}

describe("nodes whose log has messages of others", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;
  let servers: Connected;
  let sealer: RunningNode;
  let replica: RunningNode;

  before(async () => {
    cluster = await startCluster();
    const { connectNats } = await import("@tandem/replication/nats");
    servers = await connectNats({ url: cluster.nats.url, name: "test", logger: silentLogger });
    sealer = await cluster.startLocal("one", "sealer", ["--lease-ms", "900"]);
    replica = await cluster.startLocal("two", "replica", ["--lease-ms", "900"]);
    await mine();
  });
  after(async () => {
    await servers?.connection.close();
    await cluster?.stop();
  });

  /** Mines a block, which the replica gets too. */
  const mine = async () => {
    await eventually("block", async () => (await ask(sealer.url, "evm_mine")).error === undefined);
    const height = await call(sealer.url, "eth_blockNumber");
    await eventually("it at the replica", async () => {
      return (await call(replica.url, "eth_blockNumber")) === height;
    });
  };
  const publish = async (body: Uint8Array, given?: ReturnType<typeof headersOf>) => {
    const subject = `tandem.${sealer.chainId}.log`;
    await servers.stream.publish(subject, body, given === undefined ? {} : { headers: given });
  };

  it("go on after them, in one chain", async () => {
    const stream = `TANDEM_${sealer.chainId}`;
    const first = await servers.manager.streams.getMessage(stream, { seq: 2 });
    assert.ok(first);
    const id = first.header.get("Tandem-Id");
    const otherId = `7:0x${"ab".repeat(32)}`;
    const emptyLists = Buffer.concat([
      Buffer.of(0xfa, 0x07, 0xa1, 0x20),
      Buffer.alloc(500_000, 0xc0),
    ]);
    const strays: [string, Uint8Array, ReturnType<typeof headersOf>?][] = [
      ["bytes", bytesOf(1000)],
      ["bytes in a record", bytesOf(1000), headersOf("blocks", otherId, "1")],
      ["a truncated record", first.data.subarray(0, 100), headersOf("blocks", id, "1")],
      ["another id", first.data, headersOf("blocks", otherId, "1")],
      ["a record again", first.data, headersOf("blocks", id, "1")],
      [
        "an epoch to which no election leads",
        Buffer.of(),
        headersOf("epoch", "x", "999999999999999"),
      ],
      ["half a million lists", emptyLists, headersOf("blocks", otherId, "1")],
    ];
    for (const [name, body, given] of strays) {
      await publish(body, given);
      await mine();
      assert.doesNotMatch(replica.output(), /cannot be followed/, name);
    }
  });

  it("go on after a block that breaks a rule, or a record of a newer version, once the stream is removed", async () => {
    const stream = `TANDEM_${sealer.chainId}`;
    const { last_seq: seq } = (await servers.manager.streams.info(stream)).state;
    const newest = await servers.manager.streams.getMessage(stream, { seq });
    assert.ok(newest);
    const { body, id } = withMoreGas(newest.data);
    const newer = headersOf("blocks", id, "1");
    newer.set("Tandem-Version", "2");
    const cases: [RegExp, ReturnType<typeof headersOf>][] = [
      [/block \d+ is refused/, headersOf("blocks", id, "1")],
      [/is of a newer version of Tandem/, newer],
    ];
    for (const [reason, given] of cases) {
      await publish(body, given);
      await eventually("its trouble", async () => reason.test(replica.output()));
      const height = await call(replica.url, "eth_blockNumber");
      assert.equal(await call(sealer.url, "eth_blockNumber"), height, "it is in no chain");
      await servers.manager.streams.delete(stream);
      await mine();
    }
  });
});
