/** Tests accounts whose keys the node holds: real clients without keys send and sign through it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { JsonRpcProvider, Transaction, verifyMessage, Wallet } from "ethers";
import fc from "fast-check";
import { createWalletClient, defineChain, hashTypedData, http, recoverAddress } from "viem";
import { failureOf } from "../support/promised.js";

const parallel = 25;

describe("unlocked accounts", () => {
  let node: InProcessNode;
  let provider: JsonRpcProvider;
  before(async () => {
    node = await createNode({ unlocked: true, accounts: 3, chainId: 4242 });
    // The provider would otherwise answer a repeated request from its cache for 250 ms.
    provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 });
  });
  after(async () => {
    provider?.destroy();
    await node?.close();
  });

  it("are listed, and the chain has the requested id", async () => {
    const addresses = node.accounts.map(({ address }) => address);
    assert.deepEqual(await node.request("eth_accounts"), addresses);
    assert.equal(await node.request("eth_chainId"), "0x1092");
    assert.equal(await node.request("net_version"), "4242");
  });

  it("send many transactions in parallel, with nonces that the node assigns", async () => {
    const signer = await provider.getSigner(0);
    const to = node.accounts[1]?.address as string;
    const before = await provider.getTransactionCount(signer.address);
    const sent = await Promise.all(
      Array.from({ length: parallel }, () => signer.sendTransaction({ to, value: 1n })),
    );
    const receipts = await Promise.all(sent.map((transaction) => transaction.wait()));
    assert.ok(receipts.every((receipt) => receipt?.status === 1));
    const nonces = sent.map(({ nonce }) => nonce - before).sort((a, b) => a - b);
    assert.deepEqual(nonces, [...nonces.keys()]);
    assert.equal(await provider.getTransactionCount(signer.address), before + parallel);
  });

  it("have real signatures, for each type that a client requests", async () => {
    const [sender, recipient] = node.accounts;
    assert.ok(sender && recipient);
    const base = { from: sender.address, to: recipient.address, value: "0x1", gas: "0x7530" };
    const fields = [
      { ...base, gasPrice: "0x77359400" },
      { ...base, gasPrice: "0x77359400", accessList: [] },
      { ...base, maxFeePerGas: "0x77359400", maxPriorityFeePerGas: "0x1" },
    ];
    for (const [type, request] of fields.entries()) {
      const raw = (await node.request("eth_signTransaction", [request])) as string;
      const transaction = Transaction.from(raw);
      assert.equal(transaction.type, type);
      assert.equal(transaction.from?.toLowerCase(), sender.address);
      assert.equal(transaction.chainId, 4242n);
      const hash = await node.request("eth_sendTransaction", [request]);
      const { r, s } = (await provider.getTransaction(hash as string))?.signature ?? {};
      assert.deepEqual([r, s], [transaction.signature?.r, transaction.signature?.s]);
    }
  });

  it("include the default sender of a transaction", async () => {
    const hash = await node.request("eth_sendTransaction", [{ to: node.accounts[1]?.address }]);
    const sent = await provider.getTransaction(hash as string);
    assert.equal(sent?.from.toLowerCase(), node.accounts[0]?.address);
  });

  it("cannot send a tip above the maximum fee, with geth's message", async () => {
    const fees = { maxFeePerGas: "0x5", maxPriorityFeePerGas: "0x6" };
    const request = { from: node.accounts[0]?.address, to: node.accounts[1]?.address, ...fees };
    for (const method of ["eth_sendTransaction", "eth_signTransaction"]) {
      const words =
        /max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: 6, maxFeePerGas: 5/;
      const withGas = { ...request, gas: "0x5208" };
      assert.match(String(await failureOf(() => node.request(method, [withGas]))), words);
    }
  });

  it("sign messages like a wallet", async () => {
    const signer = await provider.getSigner(1);
    const wallet = new Wallet(node.accounts[1]?.privateKey as string);
    const message = "a message with ünicode";
    const signature = await signer.signMessage(message);
    assert.equal(signature, await wallet.signMessage(message));
    assert.equal(verifyMessage(message, signature), signer.address);
    const params = [signer.address, "0x1234"];
    assert.equal(
      await node.request("eth_sign", params),
      await wallet.signMessage(Uint8Array.of(0x12, 0x34)),
    );
  });

  it("sign random typed data like a wallet", async () => {
    const signer = await provider.getSigner(0);
    const wallet = new Wallet(node.accounts[0]?.privateKey as string);
    await fc.assert(
      fc.asyncProperty(typedMessage, async ({ types, message }) => {
        const domain = { name: "Test", version: "1", chainId: 4242 };
        const given = [domain, types, message] as const;
        assert.equal(await signer.signTypedData(...given), await wallet.signTypedData(...given));
      }),
      { numRuns: 50 },
    );
  });

  it("sign typed data given as text, within the limits of one decoding", async () => {
    const address = node.accounts[0]?.address;
    const typed = {
      types: { EIP712Domain: [], Note: [{ name: "text", type: "string" }] },
      primaryType: "Note",
      domain: {},
      message: { text: "hello" } as Record<string, unknown>,
    };
    const sign = (data: unknown) => node.request("eth_signTypedData_v4", [address, data]);
    const refusalOf = async (data: unknown) => String(await failureOf(() => sign(data)));
    assert.equal(await sign(JSON.stringify(typed)), await sign(typed));
    const long = JSON.stringify({ ...typed, message: { text: "x".repeat(600_000) } });
    assert.match(await refusalOf(long), /typed-data-characters is at most 524288/);
    const types = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`T${n}`, []]));
    const manyTypes = { ...typed, types: { ...typed.types, ...types } };
    const manyValues = { ...typed, message: { ...Array.from({ length: 5000 }, () => 1) } };
    for (const [data, limit] of [
      [manyTypes, /typed-data-members is at most 1024/],
      [manyValues, /typed-data-values is at most 4096/],
    ] as const) {
      assert.match(await refusalOf(data), limit);
      assert.match(await refusalOf(JSON.stringify(data)), limit);
    }
    for (const wrong of ["{", "1", "null", "[]", "{}"]) {
      assert.match(await refusalOf(wrong), /expected typed data|primaryType/, wrong);
    }
  });

  it("serve viem's wallet client", async () => {
    const chain = defineChain({
      id: node.chainId,
      name: "unlocked",
      nativeCurrency: { name: "Coin", symbol: "COIN", decimals: 18 },
      rpcUrls: { default: { http: [node.url] } },
    });
    const client = createWalletClient({ chain, transport: http() });
    const [account] = await client.getAddresses();
    assert.ok(account);
    const hash = await client.sendTransaction({ account, to: account, value: 1n });
    assert.equal((await provider.getTransactionReceipt(hash))?.status, 1);
    const typed = {
      types: { Note: [{ name: "text", type: "string" }] },
      primaryType: "Note",
      domain: { name: "Test" },
      message: { text: "hello" },
    } as const;
    const signature = await client.signTypedData({ account, ...typed });
    const recovered = await recoverAddress({ hash: hashTypedData(typed), signature });
    assert.equal(recovered.toLowerCase(), account.toLowerCase());
  });

  it("do not include other addresses", async () => {
    const stranger = `0x${"77".repeat(20)}`;
    for (const [method, params] of [
      ["eth_sendTransaction", [{ from: stranger, to: stranger }]],
      ["eth_signTransaction", [{ from: stranger, to: stranger }]],
      ["eth_sign", [stranger, "0x"]],
      ["personal_sign", ["0x", stranger]],
    ] as const) {
      assert.match(String(await failureOf(() => node.request(method, params))), /unknown account/);
    }
  });
});

describe("keys that the node cannot hold", () => {
  const refusals = [
    [{ unlocked: true, chain: "main" }, /main is not a development chain/],
    [{ compat: "hardhat", chain: "main" }, /main is not a development chain/],
    [{ unlocked: true, noDevRpc: true }, /no effect beside noDevRpc/],
    [{ unlocked: true, accounts: 0 }, /no development accounts/],
    [{ chainId: 5, chain: "main" }, /defines its id/],
    [{ inMemory: true, dataDir: "chain" }, /no effect beside dataDir/],
  ] as const;
  for (const [settings, words] of refusals) {
    it(`are refused with a message: ${JSON.stringify(settings)}`, async () => {
      assert.match(String(await failureOf(() => createNode(settings))), words);
    });
  }
});

describe("a request that sends more than its sender's balance", () => {
  const request = { from: `0x${"77".repeat(20)}`, to: `0x${"78".repeat(20)}`, value: "0xa" };
  /** The node's answer, by the node whose errors it returns. */
  const answered = {
    standard: [false, false],
    hardhat: [true, true],
    anvil: [false, true],
  } as const;
  for (const errors of ["standard", "hardhat", "anvil"] as const) {
    const [calls, estimates] = answered[errors];
    it(`${errors}: is ${calls ? "" : "not "}called, and ${estimates ? "" : "not "}estimated`, async () => {
      const node = await createNode({ errors, isListening: false });
      try {
        const succeeds = (method: string, ...params: unknown[]) =>
          node.request(method, params).then(
            () => true,
            (error: Error) => !/insufficient funds|enough funds/i.test(error.message),
          );
        assert.deepEqual(
          [
            await succeeds("eth_call", request, "latest"),
            await succeeds("eth_estimateGas", request),
          ],
          [calls, estimates],
        );
      } finally {
        await node.close();
      }
    });
  }
});

