/** Provides controls without a chain: they store their arguments and the mining times. */
import type { Controls, MinerTargets, MiningMode } from "@tandem/primitives";

export function fakeControls(): Controls {
  let mining: MiningMode = { isAutomine: true, intervalMs: undefined };
  let targets: MinerTargets = {
    gasLimitTarget: 30_000_000n,
    minimumGasPriceTarget: 60_000_000n,
    coinbase: new Uint8Array(20).fill(0xc0),
  };
  let offset = 0;
  let interval: number | undefined;
  let snapshots = 0;
  return {
    mine: async () => new Uint8Array(32),
    increaseTime: async (seconds) => {
      offset += seconds;
      return offset;
    },
    setTime: async (unixMs) => Math.round(unixMs / 1000),
    async setNextTimestamp() {},
    async setTimestampInterval(seconds) {
      const isSet = interval !== undefined;
      interval = seconds;
      return isSet;
    },
    timestampInterval: () => interval,
    mining: () => mining,
    async setMining(change) {
      mining = { ...mining, stopped: undefined, ...change };
    },
    targets: () => targets,
    async setTargets(change) {
      targets = { ...targets, ...change };
    },
    async setNextMinimumGasPrice() {},
    async setGasLimit() {},
    async setNextPrevRandao() {},
    drop: async (hash) => hash[0] === 0x5b,
    async dropAll() {},
    snapshot: async () => ++snapshots,
    async revert(number) {
      const isKnown = number > 0 && number <= snapshots;
      if (isKnown) snapshots = number - 1;
      return isKnown;
    },
    async reset() {
      snapshots = 0;
    },
    async rollback() {},
    async reorg() {},
    snapshots: () =>
      Array.from({ length: snapshots }, (_, i) => ({ number: i + 1, head: new Uint8Array(32) })),
  };
}
