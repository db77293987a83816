/** Tests the usual operations with ethers 6. Only the polling interval is shorter than ethers' own. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import {
  type BaseContract,
  Contract,
  ContractFactory,
  type InterfaceAbi,
  isCallException,
  isError,
  type TransactionReceipt,
  type TransactionRequest,
  type TransactionResponse,
  WebSocketProvider,
} from "ethers";
import { compileOne } from "../compile.js";
import { coin } from "../development.js";
import { eventually, within } from "../eventually.js";
import type { RunningNode } from "../node-process.js";
import { failureOf, promised } from "../promised.js";
import { abi, Session, supply, token } from "./ethers-session.js";

const playground = compileOne("Playground.sol", "Playground");
const playgroundAbi = playground.abi as InterfaceAbi;

/** Calls a contract's method by its name, which ethers creates at run time. */
async function invoke(contract: Contract, name: string, ...args: unknown[]): Promise<unknown> {
  return contract.getFunction(name)(...args);
}

async function mined(response: unknown): Promise<TransactionReceipt> {
  const receipt = await (response as TransactionResponse).wait(1, 10_000);
  assert.ok(receipt);
  return receipt;
}

export function ethersCases(chainId: number, nodeOf: () => RunningNode): void {
  const session = new Session(chainId, nodeOf);
  before(() => session.deploy());
  after(() => session.close());
  readCases(session);
  writeCases(session);
  refusalCases(session);
  feeCases(session);
  typeCases(session);
  watchCases(session);
}

function readCases(session: Session): void {
  it("knows the chain and finds ten funded accounts", async () => {
    const { provider } = session;
    assert.equal((await provider.getNetwork()).chainId, BigInt(session.chainId));
    const last = await provider.getBalance(session.wallet(9).address, 0);
    assert.equal(last, 10_000n * coin);
  });

  it("reads code, storage, and blocks with whole transactions", async () => {
    const { provider, address } = session;
    assert.equal((await provider.getCode(address)).length, token.deployedBytecode.length);
    assert.equal(BigInt(await provider.getStorage(address, 2)), supply);
    const response = await session.wallet(1).sendTransaction({ to: address, gasLimit: 30_000 });
    const failure = await failureOf(() => mined(response));
    assert.ok(isCallException(failure), "a transaction that failed is an error of wait()");
    const tx = await provider.getTransaction(response.hash);
    assert.ok(tx?.blockNumber);
    assert.equal(tx.from, session.wallet(1).address);
    const block = await provider.getBlock(tx.blockNumber, true);
    assert.equal(block?.hash, tx.blockHash);
    assert.deepEqual(block?.getPrefetchedTransaction(response.hash).toJSON(), tx.toJSON());
    assert.equal((await provider.getBlock(0))?.number, 0);
    assert.equal(await provider.getBlock(0xffffffff), null);
    assert.equal(await provider.getTransaction(`0x${"cd".repeat(32)}`), null);
  });
}

function writeCases(session: Session): void {
  it("writes, waits, parses logs and queries them", async () => {
    const contract = session.token(0);
    const to = session.wallet(4).address;
    const receipt = await mined(await invoke(contract, "transfer", to, 25n));
    const [log] = receipt.logs;
    assert.ok(log);
    const parsed = contract.interface.parseLog(log);
    assert.deepEqual(parsed?.args.toArray(), [session.wallet(0).address, to, 25n]);
    assert.equal(await invoke(contract, "balanceOf", to), 25n);
    const filter = contract.filters.Transfer;
    assert.ok(filter);
    assert.equal((await contract.queryFilter(filter(), 0)).length, 2);
    const narrowed = await contract.queryFilter(filter(null, to), 0, "latest");
    assert.deepEqual(
      narrowed.map(({ transactionHash, index }) => [transactionHash, index]),
      [[receipt.hash, log.index]],
    );
    const { blockHash } = receipt;
    const ofBlock = await session.provider.getLogs({ blockHash });
    assert.deepEqual(
      ofBlock.map(({ index, data, topics }) => [index, data, topics]),
      receipt.logs.map(({ index, data, topics }) => [index, data, topics]),
    );
  });

  it("counts a transaction as pending as soon as its hash was answered", async () => {
    const wallet = session.wallet(9);
    for (let i = 0; i < 5; i++) {
      const nonce = await wallet.getNonce("pending");
      await wallet.sendTransaction({ to: wallet.address, gasLimit: 21_000, nonce });
      assert.equal(await wallet.getNonce("pending"), nonce + 1);
    }
  });
}

