import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashHeader, toHex } from "@tandem/primitives";
import { address, ask, block, call, dispatcher, genesis } from "../../testing/ask.js";
import { makeBlock, rawTransactions, signed } from "../../testing/fake-backend.js";
import { hashOf } from "../../testing/fake-values.js";
import { requestText } from "../../testing/serve.js";

type Json = Record<string, unknown>;

describe("eth_syncing", () => {
  it("returns heights while the node catches up", async () => {
    const to = dispatcher({
      syncing: () => ({ startingBlock: 1, currentBlock: 16, highestBlock: 255 }),
    });
    assert.deepEqual((await ask(requestText("eth_syncing", []), to)).result, {
      startingBlock: "0x1",
      currentBlock: "0x10",
      highestBlock: "0xff",
    });
  });
});

describe("eth_getBlockReceipts", () => {
  it("returns each receipt as eth_getTransactionReceipt does, for every kind of block reference", async () => {
    const single = await Promise.all(
      block.transactions.map(async ({ hash }) => {
        return (await call("eth_getTransactionReceipt", toHex(hash))).result;
      }),
    );
    const hash = toHex(block.hash);
    for (const ref of ["0x1", "latest", hash, { blockHash: hash }, { blockNumber: "0x1" }]) {
      assert.deepEqual((await call("eth_getBlockReceipts", ref)).result, single);
    }
    assert.deepEqual((await call("eth_getBlockReceipts", "earliest")).result, []);
  });
});

describe("an uncle", () => {
  const uncle = makeBlock({ parent: genesis, extraData: Uint8Array.of(5) });
  const withUncle = {
    ...block,
    uncles: [uncle.header],
    hashForMergedMining: hashOf(9),
  };
  const shownUncle = { ...uncle, hashForMergedMining: hashOf(8) };
  const ask1 = async (isKnown: boolean) => {
    const to = dispatcher({
      block: async (ref) => {
        if (!("hash" in ref)) return withUncle;
        return isKnown && toHex(ref.hash) === toHex(uncle.hash) ? shownUncle : undefined;
      },
    });
    const text = requestText("eth_getUncleByBlockNumberAndIndex", ["latest", "0x0"]);
    return (await ask(text, to)).result as Json;
  };

  it("is returned completely if the node knows it as a block", async () => {
    const shown = await ask1(true);
    assert.equal(shown.hash, toHex(hashHeader(uncle.header)));
    assert.equal(shown.hashForMergedMining, toHex(hashOf(8)));
    assert.equal(shown.totalDifficulty, "0xa");
  });

  it("is returned without what a header does not determine if only the header is known", async () => {
    const [known, { totalDifficulty, cumulativeDifficulty, hashForMergedMining, ...rest }] =
      await Promise.all([ask1(false), ask1(true)]);
    assert.deepEqual(known, rest);
  });
});

describe("eth_getProof", () => {
  it("has the members of EIP-1186", async () => {
    const { result } = await call(
      "eth_getProof",
      address,
      ["0x0", `0x${"07".repeat(32)}`],
      "latest",
    );
    assert.deepEqual(result, {
      address,
      accountProof: [toHex(hashOf(1)), toHex(hashOf(2))],
      balance: "0x21e19e0c9bab2400000",
      codeHash: toHex(hashOf(3)),
      nonce: "0x5",
      storageHash: toHex(hashOf(4)),
      storageProof: [
        { key: "0x0", value: "0x6", proof: [toHex(hashOf(5))] },
        { key: toHex(hashOf(7)), value: "0x6", proof: [toHex(hashOf(5))] },
      ],
    });
    const many = Array.from({ length: 1025 }, () => "0x0");
    assert.equal((await call("eth_getProof", address, many, "latest")).error?.code, -32602);
  });
});

describe("eth_createAccessList", () => {
  it("returns the list, its gas, and the error of a failed call", async () => {
    const { result } = await call("eth_createAccessList", { to: address });
    const accessList = [{ address, storageKeys: [toHex(hashOf(6))] }];
    assert.deepEqual(result, { accessList, gasUsed: "0x6590" });
    const to = dispatcher({
      accessList: async () => ({ accessList: [], gasUsed: 1n, error: "execution reverted" }),
    });
    const failed = await ask(requestText("eth_createAccessList", [{}, "latest"]), to);
    assert.deepEqual(failed.result, {
      accessList: [],
      error: "execution reverted",
      gasUsed: "0x1",
    });
  });
});

describe("the pool", () => {
  const legacy = signed(rawTransactions.legacy);
  const sender = toHex(legacy.sender);

  it("is counted, and returned completely, by sender, and as lines", async () => {
    assert.deepEqual((await call("txpool_status")).result, { pending: "0x2", queued: "0x1" });
    const { pending, queued } = (await call("txpool_content")).result as Record<
      string,
      Record<string, Record<string, Json>>
    >;
    assert.deepEqual(Object.keys(pending?.[sender] ?? {}), ["0", "1"]);
    assert.deepEqual(Object.keys(queued?.[sender] ?? {}), ["2"]);
    const shown = pending?.[sender]?.["0"];
    assert.equal(shown?.hash, toHex(legacy.hash));
    assert.deepEqual(
      [shown?.blockHash, shown?.blockNumber, shown?.transactionIndex],
      [null, null, null],
    );
    assert.deepEqual((await call("txpool_contentFrom", sender)).result, {
      pending: pending?.[sender],
      queued: queued?.[sender],
    });
    assert.deepEqual((await call("txpool_contentFrom", address)).result, {
      pending: {},
      queued: {},
    });
    const lines = (await call("txpool_inspect")).result as typeof pending;
    assert.deepEqual(lines?.pending?.[sender], {
      "0": "0x70997970c51812dc3a010c7d01b50e0d17dc79c8: 1000000000000000000 wei + 21000 gas × 60000000 wei",
      "1": "contract creation: 0 wei + 100000 gas × 60000000 wei",
    });
    const list = (await call("eth_pendingTransactions")).result as Json[];
    assert.deepEqual(list, Object.values(pending?.[sender] ?? {}));
  });
});

describe("the description of the service", () => {
  it("lists its namespaces", async () => {
    assert.deepEqual((await call("rpc_modules")).result, {
      eth: "1.0",
      net: "1.0",
      native: "1.0",
      web3: "1.0",
      trace: "1.0",
      txpool: "1.0",
      parity: "1.0",
      debug: "1.0",
      mnr: "1.0",
      admin: "1.0",
      erigon: "1.0",
      ots: "1.0",
      evm: "1.0",
      hardhat: "1.0",
      anvil: "1.0",
      miner: "1.0",
      tandem: "1.0",
      rpc: "1.0",
    });
  });

  it("describes every name of a method, under both names of the description", async () => {
    const { result } = await call("rpc_discover");
    const document = result as { openrpc: string; methods: { name: string }[] };
    assert.match(document.openrpc, /^1\./);
    const names = document.methods.map(({ name }) => name);
    for (const name of ["eth_getBalance", "native_protocolVersion", "rsk_protocolVersion"]) {
      assert.ok(names.includes(name), name);
    }
    assert.deepEqual((await call("rpc.discover")).result, result);
  });
});
