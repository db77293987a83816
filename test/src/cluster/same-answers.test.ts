/** Tests that a replica returns the same bytes as the sealer for all reads of the transcripts. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { steadyLease } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { type NatsProcess, natsAbsent, startNats } from "../support/processes/nats-process.js";
import { call, post } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import { readTranscripts } from "../support/transcripts/transcript.js";
import { buildTranscriptChain } from "../support/transcripts/transcript-chain.js";
import { fillIn, type Values } from "../support/transcripts/transcript-match.js";

/** Methods whose result has the id of the process. */
const ofTheNode = new Set(["hardhat_metadata", "anvil_metadata"]);

const reads = readTranscripts()
  .filter(({ changesChain, needsKeys, wires, subject }) => {
    return !changesChain && !needsKeys && wires.includes("http") && !ofTheNode.has(subject);
  })
  // Later requests may depend on an earlier answer, as with filters.
  .flatMap(({ exchanges }) => exchanges.slice(0, 1).map(({ request }) => request));

describe("the answers of a replica", { skip: natsAbsent }, () => {
  let nats: NatsProcess;
  let sealer: RunningNode;
  let replica: RunningNode;
  /** Reads blocks before their transactions, which wait for the blocks of a node that starts. */
  let late: RunningNode;
  let values: Values;

  before(async () => {
    nats = await startNats();
    const flags = ["--log", nats.url, ...steadyLease, "--mining", "manual", "--seed", "7"];
    sealer = await startLocalNode([...flags, "--role", "sealer"]);
    replica = await startLocalNode([...flags, "--role", "replica"]);
    values = await buildTranscriptChain(sealer.url);
    late = await startLocalNode([...flags, "--role", "replica"]);
    await eventually("same head", async () => {
      const nodes = [sealer, replica, late];
      const heads = await Promise.all(nodes.map(({ url }) => call(url, "eth_blockNumber")));
      return heads.every((head) => head === heads[0]);
    });
    await eventually("same pending transactions", hasTransactions);
  });
  after(async () => {
    await late?.stop();
    await replica?.stop();
    await sealer?.stop();
    await nats?.stop();
  });

  /** Pending transactions reach replicas by another stream than blocks. */
  const hasTransactions = async () => {
    const hashes = [...values].filter(([name]) => name.startsWith("tx.")).map(([, hash]) => hash);
    const calls = hashes.map((hash) => ({ method: "eth_getTransactionByHash", params: [hash] }));
    const nodes = [sealer, replica, late];
    const found = await Promise.all(nodes.map(({ url }) => callAll(url, calls)));
    return found.every((each) => isDeepStrictEqual(each, found[0]));
  };

  const answerOf = async ({ url }: RunningNode, request: string) =>
    (await post(url, request)).text();

  /** The sealer's answers by their requests. */
  const answers = new Map<string, string>();
  before(async () => {
    for (const read of reads) {
      const request = fillIn(read, values);
      answers.set(request, await answerOf(sealer, request));
    }
  });

  async function compare(other: RunningNode): Promise<void> {
    let compared = 0;
    const different: string[] = [];
    for (const [request, wanted] of answers) {
      const found = await answerOf(other, request);
      if (found === wanted) compared++;
      // For ids of filters, and times, the sealer's own answers differ.
      else if (wanted === (await answerOf(sealer, request))) {
        different.push(`${request}\n  sealer:  ${wanted}\n  replica: ${found}`);
      }
    }
    assert.deepEqual(different, []);
    assert.ok(compared > answers.size / 2, `${compared} of ${answers.size}`);
  }

  it("are those of the sealer, unless its own answers differ", () => compare(replica));

  it("are those of the sealer where blocks arrived before their transactions", () => compare(late));
});
