/** Tests eth_simulateV1: the same results as for mined transactions, and its limits. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { developmentAccounts, plentyGasPrice, sign } from "../support/development.js";
import type { WireReceipt } from "../support/wire.js";

const [sender, receiver] = developmentAccounts;
assert.ok(sender && receiver);
const gas = 300_000n;
const hex = (value: number | bigint) => `0x${value.toString(16)}`;
const emitter = `0x${"e1".repeat(20)}`;
const payee = `0x${"e2".repeat(20)}`;
const heir = `0x${"e3".repeat(20)}`;

interface Simulated {
  readonly number: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly stateRoot: string;
  readonly gasUsed: string;
  readonly calls: readonly {
    readonly returnData: string;
    readonly logs: WireReceipt["logs"];
    readonly gasUsed: string;
    readonly maxUsedGas: string;
    readonly status: string;
    readonly error?: { readonly code: number; readonly data?: string };
  }[];
}

describe("simulated blocks", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ isListening: false });
  });
  after(() => node.close());

  const simulate = (payload: object) =>
    node.request("eth_simulateV1", [payload]) as Promise<Simulated[]>;
  const codeOf = (block: object, options: object = {}) =>
    simulate({ blockStateCalls: [block], ...options }).then(
      () => undefined,
      (error: { readonly code: number }) => error.code,
    );

  it("show the gas of a call before refunds, and at least the floor of its data", async () => {
    // Clears a slot, which refunds 4800 gas (EIP-3529).
    const overrides = {
      [heir]: { code: "0x5f5f55", state: { [`0x${"0".repeat(64)}`]: `0x${"0".repeat(63)}1` } },
    };
    // 100 bytes of data cost 1600 gas, and at least 4000 (EIP-7623).
    const calls = [{ to: heir }, { to: payee, input: `0x${"ff".repeat(100)}` }];
    const [block] = await simulate({ blockStateCalls: [{ stateOverrides: overrides, calls }] });
    const gasOf = block?.calls.map((call) => [Number(call.maxUsedGas), Number(call.gasUsed)]);
    const cleared = 21_000 + 2 + 2 + 5_000;
    assert.deepEqual(gasOf, [
      [cleared, cleared - 4_800],
      [25_000, 25_000],
    ]);
  });

  it("have the same results as the same transactions when they are mined", async () => {
    // The emitter logs its value and returns it; without a value it reverts with a word.
    const code = "0x34600b575f5f5260205ffd5b345f5260015f5260205fa034600155345f5260205ff3";
    await node.request("anvil_setCode", [emitter, code]);
    const wishes = [
      { to: emitter, value: 7n },
      { to: emitter, value: 0n },
      { to: receiver.address, value: 5n },
      { data: "0x6001600c60003960016000f300", value: 0n },
      { data: "0xfe", value: 0n },
    ];
    const price = hex(plentyGasPrice);
    const calls = wishes.map(({ value, ...rest }, nonce) => {
      const amounts = { value: hex(value), gas: hex(gas), gasPrice: price, nonce: hex(nonce) };
      return { from: sender.address, ...rest, ...amounts };
    });
    const blockStateCalls = calls.map((call) => ({ calls: [call] }));
    const blocks = await simulate({ blockStateCalls, validation: true });
    for (const [nonce, wish] of wishes.entries()) {
      const { raw, hash } = sign(sender, { nonce, gasLimit: gas, ...wish });
      const options = [{ ...calls[nonce], nonce: undefined }, "latest"];
      const output = await node.request("eth_call", options).catch(() => "0x");
      await node.request("eth_sendRawTransaction", [raw]);
      const receipt = (await node.request("eth_getTransactionReceipt", [hash])) as WireReceipt;
      const call = blocks[nonce]?.calls[0];
      assert.ok(call);
      assert.deepEqual([call.gasUsed, call.status], [receipt.gasUsed, receipt.status]);
      assert.equal(call.returnData, output);
      const shown = (logs: WireReceipt["logs"]) =>
        logs.map(({ address, topics, data }) => ({ address, topics, data }));
      assert.deepEqual(shown(call.logs), shown(receipt.logs));
    }
    const failures = blocks.map(({ calls: [call] }) => call?.error?.code);
    assert.deepEqual(failures, [undefined, 3, undefined, undefined, -32015]);
  });

  it("show balance changes as logs, without reverted ones", async () => {
    // Calls the payee with 2 and the sender of a revert with 1, then self-destructs to the heir.
    const push = (address: string) => `73${address.slice(2)}`;
    const send = (value: number, address: string) =>
      `5f5f5f5f60${`0${value}`.slice(-2)}${push(address)}5af150`;
    const balanceOf = (address: string) => `0x${push(address)}315f5260205ff3`;
    const reverting = `0x${"e4".repeat(20)}`;
    const stateOverrides = {
      [emitter]: {
        balance: "0x0",
        code: `0x${send(2, payee)}${send(1, reverting)}${push(heir)}ff`,
      },
      [reverting]: { code: "0x5f5ffd" },
      [sender.address]: { balance: hex(100) },
    };
    const watched = [sender.address, emitter, payee, heir, reverting];
    const reads = watched.map((address) => ({ data: balanceOf(address) }));
    const blocks = await simulate({
      blockStateCalls: [
        { stateOverrides, calls: reads },
        { calls: [{ from: sender.address, to: emitter, value: "0x9" }] },
        { calls: reads },
      ],
      traceTransfers: true,
    });
    const balances = (at: number) => blocks[at]?.calls.map(({ returnData }) => BigInt(returnData));
    const changes = new Map(watched.map((address) => [address, 0n]));
    for (const { topics, data } of blocks[1]?.calls[0]?.logs ?? []) {
      const [, from, to] = topics.map((topic) => `0x${topic.slice(26)}`);
      changes.set(from as string, (changes.get(from as string) ?? 0n) - BigInt(data));
      changes.set(to as string, (changes.get(to as string) ?? 0n) + BigInt(data));
    }
    const [earlier, later] = [balances(0), balances(2)];
    const expected = later?.map((balance, at) => balance - (earlier?.[at] ?? 0n));
    assert.deepEqual([...changes.values()], expected);
    assert.deepEqual(expected?.slice(2), [2n, 7n, 0n]);
  });

  it("follow each other, with empty blocks for omitted numbers", async () => {
    const head = (await node.request("eth_getBlockByNumber", ["latest", false])) as Simulated;
    const number = hex(Number(head.number) + 4);
    const blocks = await simulate({ blockStateCalls: [{}, { blockOverrides: { number } }] });
    assert.equal(blocks.length, 4);
    assert.equal(blocks.at(-1)?.number, number);
    let parent = head;
    for (const block of blocks) {
      assert.equal(block.parentHash, parent.hash);
      assert.equal(Number(block.number), Number(parent.number) + 1);
      assert.ok(Number(block.timestamp) > Number(parent.timestamp));
      parent = block;
    }
  });

  it("are refused with the codes of the execution APIs", async () => {
    const from = sender.address;
    const to = receiver.address;
    const valid = { validation: true };
    const priced = { from, to, gasPrice: hex(plentyGasPrice), gas: hex(gas) };
    assert.equal(await codeOf({ calls: [{ ...priced, nonce: "0x0" }] }, valid), -38010);
    assert.equal(await codeOf({ calls: [{ ...priced, nonce: "0xff" }] }, valid), -38011);
    assert.equal(await codeOf({ calls: [{ from, to }] }, valid), -38012);
    assert.equal(await codeOf({ calls: [{ from, to, gas: "0x5207" }] }), -38013);
    assert.equal(await codeOf({ calls: [{ from: heir, to, value: "0x1" }] }), -38014);
    assert.equal(await codeOf({ calls: [{ from, to, gas: hex(10n ** 12n) }] }), -38015);
    assert.equal(await codeOf({ blockOverrides: { number: "0x1" } }), -38020);
    assert.equal(await codeOf({ blockOverrides: { time: "0x1" } }), -38021);
    const last = { blockOverrides: { time: Number.MAX_SAFE_INTEGER } };
    assert.equal(await codeOf(last), undefined);
    assert.equal(await codeOf(last, { blockStateCalls: [last, {}] }), -38021);
    assert.equal(await codeOf({ calls: [{ ...priced, from: emitter }] }, valid), -38024);
    const initCode = `0x${"00".repeat(49_153)}`;
    assert.equal(await codeOf({ calls: [{ from, data: initCode }] }), -38025);
    assert.equal(await codeOf({ blockOverrides: { number: "0xffff" } }), -38026);
  });

  it("may use as much gas together as the block that they follow", async () => {
    const stateOverrides = { [payee]: { code: "0xfe" } };
    const calls = [{ to: payee }];
    const blockStateCalls = [{ stateOverrides, calls }, { calls }];
    await assert.rejects(simulate({ blockStateCalls }), { code: -38026 });
  });

  const caller = `0x${"c0".repeat(20)}`;
  const contract = `0x${"c1".repeat(20)}`;
  const creator = `0x${"c2".repeat(20)}`;
  const call = { from: caller, to: contract };
  /** Returns the result of each call of each block: output, or the code of its error. */
  const outcomes = async (...blockStateCalls: object[]) =>
    (await simulate({ blockStateCalls })).map(({ calls }) =>
      calls.map(({ returnData, error }) => error?.code ?? returnData),
    );
  const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, "0")}`;
  /** Returns code that returns the result of an instruction. */
  const returning = (instruction: string) => `0x${instruction}5f5260205ff3`;
  const codeAt = (instruction: string) => ({
    stateOverrides: { [contract]: { code: returning(instruction) } },
  });

  it("have the same state with an override that changes nothing", async () => {
    const rootWith = async (stateOverrides: object) => {
      const [block] = await simulate({ blockStateCalls: [{ stateOverrides }] });
      return block?.stateRoot;
    };
    assert.equal(await rootWith({ [`0x${"e9".repeat(20)}`]: {} }), await rootWith({}));
  });

  it("have calls that are too long refused before they are encoded", async () => {
    const entry = {
      chainId: "0x0",
      address: heir,
      nonce: "0x0",
      yParity: "0x0",
      r: "0x1",
      s: "0x1",
    };
    const count = 10_000;
    const keys = Array.from({ length: count }, () => `0x${"00".repeat(32)}`);
    // The lengths of the encodings are larger.
    for (const [parts, length] of [
      [{ authorizationList: Array.from({ length: count }, () => entry) }, 20 * count],
      [{ accessList: [{ address: heir, storageKeys: keys }] }, 20 + 32 * count],
    ] as const) {
      const message = `oversized data: transaction size ${length}, limit 131072`;
      const refused = simulate({ blockStateCalls: [{ calls: [{ to: heir, ...parts }] }] });
      await assert.rejects(
        refused,
        (error: { readonly code: number; readonly message: string }) => {
          assert.deepEqual([error.code, error.message], [-32602, message]);
          return true;
        },
      );
    }
  });

  it("begin with an arbitrary nonce, and continue with 0, without validation", async () => {
    const stateOverrides = { [caller]: { nonce: hex(2n ** 64n - 1n) } };
    const block = { stateOverrides, calls: [call, call] };
    assert.deepEqual(await outcomes(block), [["0x", "0x"]]);
    assert.equal(await codeOf(block, { validation: true }), -32602);
    assert.deepEqual(await outcomes({ calls: [{ ...call, nonce: hex(2n ** 64n - 1n) }] }), [
      ["0x"],
    ]);
  });

  it("report the price of a sender with code before its code", async () => {
    const stateOverrides = { [caller]: { code: "0x00", balance: hex(10n ** 18n) } };
    const codeFor = (price: object) =>
      codeOf(
        { stateOverrides, calls: [{ ...call, gas: hex(gas), ...price }] },
        { validation: true },
      );
    assert.equal(await codeFor({ gasPrice: "0x0" }), -38012);
    assert.equal(await codeFor({ gasPrice: hex(plentyGasPrice) }), -38024);
  });

  it("provide contracts with the members of their block", async () => {
    const { number } = (await node.request("eth_getBlockByNumber", ["latest", false])) as Simulated;
    const height = Number(number);
    const time = 0xffff_0000;
    const overrides = { time: hex(time), feeRecipient: creator, gasLimit: hex(5_000_000) };
    const blockOverrides = { ...overrides, baseFeePerGas: "0x7" };
    const blocks = ["43", "42", "41", "45", "48"].map((instruction, at) => ({
      ...codeAt(instruction),
      blockOverrides: at === 0 ? {} : { ...blockOverrides, time: hex(time + at) },
      calls: [{ ...call, gas: hex(gas) }],
    }));
    assert.deepEqual(await outcomes(...blocks), [
      [word(height + 1)],
      [word(time + 1)],
      [word(BigInt(creator))],
      [word(5_000_000)],
      // A call without a price has a price of zero, as in eth_call.
      [word(0)],
    ]);
  });

  it("provide later calls and blocks with the storage, nonces and contracts of earlier ones", async () => {
    // Counts in slot 0, and returns the count.
    const counter = { code: "0x5f54600101805f555f5260205ff3" };
    const creation = { from: creator, data: "0x6001600c60003960016000f300" };
    const blocks = await outcomes(
      { stateOverrides: { [contract]: counter }, calls: [call, call] },
      { calls: [call, creation, creation] },
      { stateOverrides: { [contract]: { stateDiff: { [word(0)]: word(40) } } }, calls: [call] },
    );
    assert.deepEqual(blocks, [[word(1), word(2)], [word(3), "0x00", "0x00"], [word(41)]]);
  });

  it("return the error of a failed call, and continue", async () => {
    const stateOverrides = {
      [contract]: { code: "0x602a5f5260205ffd" },
      [creator]: { code: "0xfe" },
    };
    const invalid = { from: caller, to: creator, gas: "0xffff" };
    const blocks = await simulate({
      blockStateCalls: [{ stateOverrides, calls: [call, invalid, {}] }],
    });
    const [reverted, halted, passed] = blocks[0]?.calls ?? [];
    assert.deepEqual(
      [reverted?.status, reverted?.error?.code, reverted?.error?.data],
      ["0x0", 3, word(42)],
    );
    assert.deepEqual(
      [halted?.status, halted?.error?.code, halted?.gasUsed],
      ["0x0", -32015, "0xffff"],
    );
    assert.equal(passed?.status, "0x1");
  });
});
