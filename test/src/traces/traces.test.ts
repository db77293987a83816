/**
 * Tests traces against the EVM's rules, computed by hand: every kind of call and creation, and
 * every failure. Each transaction's traces are also compared with the call tracer's.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eoaCode7702SignAuthorization } from "@ethereumjs/util";
import {
  type Address,
  concat,
  emptyBytes,
  fromHex,
  padStart,
  privateKeyToAddress,
  restoreTraces,
  type TraceError,
  toHex,
} from "@tandem/primitives";
import { getCreate2Address, getCreateAddress, keccak256 } from "ethers";
import { assemble, calling, type Part } from "../support/assemble.js";
import { call, contract, create, suicide, word } from "../support/chain-checks/expected-traces.js";
import {
  alice,
  assertTraces,
  at,
  bob,
  env,
  openTraceScene,
  sign,
} from "../support/scenes/trace-scene.js";

const [a, b, c, d] = [at(0xa1), at(0xa2), at(0xa3), at(0xa4)] as const;

/** Gas of a transaction before execution, of a call to a cold address, and its pushes. */
const transactionGas = 21_000n;
const coldCall = 2_600n;
const pushes = 16n;
/** Returns the maximum gas that a call passes on (EIP-150). */
const allButOne64th = (gas: bigint) => gas - gas / 64n;

const returning42 = contract(c, 0x2a, 0, "MSTORE", 0x20, 0, "RETURN");
const gasOf42 = 3n + 2n + 6n + 3n + 2n;

