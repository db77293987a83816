/** The development settings as a value: the clock, the mining mode and the targets of the miner. */
import { fromHex, type MinerTargets, type MiningMode, toHex } from "@tandem/primitives";

export interface DevSettingsState extends MiningMode, MinerTargets {
  /**
   * Milliseconds by which the chain's clock is ahead of the clock that drives it; negative: behind.
   */
  readonly offsetMs: number;
  /** Unix seconds requested for the next block. */
  readonly nextTimestamp: number | undefined;
  /** Seconds from each block's parent to the block, whatever the clock says. */
  readonly timestampInterval: number | undefined;
  /**
   * The minimum gas price, in wei, requested for the next block; undefined leaves it to the target.
   */
  readonly nextMinimumGasPrice: bigint | undefined;
  /** The gas limit requested for blocks from the next on; undefined leaves it to the target. */
  readonly requestedGasLimit: bigint | undefined;
  /** The result of opcode 0x44 requested for the next block; undefined leaves it the difficulty. */
  readonly nextPrevRandao: bigint | undefined;
}

interface Stored {
  readonly state: DevSettingsState;
  /** The settings from flags at the start of the node, as `originOf` encodes them. */
  readonly origin: string;
}

/** Encodes development settings as JSON: amounts as decimal text, bytes as hex. */
export const encodeDevSettings = ({ state, origin }: Stored): string =>
  JSON.stringify({
    ...state,
    gasLimitTarget: `${state.gasLimitTarget}`,
    minimumGasPriceTarget: `${state.minimumGasPriceTarget}`,
    nextMinimumGasPrice: state.nextMinimumGasPrice?.toString(),
    requestedGasLimit: state.requestedGasLimit?.toString(),
    nextPrevRandao: state.nextPrevRandao?.toString(),
    coinbase: toHex(state.coinbase),
    origin,
  });

const amountOf = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));

/** Decodes stored settings. @throws when the text was not written by `encodeDevSettings`. */
export function decodeDevSettings(text: string): Stored {
  const { origin, gasLimitTarget, minimumGasPriceTarget, coinbase, ...rest } = JSON.parse(text);
  const state: DevSettingsState = {
    offsetMs: rest.offsetMs,
    nextTimestamp: rest.nextTimestamp,
    timestampInterval: rest.timestampInterval,
    isAutomine: rest.isAutomine,
    intervalMs: rest.intervalMs,
    intervalMsMin: rest.intervalMsMin,
    stopped: rest.stopped,
    nextMinimumGasPrice: amountOf(rest.nextMinimumGasPrice),
    requestedGasLimit: amountOf(rest.requestedGasLimit),
    nextPrevRandao: amountOf(rest.nextPrevRandao),
    gasLimitTarget: BigInt(gasLimitTarget),
    minimumGasPriceTarget: BigInt(minimumGasPriceTarget),
    coinbase: fromHex(coinbase),
  };
  return { state, origin };
}

/**
 * Returns the settings that come from flags, as text, which shows whether a node is started with
 * other flags.
 */
export const originOf = (state: DevSettingsState): string =>
  [
    state.isAutomine,
    state.intervalMs,
    state.gasLimitTarget,
    state.minimumGasPriceTarget,
    toHex(state.coinbase),
  ].join(" ");
