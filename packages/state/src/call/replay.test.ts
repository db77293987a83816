import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  creationAddress,
  Fault,
  fromHex,
  type Prestate,
  type PrestateOptions,
  type SignedTransaction,
  type StepOptions,
  type StepTrace,
  type TracerRequest,
  toHex,
} from "@tandem/primitives";
import {
  alice,
  ancestorHash,
  bob,
  coinbase,
  envOf,
  ether,
  minimumGasPrice,
  openScene,
  sign,
  word,
} from "../testing/scene.js";
import { contract, other, push, type Scene, withCode } from "../testing/two-contracts.js";

async function replay(
  scene: Scene,
  tracer: TracerRequest,
  transactions: readonly SignedTransaction[],
  first = transactions.length - 1,
) {
  const where = { parentRoot: scene.root(), env: envOf(1), ancestorHash, timeoutMs: 5_000 };
  return scene.executor.replay({ ...where, transactions, first, tracer });
}

const everything: StepOptions = {
  enableMemory: true,
  disableStack: false,
  disableStorage: false,
  enableReturnData: true,
  limit: 0,
};
const transactionTo = (to: Uint8Array, nonce = 0, value = 0n) =>
  sign({ nonce, to: toHex(to), value, gasLimit: 200_000n });

async function stepsOf(scene: Scene, options: Partial<StepOptions> = {}): Promise<StepTrace> {
  const tracer = { kind: "steps", ...everything, ...options } as const;
  const [result] = await replay(scene, tracer, [transactionTo(contract)]);
  assert.equal(result?.kind, "steps");
  return result.steps;
}

async function prestateOf(
  scene: Scene,
  transaction: SignedTransaction,
  diffMode: boolean,
  omitted: Omit<PrestateOptions, "diffMode"> = {},
) {
  const [result] = await replay(scene, { kind: "prestate", diffMode, ...omitted }, [transaction]);
  assert.equal(result?.kind, "prestate");
  return result.prestate;
}

/** Returns snapshots by address, with hex for bytes. */
const named = (list: Prestate["pre"] = []) =>
  Object.fromEntries(
    list.map(([address, { storage, code, ...rest }]) => [
      toHex(address),
      {
        ...rest,
        ...(code === undefined ? {} : { code: toHex(code) }),
        ...(storage === undefined
          ? {}
          : { storage: storage.map(([slot, value]) => [slot.at(-1), value.at(-1)]) }),
      },
    ]),
  );

