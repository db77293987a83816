/**
 * Runs transcripts on nodes with compute threads and threads that own sockets, and through a replica that forwards to its sealer:
 * the answers are those of one node without threads. `npm test` runs those that change the chain or
 * need a WebSocket; the campaign runs all, over both transports.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { contract, type Method, namesOf } from "@tandem/rpc";
import { metric } from "../support/clients/metric.js";
import { steadyLease } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent, startNats } from "../support/processes/nats-process.js";
import { runTranscript } from "../support/transcripts/run-transcript.js";
import { readTranscripts, type Transcript, type Wire } from "../support/transcripts/transcript.js";
import { buildTranscriptChain } from "../support/transcripts/transcript-chain.js";
import type { Values } from "../support/transcripts/transcript-match.js";

/** A node whose answers are compared. */
interface Served {
  readonly node: RunningNode;
  stop(): Promise<unknown>;
}

interface Variant {
  readonly name: string;
  readonly skip?: string | false;
  start(flags: readonly string[]): Promise<Served>;
  /** Checks that the variant was in use. */
  check?(node: RunningNode): Promise<void>;
  readonly refusal?: (method: string) => object | undefined;
  /** Transcripts that do not hold, with the reasons. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

const manual = ["--mining", "manual"];

const withThreads = (threads: number): Variant => ({
  name: `a node with --threads ${threads}`,
  async start(flags) {
    const node = await startLocalNode([...flags, ...manual, "--threads", `${threads}`]);
    const count = () => metric(node.url, "tandem_compute_threads");
    await eventually("threads", async () => (await count()) === threads);
    return { node, stop: () => node.stop() };
  },
  async check({ url }) {
    assert.ok(((await metric(url, "tandem_compute_requests_total")) ?? 0) > 0);
    assert.equal(await metric(url, "tandem_compute_threads_replaced_total"), 0);
  },
});

const withReaders = (readers: number, threads: number): Variant => ({
  name: `a node with --readers ${readers} --threads ${threads}`,
  async start(flags) {
    const counts = ["--readers", `${readers}`, "--threads", `${threads}`];
    const node = await startLocalNode([...flags, ...manual, ...counts]);
    await eventually("threads", async () => {
      return (await metric(node.url, "tandem_compute_threads")) === threads;
    });
    return { node, stop: () => node.stop() };
  },
  async check({ url }) {
    assert.equal(await metric(url, "tandem_socket_threads"), readers);
    const isDelegated = ((await metric(url, "tandem_compute_requests_total")) ?? 0) > 0;
    assert.equal(isDelegated, threads > 0);
  },
});

/** The methods whose effect is in no block, so that other nodes cannot reproduce it; a cluster refuses them. */
const beyondBlocks = new Set(
  (contract as readonly Method[]).filter((one) => one.isBeyondBlocks).flatMap(namesOf),
);
const refusedInCluster = {
  code: -32601,
  message: "<text naming which the other nodes of the cluster cannot reproduce>",
};

const replica: Variant = {
  name: "a replica",
  skip: natsAbsent,
  async start(flags) {
    const nats = await startNats();
    const shared = [...flags, ...manual, "--log", nats.url, ...steadyLease];
    const sealer = await startLocalNode([...shared, "--role", "sealer"]);
    const node = await startLocalNode([...shared, "--role", "replica"]);
    return {
      node,
      async stop() {
        await node.stop();
        await sealer.stop();
        await nats.stop();
      },
    };
  },
  refusal: (method) => (beyondBlocks.has(method) ? refusedInCluster : undefined),
  exceptions: {
    "eth_coinbase: set": "a node tells its own coinbase, and the control sets that of the sealer",
  },
};

const isLong = fewOrMany(0, 1) === 1;
const variants = isLong
  ? [withThreads(1), withThreads(4), withReaders(1, 0), withReaders(4, 4), replica]
  : [withReaders(2, 1), replica];
const wires: readonly Wire[] = isLong ? ["http", "websocket"] : ["websocket"];

const transcripts = readTranscripts().filter(
  ({ changesChain, wires }) => isLong || changesChain || !wires.includes("http"),
);

/** Returns whether a transcript ends with the chain that it began with, by a method that is refused. */
const restores = ({ exchanges }: Transcript) =>
  exchanges.some(({ request }) => request.includes('"method":"evm_snapshot"'));

for (const variant of variants) {
  for (const wire of wires) {
    describe(`${variant.name} over ${wire}`, { skip: variant.skip }, () => runAll(variant, wire));
  }
}

function runAll(variant: Variant, wire: Wire): void {
  const { refusal = () => undefined, exceptions = {} } = variant;
  const ofWire = transcripts.filter((one) => one.wires.includes(wire));
  const isAlone = (one: Transcript) => variant.refusal !== undefined && restores(one);
  const groups = [
    { flags: [], of: ofWire.filter((one) => !one.needsKeys && !isAlone(one)) },
    { flags: ["--unlocked"], of: isLong ? ofWire.filter((one) => one.needsKeys) : [] },
    ...(isLong ? ofWire.filter(isAlone) : []).map((one) => ({ flags: [], of: [one] })),
  ];
  let values: Values = new Map();
  for (const { flags, of } of groups.filter((group) => group.of.length > 0)) {
    describe(of.length === 1 ? "alone" : ["together", ...flags].join(" "), () => {
      let served: Served;
      before(async () => {
        served = await variant.start(flags);
        if (flags.length === 0) values = await buildTranscriptChain(served.node.url);
      });
      after(() => served?.stop());
      for (const transcript of of) {
        const name = `${transcript.subject}: ${transcript.name}`;
        it(name, { skip: exceptions[name] ?? false }, async () => {
          const { node } = served;
          await runTranscript({ transcript, wire, node, values: new Map(values), refusal });
        });
      }
      const { check } = variant;
      if (check !== undefined && flags.length === 0) {
        it("gave threads a part of them", () => check(served.node));
      }
    });
  }
}
