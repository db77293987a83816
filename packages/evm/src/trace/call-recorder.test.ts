/** Tests which calls and creations the EVM refuses before they begin, and how they are recorded. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { evmCommon, type FrameFailure } from "@tandem/primitives";
import type { Opening } from "../frames/frame.js";
import { refusedBy } from "../library/refused-frame.js";
import type { RunState } from "../library/run-state.js";
import { callDepthMax } from "../limits.js";
import { CallRecorder } from "./call-recorder.js";

const [self, other] = [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)];
const calledWord = BigInt(`0x${"02".repeat(20)}`);
const data = Uint8Array.of(1, 2, 3, 4);
/** The input is the two bytes at offset one. */
const [offset, length, gas] = [1n, 2n, 500n];

/** The operands of each instruction, the top of the stack first. */
const operandsOf = (value: bigint): Readonly<Record<Opening, readonly bigint[]>> => ({
  call: [gas, calledWord, value, offset, length],
  callcode: [gas, calledWord, value, offset, length],
  delegatecall: [gas, calledWord, offset, length, 99n],
  staticcall: [gas, calledWord, offset, length, 99n],
  create: [value, offset, length, 99n, 99n],
  create2: [value, offset, length, 7n, 99n],
});

function stateAt(opening: Opening, value: bigint, depth: number): RunState {
  const operands = operandsOf(value)[opening];
  return {
    stack: { peek: (count: number) => operands.slice(0, count) },
    memory: { read: (at: number, size: number) => data.subarray(at, at + size) },
    env: { depth, contract: { balance: 10n }, address: { bytes: self }, callValue: 8n },
    messageGasLimit: gas,
    interpreter: { _evm: { common: evmCommon(31, "osaka") } },
  } as unknown as RunState;
}

const tooDeep: FrameFailure = {
  kind: "halted",
  error: "Out of stack",
  message: "max call depth exceeded",
};
const tooPoor: FrameFailure = {
  kind: "halted",
  error: "Insufficient balance",
  message: "insufficient balance for transfer",
};
const openings = ["call", "callcode", "delegatecall", "staticcall", "create", "create2"] as const;

describe("a call or a creation", () => {
  it("begins with a value up to the balance, at a depth below the limit", () => {
    for (const opening of openings) {
      assert.equal(refusedBy(stateAt(opening, 10n, callDepthMax - 1), opening), undefined, opening);
    }
  });

  it("is refused at the limit of the depth, with the stipend only if it has a value", () => {
    for (const opening of openings) {
      for (const value of [0n, 3n]) {
        const hasValue = opening !== "delegatecall" && opening !== "staticcall" && value > 0n;
        const isCreation = opening === "create" || opening === "create2";
        assert.deepEqual(refusedBy(stateAt(opening, value, callDepthMax), opening), {
          frame: {
            opening,
            from: self,
            to: isCreation ? undefined : other,
            gas: hasValue && !isCreation ? 2800n : 500n,
            value: opening === "delegatecall" ? 8n : hasValue ? value : 0n,
            input: data.subarray(1, 3),
          },
          failure: tooDeep,
        });
      }
    }
  });

  it("is refused if its value is more than the balance", () => {
    for (const opening of ["call", "callcode", "create", "create2"] as const) {
      assert.deepEqual(refusedBy(stateAt(opening, 11n, 0), opening)?.failure, tooPoor);
    }
    for (const opening of ["delegatecall", "staticcall"] as const) {
      assert.equal(refusedBy(stateAt(opening, 11n, 0), opening), undefined);
    }
  });
});

describe("the frames of a transaction", () => {
  const frame = {
    opening: "call" as const,
    from: self,
    to: other,
    gas: 1n,
    value: 0n,
    input: new Uint8Array(0),
  };
  const ending = {
    gasUsed: 1n,
    failure: undefined,
    output: new Uint8Array(0),
    created: undefined,
  };
  const log = { address: self, topics: [], data: new Uint8Array(0) };

  it("contain those that were refused, which have no logs", () => {
    const recorder = new CallRecorder(1_000_000);
    recorder.begin(frame);
    recorder.log(log);
    recorder.refuse(frame, tooDeep);
    recorder.log(log);
    recorder.refuse(frame, tooPoor);
    recorder.onAsk(stateAt("call", 3n, 0), "call");
    recorder.onAsk(stateAt("call", 11n, 0), "call");
    recorder.end(ending);
    const { root } = recorder;
    assert.ok(root);
    assert.deepEqual(
      root.children.map(({ failure }) => failure),
      [tooDeep, tooPoor, tooPoor],
    );
    assert.deepEqual(
      recorder.logsOf(root).map(({ childrenBefore }) => childrenBefore),
      [0, 1],
    );
    for (const child of root.children) assert.deepEqual(recorder.logsOf(child), []);
  });

  it("beyond the limit have no logs, and none of theirs is another frame's", () => {
    const recorder = new CallRecorder(1000);
    recorder.begin(frame);
    recorder.begin({ ...frame, input: new Uint8Array(1000) });
    assert.equal(recorder.isOver, true);
    recorder.log(log);
    recorder.refuse(frame, tooDeep);
    recorder.end(ending);
    recorder.end({ ...ending, gasUsed: 9n });
    const { root } = recorder;
    assert.ok(root);
    assert.deepEqual([root.children, root.gasUsed, recorder.logsOf(root)], [[], 9n, []]);
  });
});
