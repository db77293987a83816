/** Determines the blocks of a simulation: their numbers, times and other members, and the gaps between them. */
import { Fault, type SimulatedBlockRequest, type SimulationRefusal } from "@tandem/primitives";
import type { BlockEnv } from "@tandem/state";

/** The maximum number of blocks from the base of a simulation to its end (execution APIs). */
const simulatedBlocksMax = 256;

export interface PlannedBlock extends Omit<SimulatedBlockRequest, "blockOverrides"> {
  readonly env: BlockEnv;
}

export interface PlanOptions {
  /** The block that the first one follows. */
  readonly base: BlockEnv;
  readonly blocks: readonly SimulatedBlockRequest[];
  /** The seconds between two blocks if the request does not set a time. */
  readonly blockSeconds: number;
  /** Is true if blocks keep the minimum gas price of their parent by default; false sets it to zero. */
  readonly validation: boolean;
}

const refused = (kind: SimulationRefusal, message: string) =>
  new Fault({ code: "simulation-refused", kind, message });

/**
 * Returns the blocks, with an empty one for each number that the request omits.
 * @throws {Fault} `simulation-refused` if numbers or times do not increase or end, or over 256 blocks.
 */
export function planBlocks({
  base,
  blocks,
  blockSeconds,
  validation,
}: PlanOptions): PlannedBlock[] {
  const planned: PlannedBlock[] = [];
  let last = base;
  const nextOf = (): BlockEnv => ({
    ...last,
    number: last.number + 1,
    timestamp: last.timestamp + blockSeconds,
    minimumGasPrice: validation ? last.minimumGasPrice : 0n,
  });
  const add = (block: PlannedBlock) => {
    const { timestamp } = block.env;
    if (timestamp <= last.timestamp || !Number.isSafeInteger(timestamp)) {
      const times = `${timestamp} after ${last.timestamp}`;
      throw refused("block-time", `block timestamps must increase, below 2^53: ${times}`);
    }
    planned.push(block);
    last = block.env;
  };
  for (const { blockOverrides, overrides, calls } of blocks) {
    const { number = last.number + 1 } = blockOverrides;
    if (number <= last.number) {
      throw refused("block-number", `block numbers must increase: ${number} after ${last.number}`);
    }
    if (number - base.number > simulatedBlocksMax) {
      throw refused("client-limit", `too many blocks: at most ${simulatedBlocksMax}`);
    }
    for (let next = nextOf(); next.number < number; next = nextOf()) {
      add({ env: next, overrides: [], calls: [] });
    }
    add({ env: { ...nextOf(), ...blockOverrides }, overrides, calls });
  }
  return planned;
}
