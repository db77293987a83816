/**
 * What is costly to execute holds nobody up: beside it another client is answered, and the event loop
 * is never held for long, in the processor time of the node's main thread.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { allAttacks } from "./support/attacks/all-attacks.js";
import { holdMaxMs } from "./support/attacks/bounds.js";
import { runAttack } from "./support/attacks/run-attack.js";

const names = [
  "eth_call: blake2f of 29,000,000 rounds",
  "eth_call: BLS G2 MSM of 2,350 points",
  "eth_call: BLS pairing of 850 pairs",
  "eth_call: bn254 pairing of 820 pairs",
  "eth_call: BLS G1ADD again and again",
  "eth_call: ModExp under Prague, 8 bytes with 2.5 MB",
  "eth_call: identity of a megabyte again and again",
  "eth_call: an override of 200,000 accounts",
  "eth_call: an override of 150,000 slots, stateDiff",
  "eth_call: 12 MB of code, all PUSH1",
  "eth_call: 1,190 authorisations, within the gas",
  "eth_estimateGas: bn254 pairing of 820 pairs",
  "debug_traceCall, callTracer: BLS G2 MSM of 2,350 points",
  "in a block: BLS G1 MSM of 4,500 points",
  "in a block: ModExp under Prague, 8 bytes with 80 KB",
];

describe("another client is answered beside", () => {
  for (const name of names) {
    it(name, async () => {
      const attack = allAttacks.find((one) => one.name === name);
      assert.ok(attack, "there is such an attack");
      const { holdMs, answered, told } = await runAttack(attack);
      assert.ok(answered !== undefined, told);
      assert.ok(holdMs < holdMaxMs, `the loop was held for ${holdMs} ms of processor time`);
    });
  }
});
