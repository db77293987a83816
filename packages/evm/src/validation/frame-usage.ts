/** Collects the instructions and accesses of one frame. */
import {
  type Address,
  type CallUsage,
  type ContractAccess,
  fromKey,
  type Hash32,
  type SlotCounts,
} from "@tandem/primitives";

/** Counts by key. */
class Tally<Key> extends Map<Key, number> {
  /** @returns whether the key is new. */
  count(key: Key): boolean {
    const counted = this.get(key);
    this.set(key, (counted ?? 0) + 1);
    return counted === undefined;
  }
}

/** Slots and addresses are kept by their keys (`toKey`). */
export class FrameUsage {
  readonly usedOpcodes = new Tally<number>();
  readonly reads = new Map<string, Hash32>();
  readonly writes = new Tally<string>();
  readonly transientReads = new Tally<string>();
  readonly transientWrites = new Tally<string>();
  readonly extCodeAccesses: Address[] = [];
  readonly contracts = new Map<string, ContractAccess>();
  /** The opcode of the latest instruction. */
  latest: number | undefined;

  /** Returns what was collected. */
  finish(rest: Pick<CallUsage, "isOutOfGas" | "keccakInputs">): CallUsage {
    return {
      usedOpcodes: this.usedOpcodes,
      reads: [...this.reads].map(([key, value]) => [fromKey(key), value]),
      writes: countsOf(this.writes),
      transientReads: countsOf(this.transientReads),
      transientWrites: countsOf(this.transientWrites),
      extCodeAccesses: this.extCodeAccesses,
      contracts: [...this.contracts.values()],
      ...rest,
    };
  }
}

const countsOf = (tally: Tally<string>): SlotCounts =>
  [...tally].map(([key, count]) => [fromKey(key), count]);