describe("struct logs", () => {
  it("contain each instruction with gas, cost, stack, memory and storage before it", async () => {
    // PUSH1 1 SLOAD PUSH0 MSTORE PUSH1 9 PUSH1 2 SSTORE, and the end of the code.
    const { gas, failed, structLogs } = await stepsOf(withCode("0x6001545f526009600255"));
    const left = 200_000n - 21_000n;
    assert.deepEqual([failed, gas], [false, 21_000n + 3n + 2_100n + 2n + 6n + 6n + 22_100n]);
    assert.deepEqual(
      structLogs.map((step) => [step.pc, step.op, left - step.gas, step.gasCost, step.stack]),
      [
        [0, "PUSH1", 0n, 3n, []],
        [2, "SLOAD", 3n, 2_100n, [1n]],
        [3, "PUSH0", 2_103n, 2n, [5n]],
        [4, "MSTORE", 2_105n, 6n, [5n, 0n]],
        [5, "PUSH1", 2_111n, 3n, []],
        [7, "PUSH1", 2_114n, 3n, [9n]],
        [9, "SSTORE", 2_117n, 22_100n, [9n, 2n]],
        [10, "STOP", 24_217n, 0n, []],
      ],
    );
    assert.deepEqual(
      structLogs.map(({ memory }) => memory?.length),
      [0, 0, 0, 0, 32, 32, 32, 32],
    );
    const storages = structLogs.map(({ storage }) =>
      storage?.map(([slot, value]) => [slot[31], value[31]]),
    );
    const none = undefined;
    const seen = [[1, 5]];
    assert.deepEqual(storages, [
      none,
      seen,
      none,
      none,
      none,
      none,
      [
        [1, 5],
        [2, 9],
      ],
      none,
    ]);
    assert.ok(structLogs.every(({ depth }) => depth === 1));
  });

  it("show the whole memory, also where nothing was written", async () => {
    // STATICCALL with 0x2000 bytes for a result that is empty, MSIZE, STOP.
    const { structLogs } = await stepsOf(withCode(`0x6120005f5f5f${push(other)}5afa5900`));
    assert.deepEqual(structLogs.at(-1)?.memory, new Uint8Array(0x2000));
  });

  it("do not read the data of a REVERT for which there is no gas", async () => {
    // PUSH32 of a length that no memory has, PUSH0, REVERT.
    const { failed, structLogs } = await stepsOf(withCode(`0x7f${"ff".repeat(32)}5ffd`));
    assert.deepEqual([failed, structLogs.at(-1)?.op], [true, "REVERT"]);
    assert.equal(structLogs.at(-1)?.error, "out of gas");
  });

  it("omit what is not requested, and stop at the limit", async () => {
    const options = { enableMemory: false, disableStack: true, disableStorage: true, limit: 3 };
    const { structLogs } = await stepsOf(withCode("0x6001545f526009600255"), options);
    assert.deepEqual(
      structLogs.map((step) => [step.op, step.stack, step.memory, step.storage]),
      ["PUSH1", "SLOAD", "PUSH0"].map((op) => [op, undefined, undefined, undefined]),
    );
  });

  it("contain a contract's storage so far at each step on request, also in a call from it", async () => {
    // SSTORE(0, 5), DELEGATECALL(other), STOP; other: PUSH0, SSTORE(1, 7).
    const inner = "0x5f5060076001555b";
    const scene = withCode(`0x60055f555f5f5f5f${push(other)}5af400`, inner);
    const { structLogs } = await stepsOf(scene, { storageAtEachStep: true });
    const valuesAt = (op: string) =>
      structLogs
        .filter((step) => step.op === op)
        .map((step) => step.storage?.map(([, v]) => v.at(-1)));
    assert.deepEqual(valuesAt("SSTORE"), [[5], [5, 7]]);
    assert.deepEqual(valuesAt("DELEGATECALL"), [[5]]);
    assert.deepEqual(valuesAt("JUMPDEST"), [[5, 7]]);
    assert.deepEqual(valuesAt("STOP").at(-1), [5, 7]);
    assert.deepEqual(structLogs[0]?.storage, []);
  });

  it("follow nested calls, count the gas passed to a call, and contain its return data", async () => {
    // CALL(1000, other), STOP; other: MSTORE8(0, 7), RETURN(0, 1).
    const scene = withCode(`0x5f5f5f5f5f${push(other)}6103e8f100`, "0x60075f5360015ff3");
    const { structLogs } = await stepsOf(scene);
    const call = structLogs.find(({ op }) => op === "CALL");
    assert.equal(call?.gasCost, 2_600n + 1_000n);
    const inner = structLogs.filter(({ depth }) => depth === 2);
    assert.deepEqual(
      inner.map(({ op }) => op),
      ["PUSH1", "PUSH0", "MSTORE8", "PUSH1", "PUSH0", "RETURN"],
    );
    assert.equal(inner[0]?.gas, 1_000n);
    assert.deepEqual(structLogs.at(-1)?.returnData, Uint8Array.of(7));
    assert.deepEqual(structLogs.at(-1)?.stack, [1n]);
  });

  it("name instructions as geth does: 0x44, and those that are undefined or not part of the rules", async () => {
    for (const [code, name] of [
      ["0xfe", "INVALID"],
      ["0x49", "BLOBHASH"],
      ["0xef", "opcode 0xef not defined"],
    ] as const) {
      const { structLogs } = await stepsOf(withCode(code));
      assert.deepEqual(
        structLogs.map(({ op, error }) => [op, error]),
        [[name, `invalid opcode: ${name}`]],
      );
    }
    const { structLogs } = await stepsOf(withCode("0x44500c"));
    assert.deepEqual(
      structLogs.map(({ op, error }) => [op, error]),
      [
        ["DIFFICULTY", undefined],
        ["POP", undefined],
        ["opcode 0xc not defined", "invalid opcode: opcode 0xc not defined"],
      ],
    );
  });

  it("name the last instruction of init code if there was no gas for it", async () => {
    // ADDRESS · SELFDESTRUCT and PUSH2 0x7fff · PUSH0 · RETURN; 200 units are left for it.
    for (const [init, gas] of [
      ["30ff", 53_000n + 2n + 32n + 200n],
      ["617fff5ff3", 53_000n + 2n + 5n * 16n + 200n],
    ] as const) {
      const scene = withCode("0x00");
      const creating = sign({ nonce: 0, data: `0x${init}`, gasLimit: gas });
      const [result] = await replay(scene, { kind: "steps", ...everything }, [creating]);
      assert.equal(result?.kind, "steps");
      assert.equal(result.steps.structLogs.at(-1)?.error, "out of gas", init);
    }
  });

  it("name the instruction at which a call failed, and count refunds", async () => {
    const failed = await stepsOf(withCode("0x5f56"));
    assert.deepEqual([failed.failed, failed.gas], [true, 200_000n]);
    assert.equal(failed.structLogs.at(-1)?.error, "invalid jump destination");
    const empty = await stepsOf(withCode("0x50"));
    assert.match(empty.structLogs.at(-1)?.error ?? "", /stack underflow/);
    const reverted = await stepsOf(withCode("0x60015f5260205ffd"));
    assert.deepEqual(reverted.returnValue, word(1));
    assert.equal(reverted.structLogs.at(-1)?.error, undefined);
    const cleared = await stepsOf(withCode("0x5f60015500"));
    assert.equal(cleared.structLogs.at(-1)?.refund, 4_800n);
  });
});

