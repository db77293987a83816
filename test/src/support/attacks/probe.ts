/** Attacks as tests: nobody holds the loop for long, and another client is answered beside each. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { Attack, Prepare, Settings } from "./attack.js";
import { undividedHoldMs } from "./bounds.js";
import { runAttack, strikeOnce } from "./run-attack.js";
import { startTarget, stopTarget, type Target } from "./target.js";

/** Attacks that strike one node in turn. */
export interface SharedNode {
  readonly about: string;
  /** Contain those that the attacks need. */
  readonly settings: Settings;
  readonly attacks: readonly Attack[];
}

/** The settings of a node with which an attack finds what it needs. */
const suits = (settings: Settings, { flags, key, chain }: Attack) =>
  [
    [flags, settings.flags],
    [key, settings.key],
    [chain, settings.chain],
  ].every(([needed, given]) => needed === undefined || needed === given);

/** To be called inside `describe`. */
export function probe(nodes: readonly SharedNode[]): void {
  for (const { about, settings, attacks } of nodes)
    describe(about, () => probeInTurn(settings, attacks));
}

function probeInTurn(settings: Settings, attacks: readonly Attack[]): void {
  let started: Promise<Target> | undefined;
  const standing = new Set<Prepare>();
  after(async () => {
    if (started !== undefined) await stopTarget(await started);
  });
  for (const attack of attacks) {
    it(attack.name, async () => {
      assert.ok(suits(settings, attack), "it needs a node of other settings");
      started ??= startTarget(settings);
      const target = await started;
      const { scene, leaves } = attack;
      if (scene !== undefined && !standing.has(scene)) await scene(target);
      const { holdMs, answered, told } = await strikeOnce(target, attack);
      assert.ok(answered !== undefined && answered > 0, "another client was not answered");
      for (const made of [scene, leaves]) if (made !== undefined) standing.add(made);
      if (!(holdMs < undividedHoldMs)) await probeAgain(attack, holdMs, told);
    });
  }
}

/**
 * Other work on the same cores takes caches away, and processor time with them, and what an earlier attack
 * left behind is collected; not twice in a row, and not on a node of its own.
 */
async function probeAgain(attack: Attack, firstMs: number, firstTold: string): Promise<void> {
  const { holdMs, answered, told } = await runAttack(attack);
  assert.ok(answered !== undefined && answered > 0, "another client was not answered");
  assert.ok(
    holdMs < undividedHoldMs,
    `the loop was held for ${firstMs} and ${holdMs} ms; ${firstTold}; ${told}`,
  );
}
