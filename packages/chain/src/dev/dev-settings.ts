/**
 * The development settings of a chain: its clock, and what the miner goes by. They are kept in the database beside the
 * head, so a node that is started again goes on at the time it was turned to.
 */

import type { Header } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { type Batch, type Store, table } from "@tandem/store";
import type { BuildSettings } from "../mining/build-block.js";
import {
  type DevSettingsState,
  decodeDevSettings,
  encodeDevSettings,
  originOf,
} from "./dev-settings-state.js";

/** Gives a block's time, by the chain's own clock, and its minimum gas price where one was requested. */
export interface BlockTime {
  /** Unix seconds. */
  nowSeconds(): number;
  /** Returns Unix seconds of the next block on this parent. */
  timestampOn(parent: Header): number;
  /** Wei that the next block is to have as its minimum gas price; undefined leaves it to the target. */
  requestedPrice(): bigint | undefined;
}

export interface DevSettings extends BlockTime {
  readonly state: DevSettingsState;
  /** As the node was started. */
  readonly initial: DevSettingsState;
  /** Unix milliseconds a chain that begins now begins at. */
  startMs(): number;
  /** Changes with every change of the state. */
  readonly version: number;
  /** The miner's settings as they are at the moment they are read. */
  readonly settings: BuildSettings;
  /** Returns Unix milliseconds on the chain's clock. */
  nowMs(): number;
  /** The clock blocks are judged by: never behind a time that was asked for. */
  readonly judging: Clock;
  /** Returns the state with its clock reading `ms` now. */
  readingMs(ms: number, state?: DevSettingsState): DevSettingsState;
  /** Returns the state after this block has become head; undefined when it does not change. */
  afterBlock(header: Header): DevSettingsState | undefined;
  /** Sets the time of the next block, in Unix seconds. It is written with that block. */
  expect(timestamp: number): void;
  /** Puts a state into a batch. The caller calls `apply` with it once the batch is written. */
  write(batch: Batch, state: DevSettingsState): void;
  apply(state: DevSettingsState): void;
  /** Returns a copy of the present settings that changes independently. */
  copy(): DevSettings;
}

export interface DevSettingsOptions {
  readonly store: Store;
  /** The clock that drives the chain's clock. */
  readonly clock: Clock;
  /** As the node is started. */
  readonly initial: DevSettingsState;
  readonly extraData: Uint8Array;
  /** Unix milliseconds a chain begins at; left out: those of the clock. */
  readonly startMs: number | undefined;
  /** The driving clock stands still: the newest block moves the chain's clock on. */
  readonly followsHead: boolean;
  readonly head: () => { readonly header: Header };
}

export const createDevSettings = (options: DevSettingsOptions): DevSettings =>
  devSettingsAt(stored(options.store, options.initial), options);

function devSettingsAt(from: DevSettingsState, options: DevSettingsOptions): DevSettings {
  const { clock, initial, extraData, followsHead, head } = options;
  let state = from;
  let version = 0;

  const nowMs = () => {
    const now = clock.now() + state.offsetMs;
    return followsHead ? Math.max(now, head().header.timestamp * 1000) : now;
  };
  const nowSeconds = () => Math.floor(nowMs() / 1000);
  const readingMs = (ms: number, other = state) => ({ ...other, offsetMs: ms - clock.now() });

  return {
    initial,
    startMs: () => options.startMs ?? clock.now(),
    get state() {
      return state;
    },
    get version() {
      return version;
    },
    settings: {
      get coinbase() {
        return state.coinbase;
      },
      get gasLimitTarget() {
        return state.gasLimitTarget;
      },
      get minimumGasPriceTarget() {
        return state.minimumGasPriceTarget;
      },
      extraData,
    },
    nowMs,
    nowSeconds,
    timestampOn({ timestamp: parent }) {
      const { nextTimestamp, timestampInterval } = state;
      if (nextTimestamp !== undefined && nextTimestamp > parent) return nextTimestamp;
      if (timestampInterval !== undefined) return parent + Math.max(1, timestampInterval);
      return Math.max(nowSeconds(), parent + 1);
    },
    requestedPrice: () => state.nextMinimumGasPrice,
    judging: {
      now() {
        const { nextTimestamp = 0, timestampInterval } = state;
        const stepped =
          timestampInterval === undefined ? 0 : head().header.timestamp + timestampInterval;
        return Math.max(nowMs(), nextTimestamp * 1000, stepped * 1000);
      },
    },
    readingMs,
    afterBlock({ timestamp, minimumGasPrice }) {
      const { nextTimestamp, nextMinimumGasPrice } = state;
      const isTimed = nextTimestamp !== undefined && timestamp >= nextTimestamp;
      const isPriced = minimumGasPrice === nextMinimumGasPrice;
      if (!isTimed && !isPriced) return undefined;
      const priced = isPriced ? { ...state, nextMinimumGasPrice: undefined } : state;
      if (!isTimed) return priced;
      // Time goes on from the one that was asked for.
      return { ...readingMs(nextTimestamp * 1000, priced), nextTimestamp: undefined };
    },
    expect(timestamp) {
      this.apply({ ...state, nextTimestamp: timestamp });
    },
    write(batch, next) {
      batch.put(
        table.devSettings,
        "only",
        encodeDevSettings({ state: next, origin: originOf(initial) }),
      );
    },
    apply(next) {
      state = next;
      version++;
    },
    copy: () => devSettingsAt(state, options),
  };
}

/**
 * Reads the stored settings. Flags that changed since the last start take precedence; the time goes
 * on.
 */
function stored(store: Store, initial: DevSettingsState): DevSettingsState {
  const text = store.get(table.devSettings, "only");
  if (text === undefined) return initial;
  const { state, origin } = decodeDevSettings(text);
  if (origin === originOf(initial)) return state;
  const { offsetMs, nextTimestamp, timestampInterval } = state;
  return { ...initial, offsetMs, nextTimestamp, timestampInterval };
}
