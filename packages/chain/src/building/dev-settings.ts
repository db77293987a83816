/**
 * The development settings of a chain: its clock and the miner's settings. They are stored in the
 * database beside the head, so a restarted node continues with them.
 */

import type { RequestedFields } from "@tandem/consensus";
import type { Header } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { type Batch, type Store, table } from "@tandem/store";
import type { BuildSettings } from "./build-block.js";
import {
  type DevSettingsState,
  decodeDevSettings,
  encodeDevSettings,
  originOf,
} from "./dev-settings-state.js";

/** Returns a block's time, by the chain's own clock, and what was requested for it. */
export interface BlockTime {
  /** Returns Unix seconds. */
  nowSeconds(): number;
  /** Returns Unix seconds of the next block on this parent. */
  timestampOn(parent: Pick<Header, "timestamp">): number;
  /** Returns the fields requested for the next block; one that is undefined moves towards its target. */
  requested(): RequestedFields;
  /**
   * Returns the result of opcode 0x44 requested for the next block; undefined leaves it the
   * difficulty.
   */
  requestedPrevRandao(): bigint | undefined;
}

export interface DevSettingsOptions {
  readonly store: Store;
  /** The clock that drives the chain's clock. */
  readonly clock: Clock;
  /** The settings the node is started with. */
  readonly initial: DevSettingsState;
  readonly extraData: Uint8Array;
  /** Unix milliseconds at which a chain starts; if undefined, the clock's time. */
  readonly startMs: number | undefined;
  /** The driving clock does not advance: the newest block's time moves the chain's clock. */
  readonly followsHead: boolean;
  readonly head: () => { readonly header: Header };
}

/** Returns the stored settings, or those the node is started with if none are stored. */
export const createDevSettings = (options: DevSettingsOptions): DevSettings =>
  new DevSettings(stored(options.store, options.initial), options);

export class DevSettings implements BlockTime {
  /** The miner's settings as they are at the moment they are read. */
  readonly settings: BuildSettings;
  /** The clock for validating block times: never behind a time that was requested. */
  readonly judging: Clock = { now: () => this.#judgingMs() };
  readonly #options: DevSettingsOptions;
  #state: DevSettingsState;
  #version = 0;

  constructor(state: DevSettingsState, options: DevSettingsOptions) {
    this.#state = state;
    this.#options = options;
    this.settings = buildSettings(() => this.#state, options.extraData);
  }

  /** The settings the node was started with. */
  get initial(): DevSettingsState {
    return this.#options.initial;
  }

  get state(): DevSettingsState {
    return this.#state;
  }

  /** Changes with every change of the state. */
  get version(): number {
    return this.#version;
  }

  /** Returns the Unix milliseconds at which a new chain starts. */
  startMs(): number {
    return this.#options.startMs ?? this.#options.clock.now();
  }

  /** Returns Unix milliseconds on the chain's clock. */
  nowMs(): number {
    const { clock, followsHead, head } = this.#options;
    const now = clock.now() + this.#state.offsetMs;
    return followsHead ? Math.max(now, head().header.timestamp * 1000) : now;
  }

  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  timestampOn({ timestamp: parent }: Pick<Header, "timestamp">): number {
    const { nextTimestamp, timestampInterval } = this.#state;
    if (nextTimestamp !== undefined && nextTimestamp > parent) return nextTimestamp;
    if (timestampInterval !== undefined) return parent + Math.max(1, timestampInterval);
    return Math.max(this.nowSeconds(), parent + 1);
  }

  requested(): RequestedFields {
    const { nextMinimumGasPrice: minimumGasPrice, requestedGasLimit: gasLimit } = this.#state;
    return { minimumGasPrice, gasLimit };
  }

  requestedPrevRandao(): bigint | undefined {
    return this.#state.nextPrevRandao;
  }

  /** Returns the state with its clock reading `ms` now. */
  readingMs(ms: number, state: DevSettingsState = this.#state): DevSettingsState {
    return { ...state, offsetMs: ms - this.#options.clock.now() };
  }

  /**
   * Returns the state after this block has become head; undefined when it does not change.
   * @param prevRandao what opcode 0x44 answered in it, if a developer requested that.
   */
  afterBlock(
    { timestamp, minimumGasPrice }: Header,
    prevRandao?: bigint,
  ): DevSettingsState | undefined {
    const { nextTimestamp, nextMinimumGasPrice, nextPrevRandao } = this.#state;
    const isTimed = nextTimestamp !== undefined && timestamp >= nextTimestamp;
    const isPriced = minimumGasPrice === nextMinimumGasPrice;
    const isDrawn = prevRandao !== undefined && prevRandao === nextPrevRandao;
    if (!isTimed && !isPriced && !isDrawn) return undefined;
    const next = {
      ...this.#state,
      ...(isPriced && { nextMinimumGasPrice: undefined }),
      ...(isDrawn && { nextPrevRandao: undefined }),
    };
    if (!isTimed) return next;
    // The clock continues from the requested time.
    return { ...this.readingMs(nextTimestamp * 1000, next), nextTimestamp: undefined };
  }

  /** Sets the time of the next block, in Unix seconds. It is stored with that block. */
  expect(timestamp: number): void {
    this.apply({ ...this.#state, nextTimestamp: timestamp });
  }

  /** Puts a state into a batch. The caller calls `apply` with it once the batch is written. */
  write(batch: Batch, state: DevSettingsState): void {
    const origin = originOf(this.initial);
    batch.put(table.devSettings, "only", encodeDevSettings({ state, origin }));
  }

  apply(state: DevSettingsState): void {
    this.#state = state;
    this.#version++;
  }

  /** Returns a copy of the present settings that changes independently. */
  copy(): DevSettings {
    return new DevSettings(this.#state, this.#options);
  }

  #judgingMs(): number {
    const { nextTimestamp = 0, timestampInterval } = this.#state;
    const stepped =
      timestampInterval === undefined
        ? 0
        : this.#options.head().header.timestamp + timestampInterval;
    return Math.max(this.nowMs(), nextTimestamp * 1000, stepped * 1000);
  }
}

/** Returns the miner's settings as views of a state that changes. */
const buildSettings = (state: () => DevSettingsState, extraData: Uint8Array): BuildSettings => ({
  get coinbase() {
    return state().coinbase;
  },
  get gasLimitTarget() {
    return state().gasLimitTarget;
  },
  get minimumGasPriceTarget() {
    return state().minimumGasPriceTarget;
  },
  extraData,
});

/**
 * Reads the stored settings. Flags that changed since the last start take precedence; the clock is
 * restored.
 */
function stored(store: Store, initial: DevSettingsState): DevSettingsState {
  const text = store.get(table.devSettings, "only");
  if (text === undefined) return initial;
  const { state, origin } = decodeDevSettings(text);
  if (origin === originOf(initial)) return state;
  const { offsetMs, nextTimestamp, timestampInterval } = state;
  // A limit that was set at once may be too far from the new one for a block's step.
  const requestedGasLimit =
    state.requestedGasLimit === undefined ? undefined : initial.gasLimitTarget;
  return { ...initial, offsetMs, nextTimestamp, timestampInterval, requestedGasLimit };
}
