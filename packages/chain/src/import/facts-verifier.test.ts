import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { encodeBlock, fromHex, type StoredBlock } from "@tandem/primitives";
import { type AcceptedState, GivenRows, type GivenState } from "@tandem/state";
import { type Store, table } from "@tandem/store";
import type { BlockRows } from "../rows/block-rows.js";
import { writeStateSteps } from "../rows/state-rows.js";
import { creation, openSmallChain, transfer } from "../testing/small-chain.js";
import { type BlockFacts, decodeFacts, encodeFacts } from "./block-facts.js";
import { FactsVerifier } from "./facts-verifier.js";

interface Made {
  readonly block: StoredBlock;
  readonly rows: BlockRows;
  readonly facts: BlockFacts;
}

/** Notes the parent with which each block was accepted. */
class NotedRows extends GivenRows {
  readonly parents: (AcceptedState | undefined)[] = [];
  override *acceptSteps(state: GivenState, root: Uint8Array, parent?: AcceptedState) {
    this.parents.push(parent);
    return yield* super.acceptSteps(state, root, parent);
  }
}

const initCode = fromHex("0x600160005560006000a060016000f3");

/** Makes two blocks, and a verifier of a node that has only their parent. */
async function open(t: TestContext) {
  const made: Made[] = [];
  const append = async (block: StoredBlock, rows: BlockRows) =>
    `${made.push({ block, rows, facts: decodeFacts(encodeFacts(block, rows)) })}`;
  const replication = { isSealing: () => true, unwritten() {}, append };
  const sealer = await openSmallChain("manual", { replication });
  t.after(() => sealer.destroy());
  for (let nonce = 0; nonce < 2; nonce++) {
    await sealer.chain.submit(transfer(0, nonce));
    await sealer.chain.submit(creation(1, nonce, initCode));
    await sealer.chain.miner.mine();
  }
  const { store, destroy } = await openSmallChain("manual");
  t.after(() => destroy());
  const noted = new NotedRows({
    node: (hash) => store.get(table.nodes, hash),
    hasCode: (hash) => store.has(table.code, hash),
  });
  const [first, second] = made as [Made, Made];
  return { first, second, store, noted, verifier: new FactsVerifier(noted) };
}

async function write(store: Store, { state }: BlockRows) {
  const batch = store.batch();
  for (const _ of writeStateSteps(batch, state));
  await batch.commit();
}

/** Returns a block without what its transactions remember of themselves. */
const comparable = (block: StoredBlock) => ({
  ...block,
  transactions: block.transactions.map(({ raw, sender }) => ({ raw, sender })),
});

describe("the facts of the next block", () => {
  for (const isDecodedFirst of [true, false]) {
    const when = isDecodedFirst ? "is decoded before" : "is decoded while";
    it(`are verified if it ${when} its parent is written`, async (t) => {
      const { first, second, noted, verifier } = await open(t);
      const { rows, accepted } = await verifier.result(first.block, first.facts);
      if (isDecodedFirst) verifier.noteDecoded(second);
      verifier.noteWriting(first.block.hash, rows);
      if (!isDecodedFirst) verifier.noteDecoded(second);
      // Nothing of the first block is on the disk.
      const result = await verifier.result(second.block, second.facts);
      assert.deepEqual(result.rows.state.nodes, second.rows.state.nodes);
      assert.deepEqual(noted.parents, [undefined, accepted]);
    });
  }

  it("do not rely on facts of its parent that were not written", async (t) => {
    const { first, second, noted, store, verifier } = await open(t);
    await verifier.result(first.block, first.facts);
    verifier.noteDecoded(second);
    // The parent was executed, so its rows are others.
    verifier.noteWriting(first.block.hash, first.rows);
    await assert.rejects(verifier.result(second.block, second.facts), /they lack/);
    await write(store, first.rows);
    await verifier.result(second.block, second.facts);
    assert.deepEqual(new Set(noted.parents), new Set([undefined]));
  });

  it("are verified after its parent was written if that failed before", async (t) => {
    const { first, second, store, verifier } = await open(t);
    verifier.noteDecoded(second);
    verifier.noteWriting(first.block.hash, first.rows);
    await write(store, first.rows);
    const { rows } = await verifier.result(second.block, second.facts);
    assert.deepEqual(rows.state.nodes, second.rows.state.nodes);
  });

  it("are not verified before its parent is", async (t) => {
    const { first, second, noted, verifier } = await open(t);
    verifier.noteDecoded(second);
    const { rows } = await verifier.result(first.block, first.facts);
    verifier.noteWriting(second.block.hash, rows);
    await assert.rejects(verifier.result(second.block, second.facts), /they lack/);
    assert.deepEqual(noted.parents, [undefined, undefined]);
  });

  it("are applied in their order by a chain that decodes them ahead", async (t) => {
    const { first, second } = await open(t);
    const replica = await openSmallChain("manual");
    t.after(() => replica.destroy());
    const { chain } = replica;
    const logged = [first, second].map(({ block, rows }) => ({
      raw: encodeBlock(block),
      facts: encodeFacts(block, rows),
    }));
    const ahead = logged.map((one) => ({ ...one, decoded: chain.decodeAhead(one) }));
    for (const [i, one] of ahead.entries()) await chain.importLogged([one], `${i}`);
    assert.deepEqual(comparable(chain.head()), comparable(second.block));
  });
});