describe("traces of calls", () => {
  it("shows a transfer with the gas of the whole transaction", async () => {
    const { traces } = await openTraceScene([]).execute(
      sign({ to: toHex(bob), value: 5n, gasLimit: 30_000n }),
    );
    assertTraces(traces, [call(alice, bob, { gas: 30_000n, used: 21_000n, value: 5n, at: [] })]);
  });

  it("has three levels, with the gas of each", async () => {
    const scene = openTraceScene([
      contract(a, ...calling("CALL", b, { gas: 100_000 }), "STOP"),
      contract(b, ...calling("CALL", c, { gas: 50_000 }), "STOP"),
      returning42,
    ]);
    const { traces } = await scene.execute(sign({ to: toHex(a), data: "0x01" }));
    const inner = pushes + coldCall + gasOf42;
    const outer = transactionGas + 16n + pushes + coldCall + inner;
    const input = Uint8Array.of(1);
    assertTraces(traces, [
      call(alice, a, { gas: 200_000n, used: outer, input, at: [], below: 1 }),
      call(a, b, { gas: 100_000n, used: inner, at: [0], below: 1 }),
      call(b, c, { gas: 50_000n, used: gasOf42, output: word(0x2a), at: [0, 0] }),
    ]);
  });

  it("keeps the inner calls of a reverted call", async () => {
    const scene = openTraceScene([
      contract(a, ...calling("CALL", b, { gas: 100_000 }), "STOP"),
      contract(b, 1, 0, "SSTORE", ...calling("CALL", c, { gas: 50_000 }), 0, 0, "REVERT"),
      returning42,
    ]);
    const { traces, receipt, state } = await scene.execute(sign({ to: toHex(a) }));
    const reverted = 3n + 2n + 22_100n + pushes + coldCall + gasOf42 + 4n;
    const used = transactionGas + pushes + coldCall + reverted;
    assertTraces(traces, [
      call(alice, a, { gas: 200_000n, used, at: [], below: 1 }),
      call(a, b, { gas: 100_000n, error: "Reverted", at: [0], below: 1 }),
      call(b, c, { gas: 50_000n, used: gasOf42, output: word(0x2a), at: [0, 0] }),
    ]);
    assert.equal(receipt.isSuccess, true);
    assert.deepEqual(state.storageAt(b, word(0)), word(0));
  });

  it("distinguishes the kinds of calls, including a call inside a static one", async () => {
    const scene = openTraceScene([
      {
        ...contract(
          a,
          ...calling("DELEGATECALL", b, { gas: 10_000 }),
          ...calling("CALLCODE", b, { gas: 10_000, value: 3 }),
          ...calling("STATICCALL", d, { gas: 10_000 }),
          ...calling("CALLCODE", a, { gas: 0 }),
        ),
      },
      contract(b, "STOP"),
      contract(d, ...calling("CALL", b, { gas: 5_000 })),
    ]);
    const { traces } = await scene.execute(sign({ to: toHex(a), value: 9n, gasLimit: 200_000n }));
    const [, ...inside] = traces;
    const warmCall = 100n;
    assertTraces(inside, [
      call(a, b, { callType: "delegatecall", gas: 10_000n, value: 9n, at: [0] }),
      call(a, b, { callType: "callcode", gas: 12_300n, value: 3n, at: [1] }),
      call(a, d, { callType: "staticcall", gas: 10_000n, used: 16n + warmCall, at: [2], below: 1 }),
      call(d, b, { gas: 5_000n, at: [2, 0] }),
      call(a, a, { callType: "callcode", gas: 0n, error: "Out of gas", at: [3] }),
    ]);
  });

  it("keeps inputs and outputs, although memory changes later", async () => {
    const identity = padStart(Uint8Array.of(4), 20);
    const scene = openTraceScene([
      contract(
        a,
        ...[1, 0, "MSTORE" as const, ...calling("CALL", identity, { gas: 1_000, input: 32 })],
        ...[2, 0, "MSTORE" as const, ...calling("CALL", identity, { gas: 1_000, input: 32 })],
        ...[3, 0, "MSTORE" as const],
      ),
    ]);
    const { traces } = await scene.execute(sign({ to: toHex(a) }));
    const copied = (value: number, place: number) =>
      call(a, identity, {
        gas: 1_000n,
        used: 18n,
        input: word(value),
        output: word(value),
        at: [place],
      });
    assertTraces(traces.slice(1), [copied(1, 0), copied(2, 1)]);
  });

  it("runs out of gas two levels down, and the level above continues", async () => {
    const scene = openTraceScene([
      contract(a, ...calling("CALL", b, { gas: 100_000 }), "STOP"),
      contract(b, ...calling("CALL", c, { gas: 100 }), "STOP"),
      contract(c, 1, 0, "SSTORE"),
    ]);
    const { traces } = await scene.execute(sign({ to: toHex(a) }));
    const inner = pushes + coldCall + 100n;
    const used = transactionGas + pushes + coldCall + inner;
    assertTraces(traces, [
      call(alice, a, { gas: 200_000n, used, at: [], below: 1 }),
      call(a, b, { gas: 100_000n, used: inner, at: [0], below: 1 }),
      call(b, c, { gas: 100n, error: "Out of gas", at: [0, 0] }),
    ]);
  });

  it("has a call of its own for every precompile", async () => {
    const precompile = (n: number) => padStart(Uint8Array.of(n >> 8, n & 0xff), 20);
    const numbers = [...Array.from({ length: 17 }, (_, i) => i + 1), 0x100].filter((n) => n !== 10);
    const scene = openTraceScene([
      contract(a, ...numbers.flatMap((n) => calling("CALL", precompile(n), { gas: 100_000 }))),
    ]);
    const { traces } = await scene.execute(sign({ to: toHex(a), gasLimit: 3_000_000n }));
    const sha256 = "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const ripemd160 = "0x0000000000000000000000009c1185a5c5e9fc54612808977ee8f548b2258d31";
    /** Gas and output for an empty input; the others refuse it. */
    const answers: Record<number, readonly [bigint, Uint8Array]> = {
      1: [3_000n, emptyBytes],
      2: [60n, fromHex(sha256)],
      3: [600n, fromHex(ripemd160)],
      4: [15n, emptyBytes],
      5: [500n, emptyBytes],
      6: [150n, new Uint8Array(64)],
      7: [6_000n, new Uint8Array(64)],
      8: [45_000n, word(1)],
      256: [6_900n, emptyBytes],
    };
    const expected = numbers.map((n, index) => {
      const [used, output] = answers[n] ?? [];
      const outcome =
        used === undefined || output === undefined
          ? { error: "Built-in failed" as const }
          : { used, output };
      return call(a, precompile(n), { gas: 100_000n, at: [index], ...outcome });
    });
    assertTraces(traces.slice(1), expected);
  });

  it("has no trace of a call that value or depth prevent, which the call tracer shows", async () => {
    const scene = openTraceScene([
      contract(a, ...calling("CALL", b, { gas: 100, value: 7 }), 0, 0, 7, "CREATE"),
      contract(c, 0, 0, 0, 0, 0, c, "GAS", "CALL"),
    ]);
    const poor = await scene.execute(sign({ to: toHex(a), gasLimit: 200_000n }));
    assert.deepEqual(
      poor.traces.map(({ subtraces }) => subtraces),
      [0],
    );
    assert.deepEqual(
      poor.call.calls.map(({ type, value, error, gas, to }) => [type, value, error, gas, to]),
      [
        ["CALL", 7n, "insufficient balance for transfer", 2_400n, b],
        ["CREATE", 7n, "insufficient balance for transfer", poor.call.calls[1]?.gas, undefined],
      ],
    );
    const deep = await scene.execute(sign({ to: toHex(c), gasLimit: 100_000_000_000n }));
    let depth = 0;
    let frame = deep.call;
    for (; frame.calls[0] !== undefined; frame = frame.calls[0]) depth++;
    assert.deepEqual([depth, frame.error], [1_025, "max call depth exceeded"]);
  });

  it("has a delegated account as the called one", async () => {
    const key = new Uint8Array(32).fill(7);
    const to = privateKeyToAddress(key);
    const scene = openTraceScene([returning42]);
    const permit = eoaCode7702SignAuthorization([Uint8Array.of(31), c, emptyBytes], key);
    const transaction = sign({
      to: toHex(to),
      authorizationList: [permit],
      gasLimit: 100_000n,
    });
    const { traces, receipt } = await scene.execute(transaction);
    assert.equal(receipt.isSuccess, true);
    assertTraces(traces, [
      call(alice, to, { gas: 100_000n, used: receipt.gasUsed, output: word(0x2a), at: [] }),
    ]);
  });
});

