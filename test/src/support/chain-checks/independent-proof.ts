/** Provides types for the block checker that shares no code with the node. */
import type { WireBlock, WireTransaction } from "../wire.js";

interface Verdict {
  readonly ok: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
  }[];
}

type AnyBlock = WireBlock | WireBlock<WireTransaction>;

const checker = new URL("../../../independent-proof.mjs", import.meta.url).href;
const { verifyBlock } = (await import(checker)) as { verifyBlock(block: AnyBlock): Verdict };

/** Returns the errors of a block's merged mining, one line each; none if it is valid. */
export function proofFailures(block: AnyBlock): readonly string[] {
  const { ok, steps } = verifyBlock(block);
  const failures = steps.filter((step) => !step.ok);
  if (!ok && failures.length === 0) return ["refused without a reason"];
  return failures.map(({ name, detail }) => `block ${block.number}, ${name}: ${detail}`);
}