describe("prestate", () => {
  it("has every accessed account and slot, as they were before", async () => {
    // BALANCE(bob), SLOAD(1), SSTORE(1, 6)
    const scene = withCode(`0x${push(bob)}315060015450600660015500`);
    const { pre, post } = await prestateOf(scene, transactionTo(contract, 0, 2n), false);
    assert.equal(post, undefined);
    assert.deepEqual(named(pre), {
      [toHex(alice)]: { balance: 100n * ether },
      [toHex(contract)]: {
        balance: 3n,
        nonce: 1n,
        code: toHex(scene.reader().codeOf(contract)),
        storage: [[1, 5]],
      },
      [toHex(bob)]: { balance: 0n },
      [toHex(coinbase)]: { balance: 0n },
    });
  });

  it("compares before and after, and omits unchanged values", async () => {
    // SSTORE(1, 0), SSTORE(2, 8), SLOAD(3), BALANCE(bob)
    const code = `0x5f6001556008600255600354${push(bob)}3100`;
    const scene = withCode(code);
    const { pre, post } = await prestateOf(scene, transactionTo(contract, 0, 2n), true);
    const { outcome } = await withCode(code).block([transactionTo(contract, 0, 2n)]);
    const fee = outcome.paidFees;
    assert.deepEqual(named(pre), {
      [toHex(alice)]: { balance: 100n * ether },
      [toHex(contract)]: { balance: 3n, nonce: 1n, code, storage: [[1, 5]] },
      [toHex(coinbase)]: { balance: 0n },
    });
    assert.deepEqual(named(post), {
      [toHex(alice)]: { balance: 100n * ether - fee - 2n, nonce: 1n },
      [toHex(contract)]: { balance: 5n, storage: [[2, 8]] },
      [toHex(coinbase)]: { balance: fee },
    });
  });

  it("omits code and storage on request", async () => {
    // SSTORE(1, 0)
    const code = "0x5f60015500";
    const disableStorage = true;
    const options = { disableCode: true, disableStorage } as const;
    const plain = await prestateOf(withCode(code), transactionTo(contract), false, options);
    assert.deepEqual(named(plain.pre)[toHex(contract)], { balance: 3n, nonce: 1n });
    // The contract changes in its storage only.
    const diff = await prestateOf(withCode(code), transactionTo(contract), true, options);
    assert.equal(named(diff.pre)[toHex(contract)], undefined);
    const paid = transactionTo(contract, 0, 2n);
    const withCodeOnly = await prestateOf(withCode(code), paid, true, { disableStorage });
    assert.deepEqual(named(withCodeOnly.pre)[toHex(contract)], { balance: 3n, nonce: 1n, code });
    assert.deepEqual(named(withCodeOnly.post)[toHex(contract)], { balance: 5n });
  });

  it("has a new contract only after, and a removed one not at all", async () => {
    const scene = openScene();
    const transaction = sign({ nonce: 0, data: "0x60005f5360015ff3", value: 4n });
    const { pre, post } = await prestateOf(scene, transaction, true);
    const created = toHex(creationAddress(alice, 0n));
    assert.equal(named(pre)[created], undefined);
    assert.deepEqual(named(post)[created], { balance: 4n, nonce: 1n, code: "0x00" });
    const gone = sign({ nonce: 0, data: `0x${push(bob)}ff`, value: 4n });
    const after = await prestateOf(scene, gone, true);
    assert.equal(named(after.post)[created], undefined);
    assert.deepEqual(named(after.post)[toHex(bob)], { balance: 4n });
    assert.deepEqual(named(after.pre)[toHex(bob)], { balance: 0n });
  });
});

