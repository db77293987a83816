/** Attacks as tests: nobody holds the loop for long, and another client is answered beside each. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Attack } from "./attack.js";
import { holdMaxMs } from "./bounds.js";
import { runAttack } from "./run-attack.js";

/** Other work on the same cores takes caches away, and processor time with them; not twice in a row. */
const attempts = 2;

/** To be called inside `describe`. */
export function probe(attacks: readonly Attack[]): void {
  for (const attack of attacks) {
    it(attack.name, async () => {
      const holds: number[] = [];
      while (holds.length < attempts) {
        const { holdMs, answered, told } = await runAttack(attack);
        assert.ok(answered !== undefined && answered > 0, "another client was not answered");
        holds.push(holdMs);
        if (holdMs < holdMaxMs) return;
        if (holds.length === attempts) {
          assert.fail(`the loop was held for ${holds.join(" and ")} ms; ${told}`);
        }
      }
    });
  }
}
