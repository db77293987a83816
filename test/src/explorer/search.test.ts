/** Tests the searches of the ots_ namespace against every trace of a chain of random transactions. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { getCreate2Address, keccak256 } from "ethers";
import { developmentAccounts, sign } from "../support/development.js";
import type { Hex, WireReceipt } from "../support/wire.js";

interface FlatTrace {
  readonly action: Readonly<Record<string, string>>;
  readonly result: { readonly address?: string } | null;
  readonly transactionHash: string;
  readonly blockNumber: number;
}

interface Page {
  readonly txs: readonly { readonly hash: string; readonly blockNumber: Hex }[];
  readonly receipts: readonly { readonly transactionHash: string }[];
  readonly firstPage: boolean;
  readonly lastPage: boolean;
}

const senders = developmentAccounts.slice(0, 3);
/** Calls the address in its data with its value. */
const forwarder = "0x5f5f5f5f345f355af1";
const blocks = 40;

/** Deploys code of at most 32 bytes. */
const deploying = (code: string) => {
  const length = (code.length - 2) / 2;
  const size = length.toString(16).padStart(2, "0");
  return `0x60${size}600c60003960${size}6000f3${code.slice(2)}`;
};

describe("searches of an explorer", () => {
  let node: InProcessNode;
  let contract = "";
  const traces: FlatTrace[] = [];
  const sent: { readonly sender: string; readonly nonce: number; readonly hash: string }[] = [];

  before(async () => {
    node = await createNode({ isListening: false, mining: "manual" });
    const nonces = senders.map(() => 0);
    const send = async (n: number, fields: object) => {
      const nonce = nonces[n] as number;
      nonces[n] = nonce + 1;
      const account = senders[n] as (typeof senders)[number];
      const { raw, hash } = sign(account, { nonce, gasLimit: 200_000, ...fields });
      await node.request("eth_sendRawTransaction", [raw]);
      sent.push({ sender: account.address, nonce, hash });
      return hash;
    };
    const deployed = await send(0, { data: deploying(forwarder) });
    await node.request("evm_mine");
    const receipt = (await node.request("eth_getTransactionReceipt", [deployed])) as WireReceipt;
    contract = receipt.contractAddress ?? "";
    for (let block = 0; block < blocks; block++) {
      for (let n = 0; n < block % 4; n++) {
        const to = senders[(block + n) % senders.length]?.address as string;
        const data = `0x${"00".repeat(12)}${to.slice(2)}`;
        await send(n % senders.length, n % 2 === 0 ? { to: contract, data, value: 1n } : { to });
      }
      await node.request("evm_mine");
    }
    for (let height = 1; height <= blocks + 1; height++) {
      traces.push(...((await node.request("trace_block", [`0x${height.toString(16)}`])) as []));
    }
  });
  after(() => node.close());

  const ends = ({ action, result }: FlatTrace) => [action.from, action.to, result?.address];

  /** Returns the hashes of the transactions of an account, newest first. */
  const expected = (address: string) =>
    [
      ...new Set(
        traces.filter((trace) => ends(trace).includes(address)).map((one) => one.transactionHash),
      ),
    ].reverse();

  async function collect(address: string, isBackward: boolean): Promise<string[]> {
    const method = `ots_searchTransactions${isBackward ? "Before" : "After"}`;
    const found: string[] = [];
    for (let at = 0, isFirst = true; ; isFirst = false) {
      const page = (await node.request(method, [address, at, 7])) as Page;
      const hashes = page.txs.map(({ hash }) => hash);
      assert.deepEqual(
        page.receipts.map((one) => one.transactionHash),
        hashes,
      );
      assert.equal(isBackward ? page.firstPage : page.lastPage, isFirst);
      if (isBackward) found.push(...hashes);
      else found.unshift(...hashes);
      if (isBackward ? page.lastPage : page.firstPage) return found;
      at = Number((isBackward ? page.txs.at(-1) : page.txs[0])?.blockNumber);
    }
  }

  it("find every transaction of an account once, page by page in both directions", async () => {
    for (const address of [...senders.map((one) => one.address), contract]) {
      assert.ok(expected(address).length > 14, address);
      assert.deepEqual(await collect(address, true), expected(address));
      assert.deepEqual(await collect(address, false), expected(address));
    }
  });

  it("find every transaction by sender and nonce", async () => {
    for (const { sender, nonce, hash } of sent) {
      const found = await node.request("ots_getTransactionBySenderAndNonce", [sender, nonce]);
      assert.equal(found, hash);
    }
  });

  it("find the creation of a contract, and do not find it after a revert", async () => {
    const creator = { hash: sent[0]?.hash, creator: senders[0]?.address };
    assert.deepEqual(await node.request("ots_getContractCreator", [contract]), creator);
    await node.request("anvil_rollback", [blocks + 1]);
    assert.equal(await node.request("ots_getContractCreator", [contract]), null);
    const page = (await node.request("ots_searchTransactionsBefore", [contract, 0, 5])) as Page;
    assert.deepEqual(page.txs, []);
  });
});

describe("the creator of a contract that was destroyed and created again", () => {
  /** Creates what the call's data say by CREATE2, with the salt zero. */
  const factoryCode = "0x365f5f375f365f5ff500";
  const initCode = deploying("0x33ff");

  it("is that of the newest creation, by the rules under which it can be destroyed", async () => {
    const node = await createNode({ isListening: false, mining: "auto", hardfork: "shanghai" });
    try {
      let nonce = 0;
      const [sender] = senders as [(typeof senders)[number]];
      const send = async (fields: object) => {
        const { raw, hash } = sign(sender, { nonce: nonce++, gasLimit: 200_000, ...fields });
        await node.request("eth_sendRawTransaction", [raw]);
        return (await node.request("eth_getTransactionReceipt", [hash])) as WireReceipt;
      };
      const { contractAddress: factory } = await send({ data: deploying(factoryCode) });
      const salt = `0x${"00".repeat(32)}`;
      const destroyed = getCreate2Address(`${factory}`, salt, keccak256(initCode)).toLowerCase();
      const create = async () => {
        const { transactionHash } = await send({ to: factory, data: initCode });
        return { hash: transactionHash, creator: factory };
      };
      const found = () => node.request("ots_getContractCreator", [destroyed]);
      const first = await create();
      assert.deepEqual(await found(), first);
      await send({ to: destroyed });
      assert.equal(await found(), null);
      const second = await create();
      for (let mined = 0; mined < 8; mined++) {
        assert.deepEqual(await found(), second, `with ${mined} blocks above`);
        await node.request("evm_mine");
      }
    } finally {
      await node.close();
    }
  });
});
