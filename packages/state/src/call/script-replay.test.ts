/** Tests scripts in JavaScript as tracers, in comparison with struct logs and the call tracer. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, type StepTrace, toHex } from "@tandem/primitives";
import { alice, ancestorHash, envOf, sign } from "../testing/scene.js";
import { contract, other, push, type Scene, withCode } from "../testing/two-contracts.js";

const callOther = `60006000600060006000${push(other)}610ffff1`;

const transaction = () => sign({ nonce: 0, to: toHex(contract), gasLimit: 200_000n });

async function replay(scene: Scene, code: string, config = "{}") {
  const where = { parentRoot: scene.root(), env: envOf(1), ancestorHash, timeoutMs: 20_000 };
  const tracer = { kind: "script", code, config } as const;
  const transactions = [transaction()];
  const [result] = await scene.executor.replay({ ...where, transactions, first: 0, tracer });
  assert.equal(result?.kind, "script");
  return JSON.parse(result.json);
}

async function stepsOf(scene: Scene): Promise<StepTrace> {
  const where = { parentRoot: scene.root(), env: envOf(1), ancestorHash, timeoutMs: 20_000 };
  const options = { enableMemory: true, disableStack: false, disableStorage: true };
  const tracer = { kind: "steps", enableReturnData: false, limit: 0, ...options } as const;
  const transactions = [transaction()];
  const [result] = await scene.executor.replay({ ...where, transactions, first: 0, tracer });
  assert.equal(result?.kind, "steps");
  return result.steps;
}

/** Shows each step with all that a script can see of it. */
const everyStep = `{
  steps: [],
  step: function(log) {
    var stack = [];
    for (var i = log.stack.length() - 1; i >= 0; i--) stack.push("0x" + log.stack.peek(i).toString(16));
    this.steps.push({ pc: log.getPC(), op: log.op.toString(), gas: log.getGas(),
      gasCost: log.getCost(), depth: log.getDepth(), stack: stack,
      memory: toHex(log.memory.slice(0, log.memory.length())), error: log.getError() });
  },
  fault: function(log) {
    var last = this.steps[this.steps.length - 1];
    if (log.getError() !== "execution reverted") last.error = log.getError();
  },
  result: function() { return this.steps; }
}`;

const shown = ({ structLogs }: StepTrace) =>
  structLogs.map(({ stack = [], memory, gas, gasCost, pc, op, depth, error }) => ({
    pc,
    op,
    gas: Number(gas),
    gasCost: Number(gasCost),
    depth,
    stack: stack.map((item) => `0x${item.toString(16)}`),
    memory: toHex(memory ?? new Uint8Array(0)),
    ...(error === undefined ? {} : { error }),
  }));

const programs: Readonly<Record<string, readonly [code: string, otherCode?: string]>> = {
  "that ends without STOP": ["0x6001600255"],
  "that writes and copies memory": [
    "0x60ff60005260ee60415360205f60405e60206000603f37602060606080395f5f5f5f3060ff3c00",
  ],
  "that calls, and gets what is returned": [
    `0x60206020600060006000${push(other)}61fffff150602051`,
    "0x60aa60005260206000f3",
  ],
  "whose memory a call extended without writing it": [
    `0x60aa5f52612000610100 5f5f${push(other)}5afa60bb61300052 5900`.replaceAll(" ", ""),
  ],
  "that calls one that reverts": [callOther.replace(/^/, "0x"), "0x60aa60005260206000fd"],
  "that runs out of gas inside a call": [`0x${callOther}00`, "0x5b600056"],
  "that jumps to nowhere": ["0x6003565b"],
  "with an invalid instruction": ["0x6001fe"],
  "with too few items on the stack": ["0x600101"],
  "that creates": ["0x6460006000f3600052600560 1b6000f05060016000f3".replace(" ", "")],
  "with a long stack": [`0x${"6001".repeat(40)}8f909f00`],
};

describe("a script", () => {
  for (const [name, [code, otherCode]] of Object.entries(programs)) {
    it(`sees the steps of struct logs in a program ${name}`, async () => {
      const scene = withCode(code, otherCode);
      assert.deepEqual(await replay(scene, everyStep), shown(await stepsOf(scene)));
    });
  }

  it("finds the state of the moment, also what a failed call has undone since", async () => {
    const scene = withCode(
      `0x600960015560015450${callOther.replace("610fff", "61ffff")}50600160015500`,
      "0x60076001555b60015450600056",
    );
    const code = `{
      seen: [],
      note: function(log, db) {
        var slot = log.contract.getAddress();
        this.seen.push(log.op.toString() + " " + db.getState(slot, toWord("0x1"))[31]);
      },
      step: function(log, db) {
        if (["SSTORE", "SLOAD", "POP", "JUMP"].indexOf(log.op.toString()) >= 0) this.note(log, db);
      },
      fault: function(log, db) { this.note(log, db); },
      result: function(ctx, db) {
        return this.seen.concat([db.getState(ctx.to, toWord("0x1"))[31]]);
      }
    }`;
    const inOther = ["SSTORE 0", "SLOAD 7", "POP 7", "JUMP 7", "JUMP 7"];
    const before = ["SSTORE 5", "SLOAD 9", "POP 9"];
    assert.deepEqual(await replay(scene, code), [...before, ...inOther, "POP 9", "SSTORE 9", 1]);
  });

  it("is told of the transaction as geth does", async () => {
    const scene = withCode("0x60ff60005260206000fd");
    const code = `{ fault: function() {}, result: function(ctx) {
      for (var name in ctx) {
        if (ctx[name] instanceof Uint8Array) ctx[name] = toHex(ctx[name]);
      }
      return ctx;
    } }`;
    const { fields } = transaction();
    const { coinbase, gasPrice, ...context } = await replay(scene, code);
    assert.deepEqual(context, {
      type: "CALL",
      from: toHex(alice),
      to: toHex(contract),
      input: "0x",
      value: "0",
      gas: Number(fields.gasLimit),
      gasUsed: 21_018,
      intrinsicGas: 21_000,
      block: 1,
      output: `0x${"ff".padStart(64, "0")}`,
      error: "execution reverted",
    });
    assert.equal(coinbase.length, 42);
    assert.equal(typeof gasPrice, "string");
  });

  it("gets its configuration", async () => {
    const code = `{ setup: function(config) { this.config = config; }, fault: function() {},
      result: function() { return this.config; } }`;
    assert.equal(await replay(withCode("0x00"), code, `{"a":1}`), `{"a":1}`);
  });

  it("is refused before anything is executed if it is no tracer", async () => {
    const scene = withCode("0x00");
    for (const code of ["{", "5", "{ result: function() {} }"]) {
      await assert.rejects(replay(scene, code), (error) => {
        assert.ok(error instanceof Fault && error.data.code === "execution-failed");
        return true;
      });
    }
  });

  it("ends an execution that goes on without it", async () => {
    const scene = withCode("0x5b60016001555f56");
    const code =
      "{ step: function() { throw 'mine'; }, fault: function() {}, result: function() {} }";
    await assert.rejects(replay(scene, code), /mine {4}in server-side tracer function 'step'/);
  });

  it("is limited in its length", async () => {
    const code = `{ fault: function() {}, result: function() {} /* ${"x".repeat(300_000)} */ }`;
    await assert.rejects(replay(withCode("0x00"), code), (error) => {
      assert.ok(error instanceof Fault && error.data.code === "limit-exceeded");
      assert.equal(error.data.limit, "script-length");
      return true;
    });
  });
});
