import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import { fakeBackend, makeBlock, rawTransactions, signed } from "../../testing/fake-backend.js";
import { type Client, serve, smallChain, transports } from "../../testing/serve.js";

const { block: root } = smallChain();

const subscribe = async (client: Client, type: string) =>
  (await client.call("eth_subscribe", [type])).result;

for (const transport of transports) {
  describe(`announcements over ${transport}`, () => {
    it("announces each transaction that enters the pool, including those returned by a reorg", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      const id = await subscribe(client, "newPendingTransactions");
      for (const raw of [rawTransactions.legacy, rawTransactions.setCode, rawTransactions.legacy]) {
        backend.announce(signed(raw));
        const { params } = await client.next<{ params: unknown }>();
        assert.deepEqual(params, { subscription: id, result: toHex(signed(raw).hash) });
      }
      client.socket.close();
    });

    it("announces whole transactions to those who ask for them, and their hashes to others", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      const pending = async (whole: boolean) =>
        (await client.call("eth_subscribe", ["newPendingTransactions", whole])).result;
      const [hashes, wholes] = [await pending(false), await pending(true)];
      const tx = signed(rawTransactions.setCode);
      backend.announce(tx);
      const first = await client.next<{ params: unknown }>();
      assert.deepEqual(first.params, { subscription: hashes, result: toHex(tx.hash) });
      const { params } = await client.next<{
        params: { subscription: string; result: Record<string, unknown> };
      }>();
      const { hash, from, blockHash, input } = params.result;
      assert.equal(params.subscription, wholes);
      assert.deepEqual([hash, from, blockHash], [toHex(tx.hash), toHex(tx.sender), null]);
      assert.equal(input, toHex(tx.fields.data));
      const refused = await client.call("eth_subscribe", ["newHeads", true]);
      assert.match(refused.error?.message ?? "", /^params\[1\] \(filter\): only a newPending/);
      client.socket.close();
    });

    it("sends the headers of Ethereum's nodes with the errors of one of them", async (t) => {
      const prevRandao = () => 7n;
      const { connect, backend } = await serve(t, transport, {
        errorForm: "hardhat",
        backend: { ...fakeBackend([root]), prevRandao },
      });
      const client = await connect();
      await subscribe(client, "newHeads");
      const block = makeBlock({ parent: root });
      backend.move({ removed: [], added: [block] });
      const { params } = await client.next<{ params: { result: Record<string, unknown> } }>();
      const { hash, mixHash, nonce, baseFeePerGas } = params.result;
      assert.deepEqual(
        [hash, mixHash, nonce, baseFeePerGas],
        [
          toHex(block.hash),
          `0x${"07".padStart(64, "0")}`,
          "0x0000000000000000",
          `0x${block.header.minimumGasPrice.toString(16)}`,
        ],
      );
      client.socket.close();
    });

    it("announces the beginning and the end of a sync", async (t) => {
      const { connect, backend } = await serve(t, transport);
      const client = await connect();
      const id = await subscribe(client, "syncing");
      backend.sync({ startingBlock: 0, currentBlock: 16, highestBlock: 255 });
      backend.sync(undefined);
      const status = { startingBlock: "0x0", currentBlock: "0x10", highestBlock: "0xff" };
      for (const result of [status, false]) {
        const { params } = await client.next<{ params: unknown }>();
        assert.deepEqual(params, { subscription: id, result });
      }
      client.socket.close();
    });
  });
}
