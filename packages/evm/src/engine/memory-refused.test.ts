/** An engine whose memory the system does not let grow leaves the execution to the library. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { type Case, createCaseExecutor } from "../testing/engine-pair.js";

// 16 MB: V8 then refuses more in the way in which it does where the process has no memory left.
setFlagsFromString("--wasm-max-mem-pages=256");

test("an execution for which memory is refused ends in the library, and the next one in an engine", async () => {
  // MSTORE of 7 at an offset of 20 MB, then MLOAD of the same, which is returned.
  const code = Buffer.from("60076301400000526301400000515f5260205ff3", "hex");
  const one: Case = {
    fork: "osaka",
    code: new Map([[0xa00n, code]]),
    balances: new Map(),
    slots: [],
    to: 0xa00n,
    value: 0n,
    gas: 2_000_000_000n,
    data: new Uint8Array(0),
    warm: [],
    isTraced: true,
    isListed: true,
  };
  const executor = createCaseExecutor(undefined);
  assert.equal(JSON.parse(await executor.run(one)).output, `0x${"7".padStart(64, "0")}`);
  assert.equal(executor.fallbacks, 1);
  const small = new Map([[0xa00n, Buffer.from("60075f5260205ff3", "hex")]]);
  const next = await executor.run({ ...one, code: small });
  assert.equal(JSON.parse(next).output, `0x${"7".padStart(64, "0")}`);
  assert.equal(executor.fallbacks, 1);
});
