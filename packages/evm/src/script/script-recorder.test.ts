import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as afterEvents } from "node:timers/promises";
import { Address } from "@ethereumjs/util";
import { emptyCodeHash, evmCommon, fromHex } from "@tandem/primitives";
import { createLibraryEvm } from "../create-library-evm.js";
import { scriptBatchBytes, scriptBatchesAhead } from "../limits.js";
import { MemoryState } from "../testing/memory-state.js";
import type { ToScript } from "./messages.js";
import { type EventTaker, ScriptRecorder } from "./script-recorder.js";

const contract = new Uint8Array(20).fill(0xc0);

/** Takes events like a thread that answers each request when the execution waits for it, and no earlier. */
class SlowTaker implements EventTaker {
  readonly taken: (ToScript & { readonly kind: "run" })[] = [];
  underWay = 0;
  mostUnderWay = 0;
  failure: Error | undefined;

  send(request: ToScript): void {
    assert.ok(request.kind === "run");
    this.taken.push(request);
    this.underWay++;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
  }

  async whenIdle(): Promise<void> {
    await afterEvents();
    this.underWay = 0;
  }

  async whenAnswered(): Promise<void> {
    // A thread answers in a later turn of the event loop.
    await afterEvents();
    this.underWay--;
  }

  throwIfFailed(): void {
    if (this.failure !== undefined) throw this.failure;
  }
}

async function run(code: string, hasSteps: boolean, gas = 10_000_000n, taker = new SlowTaker()) {
  const state = new MemoryState();
  state.putAccount(contract, { nonce: 1n, balance: 0n, codeHash: emptyCodeHash });
  state.putCode(contract, fromHex(code));
  const common = evmCommon(31, "osaka");
  common.updateParams({});
  const library = await createLibraryEvm({ common, clock: { now: () => 0 }, state });
  const recorder = new ScriptRecorder(taker, state, hasSteps);
  library.socket.plug(recorder);
  library.state.watcher = recorder;
  await library.evm.runCall({ to: new Address(contract), gasLimit: gas });
  await recorder.beforeChange();
  return taker;
}

describe("the recorder of a script", () => {
  it("waits for a script that is slower than the execution", async () => {
    // Calls with a value that it does not have, whose input is a megabyte.
    const refused = "0x5b5f5f620fffff5f60015f5ff1505f56";
    // Calls of an account without code, with the same input.
    const called = "0x5b5f5f620fffff5f5f60ff5afa505f56";
    for (const [code, hasSteps, gas] of [
      [refused, false, 2_500_000n],
      [called, false, 2_300_000n],
      [called, true, 2_300_000n],
      ["0x5b5f56", true, 50_000n],
    ] as const) {
      const { mostUnderWay, taken } = await run(code, hasSteps, gas);
      assert.ok(taken.length > 10, `${code}: ${taken.length}`);
      assert.ok(mostUnderWay <= scriptBatchesAhead + 1, `${code}: ${mostUnderWay}`);
      const longest = Math.max(...taken.map(({ bytes }) => bytes.byteLength));
      assert.ok(longest <= scriptBatchBytes + 3 * 2 ** 20, `${code}: ${longest} bytes`);
    }
  });

  it("ends the execution when the script has failed", async () => {
    const taker = new SlowTaker();
    taker.failure = new Error("mine");
    for (const hasSteps of [true, false]) {
      await assert.rejects(run("0x5b5f5f5f5f5f60ff5afa505f56", hasSteps, 100_000n, taker), /mine/);
    }
  });
});
