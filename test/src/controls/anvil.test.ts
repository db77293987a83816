/** Tests controls of anvil beyond the common ones: token balances, and mined blocks as results. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { Contract, ContractFactory, JsonRpcProvider } from "ethers";
import fc from "fast-check";
import { compile } from "../support/compile.js";
import { failureOf } from "../support/promised.js";

interface MinedBlock {
  readonly number: string;
  readonly hash: string;
  readonly transactions: readonly {
    readonly hash: string;
    readonly output: string;
    readonly revertReason?: string;
  }[];
}

/** Init code that reverts with `Error("no")`. */
const revertsInWords = `0x6064600c60003960646000fd08c379a0${"20".padStart(64, "0")}${"2".padStart(64, "0")}${"6e6f".padEnd(64, "0")}`;
const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const addresses = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((n) => `0x${n.toString(16).padStart(40, "0")}`);

describe("anvil's controls", () => {
  let node: InProcessNode;
  let provider: JsonRpcProvider;
  let token: Contract;
  before(async () => {
    node = await createNode({ unlocked: true });
    provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 });
    const { Token } = compile("Token.sol");
    assert.ok(Token);
    const factory = new ContractFactory([...Token.abi], Token.bytecode, await provider.getSigner());
    const deployed = await factory.deploy("Coin", "COIN", 1_000_000n);
    await deployed.waitForDeployment();
    token = new Contract(await deployed.getAddress(), [...Token.abi], provider);
  });
  after(async () => {
    provider?.destroy();
    await node?.close();
  });

  const call = (name: string, ...args: readonly unknown[]) => token.getFunction(name)(...args);

  it("set any balance and allowance of a token, and nothing else of it", async () => {
    const supply = await call("totalSupply");
    await fc.assert(
      fc.asyncProperty(
        addresses,
        addresses,
        amounts,
        amounts,
        async (owner, spender, balance, allowed) => {
          await node.request("anvil_dealERC20", [owner, token.target, `0x${balance.toString(16)}`]);
          const params = [owner, spender, token.target, `0x${allowed.toString(16)}`];
          await node.request("anvil_setERC20Allowance", params);
          assert.equal(await call("balanceOf", owner), balance);
          assert.equal(await call("allowance", owner, spender), allowed);
          assert.equal(await call("totalSupply"), supply);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("refuse a contract without such a balance, and change nothing", async () => {
    const root = await node.request("eth_getBlockByNumber", ["pending", false]);
    const [account] = node.accounts;
    const params = [account?.address, account?.address, "0x1"];
    const error = await failureOf(() => node.request("anvil_dealERC20", params));
    assert.equal((error as { code?: number }).code, -32602);
    const { stateRoot } = (await node.request("eth_getBlockByNumber", ["pending", false])) as {
      stateRoot: string;
    };
    assert.equal(stateRoot, (root as { stateRoot: string }).stateRoot);
  });

  it("return mined blocks with the results of their transactions", async () => {
    await node.request("evm_setAutomine", [false]);
    const [from, to] = node.accounts.map(({ address }) => address);
    const sent = await node.request("eth_sendTransaction", [{ from, to, value: "0x1" }]);
    const created = { from, data: revertsInWords, gas: "0x30d40" };
    const failed = await node.request("eth_sendTransaction", [created]);
    const blocks = (await node.request("evm_mine_detailed", [{ blocks: 2 }])) as MinedBlock[];
    const [first, second] = blocks;
    assert.equal(blocks.length, 2);
    assert.deepEqual(
      first?.transactions.map(({ hash, revertReason }) => [hash, revertReason]),
      [
        [sent, undefined],
        [failed, "no"],
      ],
    );
    assert.match(first?.transactions[1]?.output ?? "", /^0x08c379a0/);
    assert.deepEqual(second?.transactions, []);
    const stored = (await node.request("eth_getBlockByNumber", ["latest", false])) as MinedBlock;
    assert.equal(stored.hash, second?.hash);
  });
});
