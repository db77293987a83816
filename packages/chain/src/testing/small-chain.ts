/** For tests: a chain on a temporary database with three funded keys and a clock the test turns. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLegacyTx } from "@ethereumjs/tx";
import { createEmbeddedBitcoin } from "@tandem/consensus";
import {
  type ChainSpec,
  type Clock,
  evmCommon,
  privateKeyToAddress,
  silentLogger,
  testSpec,
} from "@tandem/primitives";
import { openStore } from "@tandem/store";
import { type Chain, openChain } from "../chain.js";
import type { MiningMode } from "../miner.js";

const keyOf = (n: number) => new Uint8Array(32).fill(n + 1);
const funded = [0, 1, 2].map((n) => privateKeyToAddress(keyOf(n)));

export const smallSpec: ChainSpec = {
  ...testSpec,
  genesis: {
    ...testSpec.genesis,
    accounts: funded.map((address) => ({ address, balance: 10n ** 21n })),
  },
};

export const smallSettings = {
  coinbase: new Uint8Array(20).fill(0xcb),
  gasLimitTarget: 30_000_000n,
  minimumGasPriceTarget: 60_000_000n,
  extraData: new Uint8Array(0),
};

export interface SmallChain {
  readonly chain: Chain;
  readonly clock: Clock;
  /** Turns the clock on. */
  pass(milliseconds: number): void;
  /** Closes and removes everything. */
  destroy(): Promise<void>;
}

export async function openSmallChain(mode: MiningMode): Promise<SmallChain> {
  const directory = await mkdtemp(join(tmpdir(), "tandem-chain-"));
  const store = await openStore({ directory, isDurable: false });
  let now = (smallSpec.genesis.timestamp + 100) * 1000;
  const clock = { now: () => now };
  const chain = await openChain({
    spec: smallSpec,
    store,
    clock,
    logger: silentLogger,
    settings: smallSettings,
    mining: { mode, intervalMs: 1000, createSealer: () => createEmbeddedBitcoin().seal },
  });
  return {
    chain,
    clock,
    pass(milliseconds) {
      now += milliseconds;
    },
    async destroy() {
      await chain.stop();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A raw transfer from key `from`, worth 21,000 gas. */
export function transfer(from: number, nonce: number, gasPrice = 10n ** 9n): Uint8Array {
  const common = evmCommon(smallSpec.chainId, "prague");
  const fields = { nonce, gasPrice, gasLimit: 21_000n, to: new Uint8Array(20).fill(0x77) };
  return createLegacyTx(fields, { common }).sign(keyOf(from)).serialize();
}
