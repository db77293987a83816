/** Tests answers that differ between a node with `--compat` and one without, as Hardhat 2.29.1 and anvil 1.7.1 gave them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { failureOf } from "../support/promised.js";

describe("a node with --compat anvil", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ compat: "anvil", mining: "manual", isListening: false });
  });
  after(() => node?.close());

  /** Sends a transaction with the first nonce, whose tip the node fills in. */
  const send = (maxFeePerGas: bigint) => {
    const [from, to] = node.accounts.map(({ address }) => address);
    const fee = `0x${maxFeePerGas.toString(16)}`;
    const request = { from, to, value: "0x1", nonce: "0x0", maxFeePerGas: fee };
    return node.request("eth_sendTransaction", [request]);
  };

  it("replaces a waiting transaction by one of which only the maximum price is higher", async () => {
    const gwei = 10n ** 9n;
    await send(10n * gwei);
    const hash = await send(10n * gwei + 1n);
    await node.request("evm_mine", []);
    const block = await node.request("eth_getBlockByNumber", ["latest", false]);
    assert.deepEqual((block as { transactions: unknown }).transactions, [hash]);
  });

  it("takes the URL of a forked chain although it forks none", async () => {
    assert.equal(await node.request("anvil_setRpcUrl", ["http://127.0.0.1:8545"]), null);
  });
});

describe("a node without --compat", () => {
  it("wants a tenth more for maximum price and tip of a replacement, as geth does", async () => {
    const node = await createNode({ unlocked: true, mining: "manual", isListening: false });
    try {
      const [from, to] = node.accounts.map(({ address }) => address);
      const prices = (fee: number, tip: number) => ({
        maxFeePerGas: `0x${(fee * 1e9).toString(16)}`,
        maxPriorityFeePerGas: `0x${tip.toString(16)}`,
      });
      const send = (fee: number, tip: number) =>
        node.request("eth_sendTransaction", [
          { from, to, nonce: "0x0", value: "0x1", ...prices(fee, tip) },
        ]);
      await send(10, 100);
      const words = /replacement transaction underpriced/;
      assert.match(String(await failureOf(() => send(20, 109))), words);
      assert.match(String(await failureOf(() => send(10.9, 200))), words);
      await send(11, 110);
    } finally {
      await node.close();
    }
  });
});

describe("a minimum gas price", () => {
  for (const [compat, code] of [
    ["hardhat", -32000],
    ["anvil", -32602],
  ] as const) {
    it(`is refused by ${code} with --compat ${compat}, and prices stay as they were`, async () => {
      const node = await createNode({ compat, isListening: false });
      try {
        const before = await node.request("eth_gasPrice", []);
        const set = () => node.request(`${compat}_setMinGasPrice`, ["0x4a817c800"]);
        const error = (await failureOf(set)) as Error & { readonly code: number };
        assert.equal(error.code, code);
        assert.match(error.message, /_setMinGasPrice is not supported when EIP-1559 is active/);
        await node.request("evm_mine", []);
        assert.equal(await node.request("eth_gasPrice", []), before);
      } finally {
        await node.close();
      }
    });
  }
});

describe("bytes that are no transaction, and the price of blob gas", () => {
  const answered = {
    none: { code: -32000, price: "0x0" },
    hardhat: { code: -32602, price: "0x1" },
    anvil: { code: -32602, price: "0x1" },
  } as const;
  for (const compat of ["none", "hardhat", "anvil"] as const) {
    const { code, price } = answered[compat];
    it(`are answered by ${code} and ${price} with --compat ${compat}`, async () => {
      const node = await createNode({ compat, isListening: false });
      try {
        for (const raw of ["0x", "0x00", "0x01", "0x0500", "0x02f8", "0xc0"]) {
          const error = await failureOf(() => node.request("eth_sendRawTransaction", [raw]));
          assert.equal((error as { code: unknown }).code, code, raw);
        }
        assert.equal(await node.request("eth_blobBaseFee", []), price);
      } finally {
        await node.close();
      }
    });
  }
});

describe("a raised price for the next block", () => {
  const codes = { hardhat: -32000, anvil: -32003 } as const;
  const prices = [
    ["gasPrice", { gasPrice: "0x77359400" }],
    ["maxFeePerGas", { maxFeePerGas: "0x77359400", maxPriorityFeePerGas: "0x1" }],
  ] as const;

  async function sendBelow(compat: "none" | "hardhat" | "anvil", mining: "auto" | "manual") {
    const node = await createNode({ compat, mining, unlocked: true, isListening: false });
    try {
      await node.request("hardhat_setNextBlockBaseFeePerGas", ["0x2540be400"]);
      const [from, to] = node.accounts.map(({ address }) => address);
      return await Promise.all(
        prices.map(([, price], index) => {
          // Hardhat's network refuses a later nonce first while it mines at once.
          const isFirst = compat === "hardhat" && mining === "auto";
          const nonce = isFirst ? "0x0" : `0x${index}`;
          const request = { from, to, value: "0x1", gas: "0x5208", nonce, ...price };
          return node.request("eth_sendTransaction", [request]).catch((error: unknown) => error);
        }),
      );
    } finally {
      await node.close();
    }
  }

  for (const [compat, mining] of [
    ["anvil", "auto"],
    ["anvil", "manual"],
    ["hardhat", "auto"],
  ] as const) {
    it(`refuses a transaction below it with --compat ${compat} and --mining ${mining}`, async () => {
      const words = {
        anvil: () => "max fee per gas less than block base fee",
        hardhat: (name: string) =>
          `Transaction ${name} (2000000000) is too low for the next block, which has a baseFeePerGas of 10000000000`,
      };
      const errors = (await sendBelow(compat, mining)) as (Error & { readonly code: number })[];
      assert.deepEqual(
        errors.map(({ code, message }) => [code, message]),
        prices.map(([name]) => [codes[compat], words[compat](name)]),
      );
    });
  }

  for (const [compat, mining] of [
    ["hardhat", "manual"],
    ["none", "auto"],
    ["none", "manual"],
  ] as const) {
    it(`lets a transaction below it wait with --compat ${compat} and --mining ${mining}`, async () => {
      for (const hash of await sendBelow(compat, mining)) assert.match(String(hash), /^0x/);
    });
  }
});

