/** Options of a chain, and the settings that calls may change later. */

import type { Sealer } from "@tandem/consensus";
import type { ChainSpec, StoredBlock } from "@tandem/primitives";
import type { Clock, Logger, Tracer } from "@tandem/runtime";
import type { ExecutionSettings, RemoteState } from "@tandem/state";
import type { Identity, Store } from "@tandem/store";
import type { BuildSettings } from "./building/build-block.js";
import { createDevSettings, type DevSettings } from "./building/dev-settings.js";
import type { AdmissionRule } from "./pool/submit.js";
import type { BlockRows } from "./rows/block-rows.js";

/** Connects a chain to the log by which several nodes share it. */
export interface Replication {
  /** Returns whether this node makes blocks now. */
  isSealing(): boolean;
  /**
   * Stores a block of this node in the log, before it is written here.
   * @param outcome the outcome of executing the block.
   * @returns the position in the log, to be written with the block.
   * @throws {Fault} `unsealable` if another node makes the blocks.
   */
  append(block: StoredBlock, rows: BlockRows): Promise<string>;
  /**
   * Is called if a block that the log has could not be written here. The node must read it from the
   * log before it makes another one, which would have the same height.
   */
  unwritten(): void;
}

/**
 * The initial mining mode; calls may change it.
 * - auto: a block as soon as a transaction is executable.
 * - interval: a block each `intervalMs`, or after an interval drawn up to that, with or without transactions.
 * - manual: a block when `mine` is called.
 * - external: the same; blocks are expected from outside miners.
 */
export type MiningMode = "auto" | "interval" | "manual" | "external";

export interface ChainOptions {
  readonly spec: ChainSpec;
  readonly store: Store;
  /** The remote state of a chain that forks another. */
  readonly remote?: RemoteState | undefined;
  /** The clock that block times come from. */
  readonly clock: Clock;
  /** The clock for durations: ages of work, intervals of mining. */
  readonly steadyClock: Clock;
  /** The clock for time limits of calls; `steadyClock` if undefined. */
  readonly callClock?: Clock | undefined;
  /** The choices of how messages are executed; the default ones if undefined. */
  readonly execution?: ExecutionSettings | undefined;
  /** Whether `safe` and `finalized` are the head; by default they are a number of blocks behind it. */
  readonly isHeadFinal?: boolean | undefined;
  /** Per cent by which a transaction must pay more than the one it replaces in the pool; 10 by default. */
  readonly priceBump?: number | undefined;
  /** The transactions that the pool refuses as another node does; none if undefined. */
  readonly admissionRule?: AdmissionRule | undefined;
  readonly logger: Logger;
  /** Returns how the user writes the name of a setting, for errors; by default as a flag. */
  readonly spell?: Identity["spell"];
  /** Ends the opening when it is aborted: everything stays in the store. */
  readonly leaving?: AbortSignal | undefined;
  /** Is undefined for a node that shares its chain with no other. */
  readonly replication?: Replication | undefined;
  /** Records imports as spans; without it they are not traced. */
  readonly tracer?: Tracer | undefined;
  /** The miner's initial settings; calls may change them. */
  readonly settings: BuildSettings;
  readonly mining: {
    readonly mode: MiningMode;
    readonly intervalMs: number;
    /** Draws intervals: a number from 0 to 1, without 1; `Math.random` if undefined. */
    readonly random?: (() => number) | undefined;
    /** Creates the sealer of a chain that continues from this head. */
    readonly createSealer: (head: StoredBlock) => Sealer;
  };
  /** If it is undefined, the chain starts at the clock's time and follows the clock. */
  readonly time?: {
    /** Unix milliseconds at which the clock of a new chain starts. */
    readonly startMs: number;
    /** The clock advances only with blocks and by the methods that change the time. */
    readonly isVirtual: boolean;
  };
}

/** Returns the development settings of a chain: the stored ones, or else those of the options. */
export function devSettingsOf(options: ChainOptions, head: () => StoredBlock): DevSettings {
  const { store, clock, settings, time } = options;
  const { mode, intervalMs } = options.mining;
  const isVirtual = time?.isVirtual === true;
  const driving: Clock = isVirtual ? { now: () => time.startMs } : clock;
  const { extraData, ...targets } = settings;
  const initial = {
    ...targets,
    offsetMs: time === undefined ? 0 : time.startMs - driving.now(),
    nextTimestamp: undefined,
    timestampInterval: undefined,
    nextMinimumGasPrice: undefined,
    requestedGasLimit: undefined,
    nextPrevRandao: undefined,
    isAutomine: mode === "auto",
    intervalMs: mode === "interval" ? intervalMs : undefined,
    intervalMsMin: undefined,
  };
  const startMs = time?.startMs;
  return createDevSettings({
    store,
    clock: driving,
    initial,
    extraData,
    startMs,
    followsHead: isVirtual,
    head,
  });
}
