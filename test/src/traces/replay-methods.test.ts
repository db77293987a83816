/** Tests Parity's methods that execute against the stored traces and the states before and after. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { developmentAccounts, sign } from "../support/development.js";
import type { WireReceipt } from "../support/wire.js";

type Change = "=" | Readonly<Record<string, unknown>>;
type AccountChange = Readonly<Record<"balance" | "nonce" | "code", Change>> & {
  readonly storage: Readonly<Record<string, Change>>;
};
interface Replayed {
  readonly output: string;
  readonly stateDiff: Readonly<Record<string, AccountChange>> | null;
  readonly trace: readonly Readonly<Record<string, unknown>>[];
  readonly transactionHash?: string;
}

const [owner, heir] = developmentAccounts;
assert.ok(owner && heir);
const both = ["trace", "stateDiff"];
/** SSTORE(0, SLOAD(0) + 1), and returns the previous value. */
const counter = "0x5f54806001015f555f5260205ff3";
/** SELFDESTRUCT to the caller. */
const doomed = "0x33ff";

const deploying = (code: string) => {
  const size = ((code.length - 2) / 2).toString(16).padStart(2, "0");
  return `0x60${size}600c60003960${size}6000f3${code.slice(2)}`;
};
/** Init code that destroys the created contract, and sends its value to the caller. */
const fleeting = "0x33ff";

