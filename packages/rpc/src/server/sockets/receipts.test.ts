import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import {
  fakeBackend,
  makeBlock,
  rawTransactions,
  transferLog,
} from "../../testing/fake-backend.js";
import { type Client, serve, smallChain, transports } from "../../testing/serve.js";

const { genesis, block } = smallChain();
const empty = makeBlock({ parent: block });
/** A receipt with so many logs that it is written in several steps. */
const long = makeBlock({
  parent: empty,
  transactions: [
    [rawTransactions.setCode, Array.from({ length: 150 }, (_, i) => transferLog(1 + (i % 3), i))],
    [rawTransactions.creation, [transferLog(1, 7)]],
  ],
});
const sibling = makeBlock({
  parent: empty,
  extraData: Uint8Array.of(1),
  transactions: [[rawTransactions.legacy, []]],
});
const hashesOf = ({ transactions }: typeof block) => transactions.map(({ hash }) => toHex(hash));

interface Notified {
  readonly params: { readonly subscription: string; readonly result: readonly unknown[] };
}

const subscribe = async (client: Client, ...params: unknown[]) =>
  (await client.call("eth_subscribe", ["transactionReceipts", ...params])).result as string;

for (const transport of transports) {
  describe(`receipts over ${transport}`, () => {
    it("are those of each added block in one array, as eth_getBlockReceipts has them, and none of removed or empty ones", async (t) => {
      const chain = [genesis, block, empty, long, sibling];
      const { connect, backend } = await serve(t, transport, { backend: fakeBackend(chain) });
      const client = await connect();
      const id = await subscribe(client);
      backend.move({ removed: [], added: [block, empty, long] });
      backend.move({ removed: [long], added: [sibling] });
      const sent: Notified[] = [];
      for (let i = 0; i < 3; i++) sent.push(await client.next<Notified>());
      for (const [i, { hash, transactions }] of [block, long, sibling].entries()) {
        const ref = { blockHash: toHex(hash) };
        const { result } = await client.call("eth_getBlockReceipts", [ref]);
        assert.equal((result as unknown[]).length, transactions.length);
        assert.deepEqual(sent[i]?.params, { subscription: id, result });
      }
      client.socket.close();
    });

    it("are those of the named transactions, if any are named", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      const [first, second] = hashesOf(block);
      const [, creation] = hashesOf(long);
      const one = await subscribe(client, { transactionHashes: [creation, second] });
      const other = await subscribe(client, { transactionHashes: [creation] });
      const all = await subscribe(client, { transactionHashes: [] });
      backend.move({ removed: [], added: [block, long] });
      const expected = [
        [one, [second]],
        [all, [first, second]],
        [one, [creation]],
        [other, [creation]],
        [all, hashesOf(long)],
      ];
      for (const [subscription, hashes] of expected) {
        const { params } = await client.next<Notified>();
        const sent = params.result.map(
          (one) => (one as { transactionHash: string }).transactionHash,
        );
        assert.deepEqual([params.subscription, sent], [subscription, hashes]);
      }
      client.socket.close();
    });

    it("close the connection if those of a block are longer than an answer may be", async (t) => {
      const limits = { answerCharactersMax: 10_000 };
      const { connect, backend } = await serve(t, transport, { limits });
      const client = await connect();
      await subscribe(client);
      const closed = new Promise((resolve) => client.socket.once("close", resolve));
      backend.move({ removed: [], added: [long] });
      await closed;
    });

    it("take no filter of logs, and other subscriptions take no hashes", async (t) => {
      const { connect } = await serve(t, transport);
      const client = await connect();
      const transactionHashes = hashesOf(block);
      for (const [type, filter, expected] of [
        ["transactionReceipts", { address: `0x${"11".repeat(20)}` }, /only a logs/],
        ["logs", { transactionHashes }, /only a transactionReceipts subscription/],
        [
          "transactionReceipts",
          { transactionHashes: Array(201).fill(transactionHashes[0]) },
          /200/,
        ],
        ["transactionReceipts", { transactionHashes: ["0x12"] }, /32 bytes/],
        ["transactionReceipts", true, /only a newPendingTransactions/],
      ] as const) {
        const { error } = await client.call("eth_subscribe", [type, filter]);
        assert.equal(error?.code, -32602);
        assert.match(error?.message ?? "", expected);
      }
      client.socket.close();
    });
  });
}
