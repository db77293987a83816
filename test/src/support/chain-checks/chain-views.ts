/** Reads a chain by all queries, to compare two chains. */
import assert from "node:assert/strict";
import { type Chain, readTraces, scanLogs, traceEnds } from "@tandem/chain";
import {
  type Address,
  type Block,
  isEqual,
  type LocatedTrace,
  type StoredBlock,
  toHex,
  traceAddressOf,
} from "@tandem/primitives";
import { cancellationOf } from "@tandem/runtime";
import { patienceMs } from "../eventually.js";
import type { World } from "../world.js";

/** Imports blocks in any order. */
export async function importAll(chain: Chain, blocks: readonly Block[]): Promise<void> {
  let waiting = [...blocks];
  // A round without an import would repeat forever.
  for (let rounds = blocks.length + 1; waiting.length > 0; rounds--) {
    assert.ok(rounds > 0, "every block has its parent in the tree");
    const orphans: Block[] = [];
    for (const block of waiting) {
      const imported = await chain.import(block);
      assert.notEqual(imported.status, "invalid");
      if (imported.status === "no-parent") orphans.push(block);
    }
    waiting = orphans;
  }
}

/**
 * Returns the results of all queries of a chain, as text.
 * @param tree all known blocks. @param addresses whose accounts and traces are queried.
 */
export async function viewsOf(
  { chain, store }: World,
  tree: readonly StoredBlock[],
  addresses: readonly Address[],
) {
  const head = chain.head();
  const canonical: string[] = [];
  for (let height = 0; height <= tree.length + 1; height++) {
    const hash = chain.blocks.canonicalHash(height);
    canonical.push(hash === undefined ? "none" : toHex(hash));
  }
  const hashes = new Set(tree.flatMap((block) => block.transactions.map((tx) => toHex(tx.hash))));
  const locations = [...hashes].sort().map((hash) => {
    const found = chain.blocks.location(new Uint8Array(Buffer.from(hash.slice(2), "hex")));
    return [hash, found && toHex(found.blockHash), found?.index];
  });
  const state = chain.headState();
  const accounts = addresses.map((address) => [state.balanceOf(address), state.nonceOf(address)]);
  const logs: string[] = [];
  const scan = {
    store,
    blocks: chain.blocks,
    filter: { addresses: [], topics: [] },
    cancellation: cancellationOf(AbortSignal.timeout(patienceMs)),
  };
  for await (const found of scanLogs(scan, 0, head.header.number)) {
    logs.push(
      ...found.flatMap(({ logs: view, positions }) =>
        positions.map(
          (log) => `${toHex(view.blockHash)}/${toHex(view.transactionHash(log))}/${log}`,
        ),
      ),
    );
  }
  return {
    head: toHex(head.hash),
    root: toHex(head.header.stateRoot),
    canonical,
    locations,
    accounts,
    logs,
    traces: await tracesBySender({ chain, store }, addresses),
  };
}

/** Compares the trace index with the traces of every canonical block. */
async function tracesBySender(
  { chain, store }: Pick<World, "chain" | "store">,
  addresses: readonly Address[],
) {
  const to = chain.head().header.number;
  const traces = readTraces(store);
  const all: LocatedTrace[] = [];
  for (let height = 0; height <= to; height++) {
    const hash = chain.blocks.canonicalHash(height) as Uint8Array;
    all.push(...((await traces.ofBlock(hash, height))?.all() ?? []));
  }
  const patience = cancellationOf(AbortSignal.timeout(patienceMs));
  const base = { from: 0, to, fromAddresses: [], toAddresses: [], after: 0, count: 100 };
  assert.deepEqual(await traces.filter(base, patience), all.slice(0, 100));
  for (const address of addresses) {
    const sent = all.filter(({ trace }) => isEqual(traceEnds(trace).from, address));
    const query = { ...base, fromAddresses: [address] };
    assert.deepEqual(await traces.filter(query, patience), sent.slice(0, 100));
    const paged = await traces.filter({ ...query, after: 1, count: 2 }, patience);
    assert.deepEqual(paged, sent.slice(1, 3));
    const got = all.filter(({ trace }) => {
      const end = traceEnds(trace).to;
      return end !== undefined && isEqual(end, address);
    });
    const inward = { ...base, toAddresses: [address] };
    assert.deepEqual(await traces.filter(inward, patience), got.slice(0, 100));
  }
  return all.map(
    ({ transactionHash, trace }) => `${toHex(transactionHash)}/${traceAddressOf(trace)}`,
  );
}