describe("executions in Parity's form", () => {
  let node: InProcessNode;
  let nonce = 0;
  const hashes: string[] = [];
  const request = <Result>(method: string, ...params: unknown[]) =>
    node.request(method, params) as Promise<Result>;

  const signed = (fields: object) => {
    assert.ok(owner);
    return sign(owner, { nonce: nonce++, gasLimit: 300_000, ...fields });
  };
  async function mine(fields: object): Promise<WireReceipt> {
    const { raw, hash } = signed(fields);
    await request("eth_sendRawTransaction", raw);
    hashes.push(hash);
    return request<WireReceipt>("eth_getTransactionReceipt", hash);
  }

  let counting: string | null = null;
  before(async () => {
    node = await createNode({ isListening: false });
    counting = (await mine({ data: deploying(counter) })).contractAddress;
    const dying = (await mine({ data: deploying(doomed), value: 5n })).contractAddress;
    await mine({ to: counting });
    await mine({ to: counting });
    await mine({ to: heir.address, value: 7n });
    await mine({ to: `0x${"77".repeat(20)}`, value: 7n });
    await mine({ to: dying });
    await mine({ data: fleeting, value: 3n });
    await mine({ to: counting, gasLimit: 22_000 });
  });
  after(() => node.close());

  const read = (address: string, block: string) => ({
    balance: () => request("eth_getBalance", address, block),
    nonce: () => request("eth_getTransactionCount", address, block),
    code: () => request("eth_getCode", address, block),
    slot: (slot: string) => request("eth_getStorageAt", address, slot, block),
  });

  async function assertChange(
    change: Change,
    was: () => Promise<unknown>,
    is: () => Promise<unknown>,
  ): Promise<void> {
    const [old, now] = [await was(), await is()];
    if (change === "=") return assert.equal(old, now);
    if ("*" in change) return assert.deepEqual(change["*"], { from: old, to: now });
    assert.equal("+" in change ? now : old, change["+"] ?? change["-"]);
  }

  it("have exactly the differences between the states before and after", async () => {
    for (const hash of hashes) {
      const { stateDiff } = await request<Replayed>("trace_replayTransaction", hash, both);
      const { blockNumber } = await request<WireReceipt>("eth_getTransactionReceipt", hash);
      const earlier = `0x${(Number(blockNumber) - 1).toString(16)}`;
      assert.ok(stateDiff);
      for (const [address, { balance, nonce, code, storage }] of Object.entries(stateDiff)) {
        const was = read(address, earlier);
        const is = read(address, blockNumber);
        await assertChange(balance, was.balance, is.balance);
        await assertChange(nonce, was.nonce, is.nonce);
        await assertChange(code, was.code, is.code);
        for (const [slot, change] of Object.entries(storage)) {
          await assertChange(
            change,
            () => was.slot(slot),
            () => is.slot(slot),
          );
        }
      }
      const told = new Set(Object.keys(stateDiff));
      const others = [heir.address, counting ?? ""].filter((address) => !told.has(address));
      for (const address of others) {
        const before = read(address, earlier);
        const after = read(address, blockNumber);
        assert.equal(await before.balance(), await after.balance());
        assert.equal(await before.slot("0x0"), await after.slot("0x0"));
      }
    }
  });

  it("have the stored traces, for a transaction or a whole block", async () => {
    for (const hash of hashes) {
      const one = await request<Replayed>("trace_replayTransaction", hash, both);
      const stored = await request<Replayed["trace"]>("trace_transaction", hash);
      const bare = stored.map(
        ({ blockHash, blockNumber, transactionHash, transactionPosition, ...trace }) => trace,
      );
      assert.deepEqual(one.trace, bare);
      const block = stored[0]?.blockHash;
      const all = await request<Replayed[]>("trace_replayBlockTransactions", block, both);
      assert.deepEqual(all, [{ ...one, transactionHash: hash }]);
      const neither = await request<Replayed>("trace_replayTransaction", hash, []);
      assert.deepEqual(neither, { output: one.output, stateDiff: null, trace: [], vmTrace: null });
    }
  });

  it("return for a raw transaction the same as when it is mined", async () => {
    const { raw, hash } = signed({ to: counting });
    const told = await request<Replayed>("trace_rawTransaction", raw, both);
    await request("eth_sendRawTransaction", raw);
    const mined = await request<Replayed>("trace_replayTransaction", hash, both);
    assert.deepEqual(told.trace, mined.trace);
    assert.deepEqual(told.stateDiff?.[counting ?? ""], mined.stateDiff?.[counting ?? ""]);
  });

  it("of a list of calls see the state changes of earlier calls", async () => {
    const stands = Number(await request("eth_getStorageAt", counting, "0x0", "latest"));
    const call = [{ from: heir.address, to: counting }, ["stateDiff"]];
    const many = await request<Replayed[]>("trace_callMany", [call, call, call]);
    assert.deepEqual(
      many.map(({ output }) => Number(output)),
      [stands, stands + 1, stands + 2],
    );
    assert.deepEqual(await request<Replayed>("trace_call", ...call), many[0]);
    assert.equal(Number(await request("eth_getStorageAt", counting, "0x0", "latest")), stands);
  });

  it("know no contract that an earlier call created and destroyed", async () => {
    const creation = { from: heir.address, data: fleeting, value: "0x3" };
    const [traced] = (await request<Replayed>("trace_call", creation, both)).trace;
    assert.ok(traced);
    const { address } = traced.result as { readonly address: string };
    // Returns EXTCODEHASH, which is zero only for an account that does not exist.
    const hashing = { data: `0x73${address.slice(2)}3f5f5260205ff3` };
    const calls = [creation, hashing].map((call) => [call, both]);
    const [first, second] = await request<Replayed[]>("trace_callMany", calls);
    assert.deepEqual(Object.keys(first?.stateDiff ?? {}), [heir.address.toLowerCase()]);
    assert.equal(second?.output, `0x${"00".repeat(32)}`);
  });

  it("support geth's other tracers, alone and several in one execution", async () => {
    const hash = hashes[3];
    const flat = await request("debug_traceTransaction", hash, { tracer: "flatCallTracer" });
    assert.deepEqual(flat, await request("trace_transaction", hash));
    const call = { to: counting, data: `0x12345678${"00".repeat(32)}` };
    const trace = (options: object) => request("debug_traceCall", call, "latest", options);
    const selectors = { "0x12345678-32": 1 };
    assert.deepEqual(await trace({ tracer: "4byteTracer" }), selectors);
    assert.deepEqual(await trace({ tracer: "noopTracer" }), {});
    const config = { callTracer: { onlyTopCall: true }, "4byteTracer": {}, prestateTracer: {} };
    const several = await trace({ tracer: "muxTracer", tracerConfig: config });
    assert.deepEqual(several, {
      callTracer: await trace({ tracer: "callTracer" }),
      prestateTracer: await trace({ tracer: "prestateTracer" }),
      "4byteTracer": selectors,
    });
  });

  it("count the selectors of calls that the caller cannot pay, and show no empty reason", async () => {
    const to = `0x${"c0".repeat(20)}`;
    const word = (value: string) => value.padStart(64, "0");
    // CALL(gas, 0x77…, 1, 0, 4, 0, 0) by an account without coins; then REVERT with Error("").
    const call = `0x5f5f60045f600173${"77".repeat(20)}5af150`;
    const reason = "6308c379a05f5260206020526044601cfd";
    const traced = (tracer: string) =>
      request<Record<string, unknown>>("debug_traceCall", { to }, "latest", {
        tracer,
        stateOverrides: { [to]: { code: `${call}${reason}` } },
      });
    assert.deepEqual(await traced("4byteTracer"), { "0x00000000-0": 1 });
    const { error, output, revertReason } = await traced("callTracer");
    assert.equal(output, `0x08c379a0${word("20")}${word("")}`);
    assert.deepEqual([error, revertReason], ["execution reverted", undefined]);
  });
});

it("lists of calls follow the rules of --compat, as a call does", async () => {
  const node = await createNode({ isListening: false, compat: "hardhat" });
  try {
    // The sender has no coins, which Hardhat's network does not check in calls.
    const call = { from: `0x${"99".repeat(20)}`, to: heir.address, value: "0x5" };
    const alone = await node.request("trace_call", [call, ["trace"]]);
    assert.deepEqual(await node.request("trace_callMany", [[[call, ["trace"]]]]), [alone]);
  } finally {
    await node.close();
  }
});
