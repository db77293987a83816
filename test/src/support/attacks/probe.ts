/**
 * Runs attacks as tests: the event loop is never held for long, and another client is answered
 * during each attack.
 */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { Attack, Prepare } from "./attack.js";
import { isShortHold } from "./bounds.js";
import { runAttack, strikeOnce } from "./run-attack.js";
import type { Settings } from "./target.js";
import { startTarget, stopTarget, type Target } from "./target.js";

/** Attacks that run on one node in turn. */
export interface SharedNode {
  readonly about: string;
  /** The settings, which include those that the attacks need. */
  readonly settings: Settings;
  readonly attacks: readonly Attack[];
}

/** Returns the settings of a node that an attack requires. */
const suits = (settings: Settings, { flags, key, chain }: Attack) =>
  [
    [flags, settings.flags],
    [key, settings.key],
    [chain, settings.chain],
  ].every(([needed, given]) => needed === undefined || needed === given);

/** Registers the tests. Must be called inside `describe`. */
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
      if (!isShortHold(holdMs)) await probeAgain(attack, holdMs, told);
    });
  }
}

/**
 * Runs an attack again on a new node: processes on the same cores evict caches, which costs
 * processor time, and garbage of an earlier attack is collected, but not twice in a row.
 */
async function probeAgain(attack: Attack, firstMs: number, firstTold: string): Promise<void> {
  const { holdMs, answered, told } = await runAttack(attack);
  assert.ok(answered !== undefined && answered > 0, "another client was not answered");
  assert.ok(
    isShortHold(holdMs),
    `the loop was held for ${firstMs} and ${holdMs} ms; ${firstTold}; ${told}`,
  );
}
