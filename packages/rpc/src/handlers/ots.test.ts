import assert from "node:assert/strict";
import { it } from "node:test";
import { toHex } from "@tandem/primitives";
import { ask, block, dispatcher, genesis } from "../testing/ask.js";
import { fakeBackend, makeBlock, rawTransactions } from "../testing/fake-backend.js";
import { requestText } from "../testing/serve.js";

it("the receipts of a page are of the same block as its transactions, though the head moves", async () => {
  const chain = fakeBackend([genesis, block]);
  const next = makeBlock({ parent: block, transactions: [[rawTransactions.creation, []]] });
  const to = dispatcher({
    async block(ref) {
      const shown = await chain.block(ref);
      chain.chain.push(next);
      return shown;
    },
    blockReceipts: chain.blockReceipts,
  });
  const { result } = await ask(requestText("ots_getBlockTransactions", ["latest", 0, 25]), to);
  const { fullblock, receipts } = result as {
    readonly fullblock: { readonly hash: string; readonly transactions: { hash: string }[] };
    readonly receipts: { readonly transactionHash: string }[];
  };
  assert.equal(fullblock.hash, toHex(block.hash));
  assert.deepEqual(
    receipts.map(({ transactionHash }) => transactionHash),
    fullblock.transactions.map(({ hash }) => hash),
  );
});
