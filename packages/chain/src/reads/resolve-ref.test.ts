/** References to blocks and transactions before the head moves. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { openSmallChain, transfer } from "../testing/small-chain.js";

it("shows nothing of a new head before the head has moved", async (t) => {
  let written: () => void = () => {};
  let pause: Promise<void> | undefined;
  const small = await openSmallChain("manual", {
    async afterWrite() {
      written();
      await pause;
    },
  });
  t.after(() => small.destroy());
  const { chain } = small;
  const hash = await chain.submit(transfer(0, 0));
  let goOn: () => void = () => {};
  pause = new Promise((resolve) => {
    goOn = resolve;
  });
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const mined = chain.miner.mine();
  await isWritten;
  assert.equal(chain.head().header.number, 0);
  assert.notEqual(chain.blocks.location(hash), undefined, "the rows are on disk");
  assert.equal(chain.locate(hash), undefined);
  assert.equal(chain.resolve({ number: 1 }), undefined);
  goOn();
  await mined;
  assert.deepEqual(chain.locate(hash), { blockHash: chain.head().hash, index: 0 });
  assert.deepEqual(chain.resolve({ number: 1 }), chain.head().hash);
});