const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;
const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf);

/** A struct with every kind of member: arrays, structs inside structs, signed and short integers. */
const typedMessage = fc
  .record({
    words: fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 }),
    owner: bytesOf(20),
    digest: bytesOf(32),
    short: bytesOf(3),
    blob: fc.uint8Array({ maxLength: 70 }).map(hexOf),
    isOpen: fc.boolean(),
    amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
    change: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    pairs: fc.array(fc.record({ left: fc.nat(255), right: bytesOf(20) }), { maxLength: 3 }),
  })
  .map((message) => ({
    message,
    types: {
      Order: [
        { name: "words", type: "string[]" },
        { name: "owner", type: "address" },
        { name: "digest", type: "bytes32" },
        { name: "short", type: "bytes3" },
        { name: "blob", type: "bytes" },
        { name: "isOpen", type: "bool" },
        { name: "amount", type: "uint256" },
        { name: "change", type: "int64" },
        { name: "pairs", type: "Pair[]" },
      ],
      Pair: [
        { name: "left", type: "uint8" },
        { name: "right", type: "address" },
      ],
    },
  }));

describe("the gas of calls", () => {
  // Returns the remaining gas.
  const request = { data: "0x5a60005260206000f3" };
  const blockGas = 60_000_000;

  it("is more than a block's with --compat hardhat, for suites written when signatures cost less", async () => {
    const node = await createNode({ compat: "hardhat", isListening: false });
    try {
      const left = Number(await node.request("eth_call", [request, "latest"]));
      assert.ok(left > 2 * blockGas - 100_000 && left < 2 * blockGas, String(left));
      const block = (await node.request("eth_getBlockByNumber", ["latest", false])) as Limited;
      assert.equal(Number(block.gasLimit), blockGas);
      // A transaction cannot have that much gas, so an estimate cannot either: six megabytes of
      // memory cost 76 million.
      const hungry = { data: "0x60006260000052" };
      await node.request("eth_call", [hungry, "latest"]);
      assert.match(
        String(await failureOf(() => node.request("eth_estimateGas", [hungry]))),
        /gas required exceeds allowance|out of gas/i,
      );
    } finally {
      await node.close();
    }
  });
});

interface Limited {
  readonly gasLimit: string;
}