describe("traces of creations", () => {
  const innerInit = assemble(1, 0, "RETURN");
  const outerInit = assemble(innerInit, 0, "MSTORE", 4, 28, 0, "CREATE", 1, 0, "RETURN");

  it("has a creation inside a creation, each with its code and address", async () => {
    const size = outerInit.length;
    const code = [outerInit, 0, "MSTORE", 7, size, 32 - size, 0, "CREATE2"] as const;
    const scene = openTraceScene([contract(a, ...code)]);
    const { traces } = await scene.execute(sign({ to: toHex(a), gasLimit: 500_000n }));
    const outerAddress = getCreate2Address(toHex(a), word(7), keccak256(outerInit));
    const innerAddress = getCreateAddress({ from: outerAddress, nonce: 1 });
    const inner = 3n + 2n + 3n + 200n;
    const outerStart = 3n + 2n + 6n + 3n + 3n + 2n + 32_000n + 2n;
    const outer = outerStart + inner + 3n + 2n + 200n;
    const start = 3n + 2n + 6n + 3n + 3n + 3n + 2n + 32_000n + 6n + 2n;
    const outerGas = allButOne64th(500_000n - transactionGas - start);
    const innerGas = allButOne64th(outerGas - outerStart);
    const deployed = Uint8Array.of(0);
    assertTraces(traces, [
      call(alice, a, { gas: 500_000n, used: transactionGas + start + outer, at: [], below: 1 }),
      create(a, outerInit, {
        method: "create2",
        gas: outerGas,
        used: outer,
        output: deployed,
        address: outerAddress,
        at: [0],
        below: 1,
      }),
      create(fromHex(outerAddress as `0x${string}`), innerInit, {
        gas: innerGas,
        used: inner,
        output: deployed,
        address: innerAddress,
        at: [0, 0],
      }),
    ]);
  });

  it("has a creating transaction, its init code and its intrinsic gas", async () => {
    const scene = openTraceScene([]);
    const transaction = sign({ data: toHex(innerInit), value: 5n, gasLimit: 100_000n });
    const { traces } = await scene.execute(transaction);
    // 53,000, three non-zero bytes of data at 16, one at 16, one word of init code.
    const used = 53_000n + 4n * 16n + 2n + 3n + 2n + 3n + 200n;
    const address = getCreateAddress({ from: toHex(alice), nonce: 0 });
    const output = Uint8Array.of(0);
    assertTraces(traces, [
      create(alice, innerInit, { gas: 100_000n, used, value: 5n, output, address, at: [] }),
    ]);
  });

  it("has the reason of a failed creation", async () => {
    const taken = {
      address: fromHex(getCreateAddress({ from: toHex(alice), nonce: 0 }) as `0x${string}`),
      code: Uint8Array.of(0),
    };
    const cases: readonly (readonly [
      TraceError,
      readonly Part[],
      { gas?: bigint; taken?: true },
    ])[] = [
      ["Reverted", [0, 0, "REVERT"], {}],
      ["Invalid code", [0xef, 0, "MSTORE8", 1, 0, "RETURN"], {}],
      ["Code too large", [0x6001, 0, "RETURN"], { gas: 10_000_000n }],
      ["Out of gas", [0x6000, 0, "RETURN"], { gas: 1_000_000n }],
      ["Bad instruction", ["INVALID"], {}],
      ["Address collision", [1, 0, "RETURN"], { taken: true }],
    ];
    for (const [error, parts, { gas = 100_000n, taken: isTaken }] of cases) {
      const scene = openTraceScene(isTaken ? [taken] : []);
      const init = assemble(...parts);
      const { traces } = await scene.execute(sign({ data: toHex(init), gasLimit: gas }));
      assertTraces(traces, [create(alice, init, { gas, error, at: [] })]);
    }
  });
});

