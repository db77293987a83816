/** Collects the instructions and accesses of one frame. */
import {
  type Address,
  type CallUsage,
  type ContractAccess,
  fromKey,
  type Hash32,
  type SlotCounts,
} from "@tandem/primitives";

const sstore = 0x55;
const tload = 0x5c;
const tstore = 0x5d;

/** Counts occurrences by key. */
class Counts<Key> extends Map<Key, number> {
  /** @returns whether the key is new. */
  count(key: Key): boolean {
    const counted = this.get(key);
    this.set(key, (counted ?? 0) + 1);
    return counted === undefined;
  }
}

/** Slots and addresses are kept by their keys (`toKey`). */
export class FrameUsage {
  readonly usedOpcodes = new Counts<number>();
  readonly reads = new Map<string, Hash32>();
  readonly writes = new Counts<string>();
  readonly transientReads = new Counts<string>();
  readonly transientWrites = new Counts<string>();
  readonly extCodeAccesses: Address[] = [];
  readonly contracts = new Map<string, ContractAccess>();
  /** The opcode of the latest instruction. */
  latest: number | undefined;

  /** Returns where the accesses of an instruction to a slot are counted; undefined if they are not. */
  countsFor(opcode: number): Counts<string> | undefined {
    switch (opcode) {
      case sstore:
        return this.writes;
      case tload:
        return this.transientReads;
      case tstore:
        return this.transientWrites;
      default:
        return undefined;
    }
  }

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

const countsOf = (counts: Counts<string>): SlotCounts =>
  [...counts].map(([key, count]) => [fromKey(key), count]);
