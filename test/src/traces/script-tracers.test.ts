/**
 * Tests scripts as tracers on random blocks: one that is written as a call tracer shows what the native one
 * shows, and one that counts instructions counts those of struct logs.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallFrame, toHex } from "@tandem/primitives";
import { fewOrMany, seedOr } from "../support/extent.js";
import { randomBlocks } from "../support/scenes/random-blocks.js";

const callTracer = `{
  open: [{ calls: [] }],
  hex: function(value) { return "0x" + bigInt(value).toString(16); },
  enter: function(frame) {
    var value = frame.getValue();
    this.open.push({ type: frame.getType(), from: toHex(frame.getFrom()), to: toHex(frame.getTo()),
      value: value === undefined ? undefined : this.hex(value), gas: this.hex(frame.getGas()),
      input: toHex(frame.getInput()), calls: [] });
  },
  exit: function(end) {
    var call = this.open.pop();
    this.close(call, end.getGasUsed(), end.getError(), toHex(end.getOutput()));
    this.open[this.open.length - 1].calls.push(call);
  },
  close: function(call, gasUsed, error, output) {
    call.gasUsed = this.hex(gasUsed);
    if (error !== undefined) {
      call.error = error;
      if (call.type === "CREATE" || call.type === "CREATE2") delete call.to;
    }
    if (output !== "0x" && (error === undefined || error === "execution reverted")) {
      call.output = output;
    }
  },
  fault: function() {},
  result: function(ctx) {
    var call = { type: ctx.type, from: toHex(ctx.from), to: toHex(ctx.to),
      value: this.hex(ctx.value), gas: this.hex(ctx.gas), input: toHex(ctx.input),
      calls: this.open[0].calls };
    this.close(call, ctx.gasUsed, ctx.error, toHex(ctx.output));
    return call;
  }
}`;

/** Counts instructions, and adds up what it sees of stack and memory. */
const counter = `{
  counts: {},
  step: function(log) {
    var name = log.op.toString();
    this.counts[name] = (this.counts[name] || 0) + 1;
    this.check = (this.check || 0) + log.stack.length() + log.memory.length() + log.getDepth();
  },
  fault: function() {},
  result: function() { return [this.counts, this.check || 0]; }
}`;

const quantity = (value: bigint) => `0x${value.toString(16)}`;

/** Returns a frame of the native tracer in the script's form. */
function shown(call: CallFrame): object {
  const { type, from, to, value, gas, gasUsed, input, output, error, calls } = call;
  return {
    type,
    from: toHex(from),
    ...(to === undefined ? {} : { to: toHex(to) }),
    ...(value === undefined ? {} : { value: quantity(value) }),
    gas: quantity(gas),
    gasUsed: quantity(gasUsed),
    input: toHex(input),
    ...(output === undefined ? {} : { output: toHex(output) }),
    ...(error === undefined ? {} : { error }),
    calls: calls.map(shown),
  };
}

const depthOf = ({ calls }: CallFrame): number =>
  calls.reduce((deepest, call) => Math.max(deepest, 1 + depthOf(call)), 1);

test("scripts show of random blocks what native tracers show", async () => {
  const seen = { types: new Set<string>(), errors: new Set<string>(), depth: 0, steps: 0 };

  for await (const { replay } of randomBlocks(seedOr(4), fewOrMany(14, 60))) {
    const scripted = async (code: string) =>
      (await replay({ kind: "script", code, config: "{}" })).map((result) =>
        JSON.parse(result.kind === "script" ? result.json : ""),
      );

    const calls = await replay({ kind: "calls", onlyTopCall: false, withLog: false });
    for (const [index, found] of (await scripted(callTracer)).entries()) {
      const native = calls[index];
      assert.ok(native?.kind === "calls");
      note(native.call);
      assert.deepEqual(found, shown(native.call));
    }
    const options = { enableMemory: true, disableStack: false, disableStorage: true };
    const steps = await replay({ kind: "steps", enableReturnData: false, limit: 0, ...options });
    for (const [index, [counts, check]] of (await scripted(counter)).entries()) {
      const native = steps[index];
      assert.ok(native?.kind === "steps");
      const { structLogs } = native.steps;
      seen.steps += structLogs.length;
      const expected: Record<string, number> = {};
      for (const { op } of structLogs) expected[op] = (expected[op] ?? 0) + 1;
      assert.deepEqual(counts, expected);
      const sum = structLogs.reduce(
        (all, { stack = [], memory, depth }) => all + stack.length + (memory?.length ?? 0) + depth,
        0,
      );
      assert.equal(check, sum);
    }
  }

  function note(call: CallFrame): void {
    seen.depth = Math.max(seen.depth, depthOf(call));
    seen.types.add(call.type);
    if (call.error !== undefined) seen.errors.add(call.error);
    call.calls.map(note);
  }
  for (const type of ["CALL", "DELEGATECALL", "STATICCALL", "CREATE"]) {
    assert.ok(seen.types.has(type), type);
  }
  const { depth, errors, steps } = seen;
  assert.ok(depth >= 3 && errors.size >= 3 && steps > 1_000, JSON.stringify({ depth, steps }));
});