describe("traces of self-destructions", () => {
  it("has each below the call that it ends, with the beneficiary's amount", async () => {
    const scene = openTraceScene([
      contract(
        a,
        ...calling("CALL", b, { gas: 50_000 }),
        ...calling("CALL", b, { gas: 50_000 }),
        ...calling("CALL", c, { gas: 50_000 }),
      ),
      { ...contract(b, bob, "SELFDESTRUCT"), balance: 7n },
      { ...contract(c, c, "SELFDESTRUCT"), balance: 4n },
    ]);
    const { traces, state } = await scene.execute(sign({ to: toHex(a), gasLimit: 300_000n }));
    // The beneficiary is new: once cold (2,600) and created (25,000), later warm and existing.
    const calls = [3n + 5_000n + 2_600n + 25_000n, 3n + 5_000n, 3n + 5_000n];
    const ended = (to: Address, index: number) =>
      call(a, to, { gas: 50_000n, used: calls[index] ?? 0n, at: [index], below: 1 });
    assertTraces(traces.slice(1), [
      ended(b, 0),
      suicide(b, bob, 7n, [0, 0]),
      ended(b, 1),
      suicide(b, bob, 0n, [1, 0]),
      ended(c, 2),
      suicide(c, c, 4n, [2, 0]),
    ]);
    assert.deepEqual([state.balanceOf(bob), state.balanceOf(c)], [7n, 4n]);
  });

  it("keeps one whose call was reverted", async () => {
    const scene = openTraceScene([
      contract(a, ...calling("CALL", d, { gas: 100_000 })),
      contract(d, ...calling("CALL", b, { gas: 50_000 }), "INVALID"),
      { ...contract(b, alice, "SELFDESTRUCT"), balance: 7n },
    ]);
    const { traces, state } = await scene.execute(sign({ to: toHex(a) }));
    assertTraces(traces.slice(1), [
      call(a, d, { gas: 100_000n, error: "Bad instruction", at: [0], below: 1 }),
      call(d, b, { gas: 50_000n, used: 3n + 5_000n, at: [0, 0], below: 1 }),
      suicide(b, alice, 7n, [0, 0, 0]),
    ]);
    assert.equal(state.balanceOf(b), 7n);
  });
});

describe("traces of failures", () => {
  it("has parity's message for each kind of failure", async () => {
    const cases: readonly (readonly [TraceError, readonly Part[]])[] = [
      ["Reverted", [0, 0, "REVERT"]],
      ["Out of gas", [1, 0, "SSTORE"]],
      ["Bad instruction", ["INVALID"]],
      ["Bad jump destination", [0, "JUMP"]],
      ["Stack underflow", ["POP"]],
      ["Out of stack", ["JUMPDEST", 1, 0, "JUMP"]],
      ["Out of bounds", [1, 0, 0, "RETURNDATACOPY"]],
      ["Mutable Call In Static Context", [0, 0, "LOG0"]],
    ];
    for (const [error, parts] of cases) {
      const scene = openTraceScene([
        contract(a, ...calling("STATICCALL", b, { gas: 20_000 })),
        contract(c, ...calling("CALL", b, { gas: 20_000 })),
        contract(b, ...parts),
      ]);
      const isStatic = error === "Mutable Call In Static Context";
      const from = isStatic ? a : c;
      const { traces } = await scene.execute(sign({ to: toHex(from) }));
      const callType = isStatic ? "staticcall" : "call";
      assertTraces(traces.slice(1), [call(from, b, { callType, gas: 20_000n, error, at: [0] })]);
    }
  });

  it("has none of a transaction that is not included", async () => {
    const scene = openTraceScene([]);
    const { outcome } = await scene.execute(sign({ to: toHex(bob) }));
    const begun = await scene.executor.begin({
      parentRoot: outcome.stateRoot,
      env: { ...env, number: 2 },
      ancestorHash: () => undefined,
    });
    assert.equal((await begun.apply(sign({ to: toHex(bob) })))?.kind, "nonce-too-low");
    assert.deepEqual(restoreTraces((await begun.finish()).storedTraces), []);
  });

  it("keeps none of a transaction that passes on more than it pays for", async () => {
    // Calls a neighbour 300 times with 64 KiB of memory, for some 150 gas each.
    const start = assemble(0xffff, 0, "MSTORE", 300);
    const code = concat(
      start,
      assemble("JUMPDEST", 0, 0, 0xffff, 0, 0, b, 0, "CALL", "POP"),
      assemble(1, "SWAP1", "SUB", "DUP1", start.length, "JUMPI"),
    );
    const scene = openTraceScene([{ address: a, code }]);
    const { outcome, receipt } = await scene.execute(sign({ to: toHex(a), gasLimit: 1_000_000n }));
    assert.equal(receipt.isSuccess, true);
    assert.deepEqual(restoreTraces(outcome.storedTraces), [[]]);
  });
});
