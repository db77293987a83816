import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { EncodedList } from "../rlp/encoded-list.js";
import { openTracesSteps, restoreTraces } from "./stored-traces.js";
import {
  type CallTrace,
  storeTraces,
  storeTransactionTracesSteps,
  type Trace,
  type TracePath,
  traceAddressOf,
  traceErrors,
} from "./trace.js";

const address = fc.uint8Array({ minLength: 20, maxLength: 20 });
const bytes = fc.uint8Array({ maxLength: 70 });
const gas = fc.bigInt({ min: 0n, max: 30_000_000n });
const wei = fc.bigInt({ min: 0n, max: 2n ** 128n });

/** The fields of any trace; its position is added afterwards. */
const fields = fc.record({
  kind: fc.constantFrom(
    ...([
      "call",
      "callcode",
      "delegatecall",
      "staticcall",
      "create",
      "create2",
      "suicide",
    ] as const),
  ),
  error: fc.option(fc.constantFrom(...traceErrors), { nil: undefined }),
  from: address,
  to: address,
  gas,
  wei,
  input: bytes,
  gasUsed: gas,
  output: bytes,
});
type Fields = typeof fields extends fc.Arbitrary<infer Value> ? Value : never;

interface Tree {
  readonly fields: Fields;
  readonly children: readonly Tree[];
}

const { tree } = fc.letrec<{ tree: Tree; leaf: Tree; node: Tree }>((tie) => ({
  leaf: fc.record({ fields, children: fc.constant([]) }),
  node: fc.record({ fields, children: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }) }),
  tree: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("node")),
}));

function traceOf({ fields: one, children }: Tree, path?: TracePath): Trace {
  const place = { subtraces: one.kind === "suicide" ? 0 : children.length, path };
  const { kind, error, from, to, gasUsed } = one;
  if (kind === "suicide") {
    return {
      type: "suicide",
      action: { address: from, refundAddress: to, balance: one.wei },
      ...place,
    };
  }
  const failure = error === undefined ? undefined : { error };
  const paid = { from, gas: one.gas, value: one.wei };
  if (kind === "create" || kind === "create2") {
    const action = { creationMethod: kind, ...paid, init: one.input };
    const outcome = failure ?? { result: { gasUsed, code: one.output, address: to } };
    return { type: "create", action, ...place, ...outcome };
  }
  const action = { callType: kind, to, ...paid, input: one.input };
  const outcome = failure ?? { result: { gasUsed, output: one.output } };
  return { type: "call", action, ...place, ...outcome };
}

const flatten = (root: Tree, path?: TracePath): Trace[] => [
  traceOf(root, path),
  ...(root.fields.kind === "suicide"
    ? []
    : root.children.flatMap((child, index) => flatten(child, { parent: path, index }))),
];

describe("trace", () => {
  it("is the same after it was stored, with its position in the tree", () => {
    const property = fc.property(fc.array(tree, { maxLength: 4 }), (roots) => {
      const block = roots.map((root) => flatten(root));
      assert.deepEqual(restoreTraces(storeTraces(block)), block);
    });
    fc.assert(property, { seed: 7, numRuns: 200 });
  });

  it("separates transactions, including one whose traces were not stored", () => {
    const one = traceOf({
      fields: fc.sample(fields, { seed: 1, numRuns: 1 })[0] as Fields,
      children: [],
    });
    assert.deepEqual(restoreTraces(storeTraces([[one], [], [one]])), [[one], [], [one]]);
    assert.deepEqual(restoreTraces(storeTraces([])), []);
  });

  it("shares its path with the traces below it, and is located in a step of its own", () => {
    const depth = 500;
    const one = fc.sample(fields, { seed: 1, numRuns: 1 })[0] as Fields;
    const call: Fields = { ...one, kind: "call", error: undefined };
    let root: Tree = { fields: call, children: [] };
    for (let i = 1; i < depth; i++) root = { fields: call, children: [root] };
    const steps = openTracesSteps(storeTraces([flatten(root), flatten(root)]));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    assert.equal(count, 2 * depth);
    const { trace, indexes } = step.value;
    assert.equal(indexes, depth * (depth - 1));
    for (const first of [0, depth]) {
      assert.equal(trace(first).path, undefined);
      for (let i = 1; i < depth; i++) {
        assert.equal(trace(first + i).path?.parent, trace(first + i - 1).path);
      }
      assert.deepEqual(traceAddressOf(trace(first + 3)), [0, 0, 0]);
    }
    assert.throws(() => trace(2 * depth), RangeError);
  });

  it("takes at most 64 bytes for a plain transfer", () => {
    const transfer: Trace = {
      type: "call",
      action: {
        callType: "call",
        from: new Uint8Array(20).fill(1),
        to: new Uint8Array(20).fill(2),
        gas: 21_000n,
        input: new Uint8Array(0),
        value: 10n ** 18n,
      },
      result: { gasUsed: 21_000n, output: new Uint8Array(0) },
      subtraces: 0,
      path: undefined,
    };
    assert.ok(storeTraces([Array(100).fill(transfer)]).length <= 6_400);
  });
});

describe("encoding of traces", () => {
  const call: Omit<CallTrace, "action"> = { type: "call", subtraces: 0, path: undefined };
  const withInput = (length: number): CallTrace => {
    const [from, to] = [new Uint8Array(20), new Uint8Array(20)];
    const input = new Uint8Array(length).fill(length);
    return { ...call, action: { callType: "call", from, to, gas: 1n, value: 0n, input } };
  };

  it("pauses after long ones, and is the same", () => {
    const long = Array.from({ length: 13 }, (_, n) => withInput(1_000_000 + n));
    const list = new EncodedList();
    const steps = [...storeTransactionTracesSteps(long, list)];
    assert.equal(steps.length, long.length);
    const [restored] = restoreTraces(list.bytes());
    assert.deepEqual(
      restored?.map(({ action }) => "input" in action && action.input),
      long.map(({ action }) => action.input),
    );
  });
});
