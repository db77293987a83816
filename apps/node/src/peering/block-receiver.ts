/**
 * Imports the blocks of peers, one after the other, and remembers those that cannot be imported: the proof of work of one
 * costs once, and each peer could have it decoded or executed again.
 */
import type { Chain, DecodedBlock, Imported } from "@tandem/chain";
import { tooEarly } from "@tandem/consensus";
import type { Reception } from "@tandem/peers";
import { type BlockHash, Fault, hexDigits } from "@tandem/primitives";
import { type Clock, LruMap, SerialQueue } from "@tandem/runtime";
import { peeringLimits } from "./limits.js";

export class BlockReceiver {
  readonly #chain: Chain;
  readonly #steadyClock: Clock;
  /** Several peers may send the same block at once. */
  readonly #queue = new SerialQueue();
  /** The blocks that are decoded, or being decoded, ahead of their import. */
  readonly #prepared = new WeakMap<Uint8Array, Promise<DecodedBlock>>();
  /** The rules that blocks break for ever, by the digits of their hashes. */
  readonly #invalid = new LruMap<string, string>(peeringLimits.invalidBlocksMax);
  /** When blocks are imported again that are of the future, or list an uncle that is, in steady milliseconds. */
  readonly #early = new LruMap<string, number>(peeringLimits.earlyBlocksMax);

  constructor(chain: Chain, steadyClock: Clock) {
    this.#chain = chain;
    this.#steadyClock = steadyClock;
  }

  /** Returns the rule that a block breaks, if it was executed and is invalid whatever its body is. */
  brokenRule(hash: BlockHash): string | undefined {
    return this.#invalid.get(hexDigits(hash));
  }

  /** Returns whether a block was of the future a short time ago. */
  isEarly(hash: BlockHash): boolean {
    return this.#steadyClock.now() < (this.#early.get(hexDigits(hash)) ?? 0);
  }

  prepare(encoded: Uint8Array): void {
    const decoded = this.#decode(encoded);
    // Its error is reported when the block is received.
    decoded.catch(() => {});
    this.#prepared.set(encoded, decoded);
  }

  /** @throws if the block cannot be stored. */
  receive(encoded: Uint8Array, hash: BlockHash): Promise<Reception> {
    return this.#queue.run(async () => {
      const invalid = this.brokenRule(hash);
      if (invalid !== undefined) return broken(invalid);
      if (this.isEarly(hash)) return "early";
      try {
        const { block } = await (this.#prepared.get(encoded) ?? this.#decode(encoded));
        return this.#noted(hash, await this.#chain.import(block));
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        const { code } = error.data;
        if (code !== "unusable-data" && code !== "transaction-refused") throw error;
        return { invalid: error.message };
      }
    });
  }

  /** A copy does not keep the whole message in memory. */
  #decode(encoded: Uint8Array): Promise<DecodedBlock> {
    return this.#chain.decodeAhead({ raw: encoded.slice() });
  }

  #noted(hash: BlockHash, imported: Imported): Reception {
    switch (imported.status) {
      case "head":
      case "side":
        return "new";
      case "known":
      case "outdated":
        return "known";
      case "no-parent":
        return "no-parent";
      case "invalid": {
        const { rule } = imported.violation;
        const key = hexDigits(hash);
        if (rule === tooEarly) {
          this.#early.set(key, this.#steadyClock.now() + peeringLimits.earlyMs);
          return "early";
        }
        if (imported.isFinal) this.#invalid.set(key, rule);
        return broken(rule);
      }
    }
  }
}

const broken = (rule: string) => ({ invalid: `it breaks ${rule}` });
