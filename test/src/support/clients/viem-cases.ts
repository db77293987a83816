/** Tests the usual operations with viem 2. Only the polling interval is shorter than viem's own. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import {
  type Abi,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  decodeEventLog,
  encodeFunctionData,
  formatEther,
  type Hex,
  InsufficientFundsError,
  parseEther,
  TransactionReceiptNotFoundError,
  webSocket,
} from "viem";
import { compileOne } from "../compile.js";
import { eventually, within } from "../eventually.js";
import type { RunningNode } from "../node-process.js";
import { failureOf, promised } from "../promised.js";
import { abi, Session, supply, token } from "./viem-session.js";

const playground = compileOne("Playground.sol", "Playground");
const playgroundAbi = playground.abi as Abi;

export function viemCases(chainId: number, nodeOf: () => RunningNode): void {
  const session = new Session(chainId, nodeOf);
  before(() => session.deploy());
  readCases(session);
  writeCases(session);
  refusalCases(session);
  feeCases(session);
  historyCases(session);
  typeCases(session);
  watchCases(session);
}

function readCases(session: Session): void {
  it("knows the chain and finds ten funded accounts", async () => {
    const { reader, account } = session.clients();
    assert.equal(await reader.getChainId(), session.chainId);
    assert.equal(account.address, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
    const balance = await reader.getBalance({ address: session.clients(9).account.address });
    assert.equal(formatEther(balance), "10000");
  });

  it("reads what the deployment left behind", async () => {
    const { reader, account } = session.clients();
    const { address, deployment: hash } = session;
    const code = await reader.getCode({ address });
    assert.equal(code?.length, token.deployedBytecode.length);
    assert.equal(BigInt((await reader.getStorageAt({ address, slot: "0x2" })) as Hex), supply);
    const tx = await reader.getTransaction({ hash });
    assert.deepEqual([tx.type, tx.to, tx.chainId], ["eip1559", null, session.chainId]);
    assert.equal(tx.from, account.address.toLowerCase());
    const block = await reader.getBlock({ blockHash: tx.blockHash, includeTransactions: true });
    assert.deepEqual(
      block.transactions.find((listed) => listed.hash === hash),
      tx,
    );
    assert.ok(block.baseFeePerGas !== null, "without it viem sends no type 2 transactions");
    assert.equal(await reader.readContract({ address, abi, functionName: "totalSupply" }), supply);
  });
}

function writeCases(session: Session): void {
  it("writes, and decodes the log of the receipt and of getLogs", async () => {
    const { reader, account } = session.clients();
    const to = session.clients(1).account.address;
    const receipt = await session.transfer(to, 25n);
    const [log] = receipt.logs;
    assert.ok(log);
    const args = { from: account.address, to, value: 25n };
    assert.deepEqual(decodeEventLog({ abi, data: log.data, topics: log.topics }), {
      eventName: "Transfer",
      args,
    });
    const { address } = session;
    assert.equal(
      await reader.readContract({ address, abi, functionName: "balanceOf", args: [to] }),
      25n,
    );
    const query = { address, abi, eventName: "Transfer", fromBlock: 0n } as const;
    assert.equal((await reader.getContractEvents(query)).length, 2);
    const narrowed = await reader.getContractEvents({ ...query, args: { to } });
    assert.deepEqual(
      narrowed.map((event) => [event.transactionHash, (event as { args?: unknown }).args]),
      [[receipt.transactionHash, args]],
    );
  });

  it("mines a transaction that fails, and says so in the receipt", async () => {
    const { wallet, reader } = session.clients(3);
    const args = [session.clients(4).account.address, 1n];
    const request = {
      address: session.address,
      abi,
      functionName: "transfer",
      args,
      gas: 100_000n,
    };
    const hash = await wallet.writeContract(request);
    const receipt = await reader.waitForTransactionReceipt({ hash });
    assert.equal(receipt.status, "reverted");
  });

  it("counts a transaction as pending as soon as its hash was answered", async () => {
    const { reader, wallet, account } = session.clients(9);
    const { address } = account;
    const count = () => reader.getTransactionCount({ address, blockTag: "pending" });
    for (let i = 0; i < 5; i++) {
      const nonce = await count();
      await wallet.sendTransaction({ to: address, gas: 21_000n, nonce });
      assert.equal(await count(), nonce + 1);
    }
  });
}

function revertOf(error: unknown): ContractFunctionRevertedError {
  assert.ok(error instanceof BaseError, String(error));
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  assert.ok(revert instanceof ContractFunctionRevertedError, error.message);
  return revert;
}

function refusalCases(session: Session): void {
  it("explains a call, an estimate and a simulation that revert", async () => {
    const { reader, account } = session.clients(3);
    const args = [account.address, 1n];
    const request = { address: session.address, abi, account, functionName: "transfer", args };
    for (const attempt of [
      () => reader.simulateContract(request),
      () => reader.readContract(request),
      () => reader.estimateContractGas(request),
    ]) {
      assert.equal(revertOf(await failureOf(attempt)).reason, "insufficient balance");
    }
    const mint = { ...request, functionName: "mint" };
    for (const attempt of [
      () => reader.simulateContract(mint),
      () => reader.estimateContractGas(mint),
    ]) {
      const { data } = revertOf(await failureOf(attempt));
      assert.deepEqual([data?.errorName, data?.args], ["NotOwner", [account.address]]);
    }
  });

  it("recognises a sender without money and a receipt that is not there", async () => {
    const { reader, wallet } = session.clients(2);
    const value = parseEther("1000000");
    const to = session.clients(4).account.address;
    const unaffordable = await failureOf(() => wallet.sendTransaction({ to, value }));
    assert.ok(unaffordable instanceof BaseError);
    assert.ok(
      unaffordable.walk((e) => e instanceof InsufficientFundsError),
      unaffordable.message,
    );
    const hash: Hex = `0x${"ab".repeat(32)}`;
    const missing = await failureOf(() => reader.getTransactionReceipt({ hash }));
    assert.ok(missing instanceof TransactionReceiptNotFoundError);
  });
}

function feeCases(session: Session): void {
  it("estimates fees that are accepted and not exceeded", async () => {
    const { reader, wallet, account } = session.clients(5);
    const { address } = account;
    const fees = await reader.estimateFeesPerGas();
    assert.ok(fees.maxFeePerGas >= 60_000_000n);
    assert.ok((await reader.estimateMaxPriorityFeePerGas()) >= 0n);
    assert.ok((await reader.getGasPrice()) >= 60_000_000n);
    const held = await reader.getBalance({ address });
    const hash = await wallet.sendTransaction({
      to: session.clients(6).account.address,
      value: 1n,
    });
    const receipt = await reader.waitForTransactionReceipt({ hash });
    const tx = await reader.getTransaction({ hash });
    assert.equal(tx.type, "eip1559");
    assert.ok(receipt.effectiveGasPrice <= (tx.maxFeePerGas as bigint));
    const paid = receipt.gasUsed * receipt.effectiveGasPrice + 1n;
    assert.equal(held - (await reader.getBalance({ address })), paid);
  });
}

function historyCases(session: Session): void {
  it("reads the fees of past blocks, as wallets do before they ask for a signature", async () => {
    const { reader } = session.clients();
    const request = { blockCount: 2, rewardPercentiles: [25, 75] };
    const history = await reader.getFeeHistory(request);
    assert.equal(history.baseFeePerGas.length, 3);
    assert.equal(history.gasUsedRatio.length, 2);
    assert.deepEqual(
      history.reward?.map((rewards) => rewards.length),
      [2, 2],
    );
  });
}

function typeCases(session: Session): void {
  it("sends legacy, 2930 and 1559 transactions and reads them back as such", async () => {
    const { reader, wallet } = session.clients(6);
    const { address } = session;
    const to = session.clients(7).account.address;
    const accessList = [{ address, storageKeys: [`0x${"00".repeat(31)}02` as Hex] }];
    const gasPrice = await reader.getGasPrice();
    for (const [type, hash] of [
      ["legacy", await wallet.sendTransaction({ type: "legacy", to, value: 1n })],
      ["eip2930", await wallet.sendTransaction({ type: "eip2930", to, accessList, gasPrice })],
      ["eip1559", await wallet.sendTransaction({ to, accessList, maxPriorityFeePerGas: 7n })],
    ] as const) {
      const receipt = await reader.waitForTransactionReceipt({ hash });
      const tx = await reader.getTransaction({ hash });
      assert.deepEqual([receipt.status, receipt.type, tx.type], ["success", type, type]);
      if (tx.type === "legacy") continue;
      assert.equal(tx.accessList?.[0]?.address.toLowerCase(), address.toLowerCase());
    }
  });

  it("delegates an account to a contract by a 7702 transaction", async () => {
    const { reader, wallet, account } = session.clients(8);
    const { bytecode } = playground;
    const create = await wallet.deployContract({ abi: playgroundAbi, bytecode });
    const { contractAddress } = await reader.waitForTransactionReceipt({ hash: create });
    const delegate = contractAddress as Hex;
    const authorization = await wallet.signAuthorization({
      contractAddress: delegate,
      executor: "self",
    });
    const data = encodeFunctionData({ abi: playgroundAbi, functionName: "set", args: [1n, 99n] });
    const authorizationList = [authorization];
    const hash = await wallet.sendTransaction({ to: account.address, data, authorizationList });
    const receipt = await reader.waitForTransactionReceipt({ hash });
    assert.deepEqual([receipt.status, receipt.type], ["success", "eip7702"]);
    const tx = await reader.getTransaction({ hash });
    assert.equal(tx.authorizationList?.[0]?.address.toLowerCase(), delegate.toLowerCase());
    const { address } = account;
    const designator = `0xef0100${delegate.slice(2).toLowerCase()}`;
    assert.equal(await reader.getCode({ address }), designator);
    const slot = { address, abi: playgroundAbi, functionName: "slots", args: [1n] } as const;
    assert.equal(await reader.readContract(slot), 99n);
  });
}

function watchCases(session: Session): void {
  it("watches blocks and events over a WebSocket", async (context) => {
    const { chain, account } = session.clients();
    const transport = webSocket(session.wsUrl, { reconnect: false });
    const watcher = createPublicClient({ chain, transport });
    context.after(async () => (await watcher.transport.getRpcClient()).close());
    const blocks: bigint[] = [];
    const event = promised<unknown>();
    const failed = promised<never>();
    const onError = failed.reject;
    const stops = [
      watcher.watchBlocks({ onBlock: ({ number }) => blocks.push(number), onError }),
      watcher.watchContractEvent({
        address: session.address,
        abi,
        eventName: "Transfer",
        onLogs: ([log]) => event.resolve((log as { args?: unknown } | undefined)?.args),
        onError,
      }),
    ];
    // A socket answers in order: after this answer, both subscriptions are active.
    await watcher.getChainId();
    await watcher.getChainId();
    const to = session.clients(1).account.address;
    const receipt = await session.transfer(to, 3n);
    const args = await within("event", Promise.race([event.promise, failed.promise]));
    assert.deepEqual(args, { from: account.address, to, value: 3n });
    await eventually("block", () => blocks.includes(receipt.blockNumber));
    for (const stop of stops) stop();
  });
}