describe("replay", () => {
  const calls = { kind: "calls", onlyTopCall: false, withLog: false } as const;

  it("executes earlier transactions, and traces each from the first requested one", async () => {
    // SSTORE(1, SLOAD(1) + 1), and returns the old value.
    const scene = withCode("0x600154805f5260010160015560205ff3");
    const three = [0, 1, 2].map((nonce) => transactionTo(contract, nonce));
    const results = await replay(scene, calls, three, 1);
    const outputs = results.map((result) => result.kind === "calls" && result.call.output);
    assert.deepEqual(outputs, [word(6), word(7)]);
    assert.deepEqual(scene.reader().storageAt(contract, word(1)), word(5));
  });

  it("can trace only the outermost call", async () => {
    const scene = withCode(`0x5f5f5f5f5f${push(other)}5af100`);
    const [all] = await replay(scene, calls, [transactionTo(contract)]);
    const [top] = await replay(scene, { ...calls, onlyTopCall: true }, [transactionTo(contract)]);
    assert.ok(all?.kind === "calls" && top?.kind === "calls");
    assert.deepEqual([all.call.calls.length, top.call.calls.length], [1, 0]);
    assert.equal(all.call.gasUsed, top.call.gasUsed);
  });

  it("traces a call at a state, with overrides and without payment", async () => {
    const scene = openScene();
    const code = fromHex("0x60015f5260205ff3");
    const asked = scene.asking(
      { from: bob, to: contract, gas: 60_000n },
      { overrides: [[contract, { code }]] },
    );
    const traced = await scene.executor.traceCall({ ...asked, tracer: calls });
    assert.ok(traced.kind === "calls");
    assert.deepEqual([traced.call.output, traced.call.gas], [word(1), 60_000n]);
    assert.equal(traced.call.gasUsed, (await scene.executor.call(asked)).gasUsed);
    const state = await scene.executor.traceCall({
      ...asked,
      tracer: { kind: "prestate", diffMode: false },
    });
    assert.ok(state.kind === "prestate");
    assert.deepEqual(
      Object.keys(named(state.prestate.pre)).sort(),
      [bob, contract, coinbase].map(toHex).sort(),
    );
  });

  it("traces calls after one another, each of which costs as much as a transaction on that state", async () => {
    // Adds 1 to slot 2.
    const scene = withCode("0x600254600101600255");
    const { request, ...options } = scene.asking({ from: alice, to: contract });
    const tracer = { kind: "steps", ...everything } as const;
    const calls = [1, 2].map(() => ({ request, tracer }));
    const results = await scene.executor.traceCalls({ ...options, calls });
    const costs = results.map((result) => result.kind === "steps" && result.steps.gas);
    await scene.block([transactionTo(contract)]);
    const [after] = await replay(scene, tracer, [transactionTo(contract, 1)]);
    assert.equal(after?.kind, "steps");
    assert.deepEqual(costs, [21_000n + 12n + 2_100n + 20_000n, after.steps.gas]);
  });

  it("refuses a transaction that cannot be executed, with geth's message", async () => {
    const late = transactionTo(contract, 3);
    await assert.rejects(replay(openScene(), calls, [late]), (fault) => {
      assert.ok(fault instanceof Fault);
      return fault.data.code === "execution-failed" && fault.message.startsWith("nonce too high");
    });
  });

  it("ends at its limits of time and size, without effect on the next one", async () => {
    let now = 0;
    const forever = { address: contract, balance: 0n, code: fromHex("0x5b5f56") };
    const scene = openScene([forever], { now: () => now++ });
    const endless = sign({ nonce: 0, to: toHex(contract), gasLimit: 9_000_000n });
    const limitOf = async (tracer: TracerRequest, timeoutMs: number) => {
      const where = { parentRoot: scene.root(), env: envOf(1), ancestorHash, timeoutMs };
      const given = { transactions: [endless], first: 0, tracer, traceBytesMax: 100_000 };
      try {
        await scene.executor.replay({ ...where, ...given });
      } catch (fault) {
        assert.ok(fault instanceof Fault && fault.data.code === "limit-exceeded");
        return fault.data.limit;
      }
      return "none";
    };
    assert.equal(await limitOf(calls, 100), "call-timeout");
    const steps = { kind: "steps", ...everything } as const;
    assert.equal(await limitOf(steps, 10_000_000), "debug-trace-bytes");
    const next = sign({ nonce: 0, to: toHex(bob), gasPrice: minimumGasPrice });
    const [result] = await replay(scene, calls, [next]);
    assert.ok(result?.kind === "calls");
    assert.equal(result.call.gasUsed, 21_000n);
  });
});