describe("a time that is not after the newest block's", () => {
  const answered = {
    hardhat: (found: number, newest: number) => [
      -32000,
      found === newest
        ? `Timestamp ${found} is equal to the previous block's timestamp`
        : `Timestamp ${found} is lower than the previous block's timestamp ${newest}`,
    ],
    anvil: (found: number, newest: number) => [
      -32602,
      found === newest
        ? `timestamp: expected a time above ${newest}, which block 1 has, got ${found}`
        : `Timestamp error: ${found} is lower than previous block's timestamp`,
    ],
  } as const;
  for (const compat of ["hardhat", "anvil"] as const) {
    it(`is refused in the words of --compat ${compat}`, async () => {
      const node = await createNode({ compat, isListening: false });
      try {
        await node.request("evm_mine", []);
        const block = await node.request("eth_getBlockByNumber", ["latest", false]);
        const newest = Number((block as { readonly timestamp: string }).timestamp);
        for (const method of ["evm_setNextBlockTimestamp", "evm_mine"]) {
          for (const time of [1, newest - 1, newest]) {
            const error = await failureOf(() => node.request(method, [time]));
            const { code, message } = error as Error & { readonly code: number };
            assert.deepEqual([code, message], answered[compat](time, newest));
          }
        }
      } finally {
        await node.close();
      }
    });
  }
});

describe("a lowered price for the next block", () => {
  for (const compat of ["hardhat", "anvil"] as const) {
    it(`lasts with --compat ${compat}, so that later transactions with it are mined at once too`, async () => {
      const node = await createNode({ compat, isListening: false });
      try {
        await node.request("anvil_setNextBlockBaseFeePerGas", ["0x0"]);
        const [from, to] = node.accounts.map(({ address }) => address);
        for (const height of ["0x1", "0x2", "0x3"]) {
          const request = { from, to, value: "0x1", gas: "0x5208", gasPrice: "0x0" };
          const hash = await node.request("eth_sendTransaction", [request]);
          const receipt = await node.request("eth_getTransactionReceipt", [hash]);
          assert.equal((receipt as { blockNumber?: unknown } | null)?.blockNumber, height);
        }
      } finally {
        await node.close();
      }
    });
  }
});

describe("a state of a block that does not exist", () => {
  const account = `0x${"f0".repeat(20)}`;
  const hash = `0x${"ab".repeat(32)}`;
  const reads: readonly (readonly [method: string, params: readonly unknown[]])[] = [
    ["eth_getBalance", [account]],
    ["eth_getTransactionCount", [account]],
    ["eth_getStorageAt", [account, "0x0"]],
    ["eth_getStorageValues", [{ [account]: ["0x0"] }]],
    ["eth_call", [{ to: account }]],
    ["eth_estimateGas", [{ to: account }]],
    ["eth_getProof", [account, []]],
  ];
  const blocks = ["0x99", { blockNumber: "0x99" }, { blockHash: hash }] as const;
  type Words = readonly (readonly [code: number, message: string])[];
  const unknownTo = (name: string) =>
    `Received invalid block tag ${name}. Latest block number is 0`;
  const beyond = "BlockOutOfRangeError: block height is 0 but requested was 153";
  const answered: Readonly<Record<"hardhat" | "anvil", Words>> = {
    hardhat: [153, 153, hash].map((name) => [-32000, unknownTo(String(name))]),
    anvil: [
      [-32602, beyond],
      [-32602, beyond],
      [-32001, "Resource not found"],
    ],
  };
  for (const compat of ["hardhat", "anvil"] as const) {
    const assertErrors = async (node: InProcessNode, asked: typeof reads) => {
      for (const [method, params] of asked) {
        for (const [at, block] of blocks.entries()) {
          const error = await failureOf(() => node.request(method, [...params, block]));
          const { code, message } = error as Error & { readonly code: number };
          assert.deepEqual([code, message], answered[compat][at], method);
        }
      }
    };

    it(`is an error with --compat ${compat}`, async () => {
      const node = await createNode({ compat, isListening: false });
      try {
        await assertErrors(node, reads);
        const [[code, message] = []] = answered[compat];
        const asked = node.request("ots_hasCode", [account, 0x99]);
        await assert.rejects(asked, { code, message });
      } finally {
        await node.close();
      }
    });

    it(`is an error with --compat ${compat} on a fork, whose other chain does not have it either`, async () => {
      const origin = await createNode();
      const node = await createNode({ compat, isListening: false, forkUrl: origin.url });
      try {
        const forked = reads.filter(([method]) => method !== "eth_getProof");
        await assertErrors(node, forked);
      } finally {
        await node.close();
        await origin.close();
      }
    });
  }

  it("is null without --compat, as the specification says", async () => {
    const node = await createNode({ isListening: false });
    try {
      for (const [method, params] of reads) {
        for (const block of blocks) {
          assert.equal(await node.request(method, [...params, block]), null, method);
        }
      }
    } finally {
      await node.close();
    }
  });
});