function refusalCases(session: Session): void {
  it("explains a call and an estimate that revert", async () => {
    const contract = session.token(3);
    const to = session.wallet(3).address;
    for (const kind of ["staticCall", "estimateGas"] as const) {
      const transfer = await failureOf(() => contract.getFunction("transfer")[kind](to, 1n));
      assert.ok(isCallException(transfer), String(transfer));
      assert.equal(transfer.reason, "insufficient balance");
      const mint = await failureOf(() => contract.getFunction("mint")[kind](to, 1n));
      assert.ok(isCallException(mint), String(mint));
      const error = contract.interface.parseError(mint.data ?? "0x");
      assert.deepEqual([error?.name, error?.args[0]], ["NotOwner", to]);
    }
  });

  it("recognises the refusals it has codes for", async () => {
    const wallet = session.wallet(2);
    const to = wallet.address;
    const value = 1_000_000n * coin;
    const poor = await failureOf(() => wallet.sendTransaction({ to, value, gasLimit: 21_000 }));
    assert.ok(isError(poor, "INSUFFICIENT_FUNDS"), String(poor));
    const estimated = await failureOf(() => wallet.sendTransaction({ to, value }));
    assert.ok(isError(estimated, "INSUFFICIENT_FUNDS"), String(estimated));
    await mined(await wallet.sendTransaction({ to, nonce: await wallet.getNonce() }));
    const late = await failureOf(() => wallet.sendTransaction({ to, nonce: 0 }));
    assert.ok(isError(late, "NONCE_EXPIRED"), String(late));
  });
}

function feeCases(session: Session): void {
  it("offers fees of both kinds, and a transfer at them is accepted", async () => {
    const fees = await session.provider.getFeeData();
    assert.ok((fees.gasPrice ?? 0n) >= 60_000_000n);
    assert.ok((fees.maxFeePerGas ?? 0n) >= 60_000_000n);
    assert.ok(fees.maxPriorityFeePerGas !== null);
    const wallet = session.wallet(5);
    const receipt = await mined(await wallet.sendTransaction({ to: wallet.address }));
    assert.deepEqual([receipt.type, receipt.gasUsed], [2, 21_000n]);
    assert.ok(receipt.gasPrice <= (fees.maxFeePerGas as bigint));
  });
}

function typeCases(session: Session): void {
  it("sends every type of transaction and reads it back as such", async () => {
    const { provider, address } = session;
    const wallet = session.wallet(6);
    const { gasPrice } = await provider.getFeeData();
    const accessList = [{ address, storageKeys: [`0x${"00".repeat(31)}02`] }];
    const to = session.wallet(7).address;
    const requests: TransactionRequest[] = [
      { type: 0, to, value: 1n },
      { type: 1, to, accessList, gasPrice },
      { type: 2, to, accessList },
    ];
    for (const request of requests) {
      const receipt = await mined(await wallet.sendTransaction(request));
      assert.deepEqual([receipt.status, receipt.type], [1, request.type]);
      const tx = await provider.getTransaction(receipt.hash);
      assert.equal(tx?.type, request.type);
      assert.deepEqual(tx?.accessList ?? [], request.accessList ?? []);
    }
  });

  it("delegates an account to a contract by a 7702 transaction", async () => {
    const wallet = session.wallet(8);
    const factory = new ContractFactory(playgroundAbi, playground.bytecode, wallet);
    const contract: BaseContract = await (await factory.deploy()).waitForDeployment();
    const delegate = await contract.getAddress();
    const nonce = await wallet.getNonce();
    const authorization = await wallet.authorize({ address: delegate, nonce: nonce + 1 });
    const response = await wallet.sendTransaction({
      type: 4,
      nonce,
      to: wallet.address,
      data: contract.interface.encodeFunctionData("set", [1n, 99n]),
      authorizationList: [authorization],
    });
    const receipt = await mined(response);
    assert.deepEqual([receipt.status, receipt.type], [1, 4]);
    const tx = await session.provider.getTransaction(receipt.hash);
    assert.deepEqual(tx?.authorizationList, [authorization]);
    const code = await session.provider.getCode(wallet.address);
    assert.equal(code, `0xef0100${delegate.slice(2).toLowerCase()}`);
    const self = new Contract(wallet.address, playgroundAbi, session.provider);
    assert.equal(await invoke(self, "slots", 1n), 99n);
  });
}

function watchCases(session: Session): void {
  it("watches blocks and events over a WebSocket", async (context) => {
    const provider = new WebSocketProvider(session.wsUrl);
    context.after(() => provider.destroy());
    const blocks: number[] = [];
    const event = promised<readonly unknown[]>();
    await provider.on("block", (number: number) => blocks.push(number));
    const contract = new Contract(session.address, abi, provider);
    await contract.on("Transfer", (from, to, value) => event.resolve([from, to, value]));
    // A socket answers in order: after this answer, both subscriptions are active.
    await provider.send("net_version", []);
    const to = session.wallet(4).address;
    const receipt = await mined(await invoke(session.token(0), "transfer", to, 3n));
    const args = await within("event", event.promise);
    assert.deepEqual(args, [session.wallet(0).address, to, 3n]);
    await eventually("block", () => blocks.includes(receipt.blockNumber));
  });
}
