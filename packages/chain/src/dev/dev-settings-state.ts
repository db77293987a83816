/** What a developer turned, as a value: the time, when blocks are made, what they are like. */
import { fromHex, type MinerTargets, type MiningTimes, toHex } from "@tandem/primitives";

export interface DevSettingsState extends MiningTimes, MinerTargets {
  /** Milliseconds the chain's clock is ahead of the clock it is driven by; negative: behind. */
  readonly offsetMs: number;
  /** Unix seconds the next block is to have. */
  readonly nextTimestamp: number | undefined;
  /** Seconds each block is after its parent, whatever the clock says. */
  readonly timestampInterval: number | undefined;
  /** The minimum gas price, in wei, that the next block is to have; undefined leaves it to the target. */
  readonly nextMinimumGasPrice: bigint | undefined;
  /** What opcode 0x44 is to answer in the next block; undefined leaves it the difficulty. */
  readonly nextPrevRandao: bigint | undefined;
}

interface Stored {
  readonly state: DevSettingsState;
  /** What the node was started with, where that is not how it stands. */
  readonly origin: string;
}

/** Encodes development settings as JSON: amounts as decimal text, bytes as hex. */
export const encodeDevSettings = ({ state, origin }: Stored): string =>
  JSON.stringify({
    ...state,
    gasLimitTarget: `${state.gasLimitTarget}`,
    minimumGasPriceTarget: `${state.minimumGasPriceTarget}`,
    nextMinimumGasPrice: state.nextMinimumGasPrice?.toString(),
    nextPrevRandao: state.nextPrevRandao?.toString(),
    coinbase: toHex(state.coinbase),
    origin,
  });

const amountOf = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));

/** @throws when the text was not written by `encodeDevSettings`. */
export function decodeDevSettings(text: string): Stored {
  const { origin, gasLimitTarget, minimumGasPriceTarget, coinbase, ...rest } = JSON.parse(text);
  const state: DevSettingsState = {
    offsetMs: rest.offsetMs,
    nextTimestamp: rest.nextTimestamp,
    timestampInterval: rest.timestampInterval,
    isAutomine: rest.isAutomine,
    intervalMs: rest.intervalMs,
    nextMinimumGasPrice: amountOf(rest.nextMinimumGasPrice),
    nextPrevRandao: amountOf(rest.nextPrevRandao),
    gasLimitTarget: BigInt(gasLimitTarget),
    minimumGasPriceTarget: BigInt(minimumGasPriceTarget),
    coinbase: fromHex(coinbase),
  };
  return { state, origin };
}

/**
 * Returns the settings that come from flags, as text. It differs where a node is started with other
 * flags.
 */
export const originOf = (state: DevSettingsState): string =>
  [
    state.isAutomine,
    state.intervalMs,
    state.gasLimitTarget,
    state.minimumGasPriceTarget,
    toHex(state.coinbase),
  ].join(" ");
