/**
 * For tests: opens a chain on a temporary database with three funded keys and a clock that the test
 * sets.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedBitcoin, type Sealer } from "@tandem/consensus";
import {
  type ChainSpec,
  evmCommon,
  Fault,
  privateKeyToAddress,
  type StoredBlock,
  signHash,
  signTransaction,
  testSpec,
  type UnsignedFields,
} from "@tandem/primitives";
import { type Clock, silentLogger } from "@tandem/runtime";
import { openStore, type Store } from "@tandem/store";
import { type Chain, openChain } from "../chain.js";
import type { ChainOptions, MiningMode } from "../chain-options.js";

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
  readonly store: Store;
  readonly clock: Clock;
  /** Advances the clock. */
  pass(milliseconds: number): void;
  /** Stops the chain and opens it again on the same database. */
  reopen(other?: SmallOptions): Promise<SmallChain>;
  /** Stops the chain. The database stays. */
  close(): Promise<void>;
  /** Stops the chain and deletes its database. */
  destroy(): Promise<void>;
}

export type SmallOptions = Pick<
  ChainOptions,
  "admissionRule" | "leaving" | "replication" | "time"
> & {
  readonly logger?: ChainOptions["logger"];
  /** The directory of an existing database. */
  readonly directory?: string;
  /** Unix milliseconds on the clock that drives the chain's. */
  readonly nowMs?: number;
  readonly settings?: ChainOptions["settings"];
  /** The rules, in place of `smallSpec`. */
  readonly spec?: ChainSpec;
  /** Is awaited after every write, before the chain continues. */
  readonly afterWrite?: () => Promise<void>;
  /** Is awaited before every block is sealed. */
  readonly beforeSeal?: () => Promise<void>;
  /** Is called before every write, which fails as on a full disk if it returns true. */
  readonly isFull?: () => boolean;
};

export async function openSmallChain(
  mode: MiningMode,
  options: SmallOptions = {},
): Promise<SmallChain> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), "tandem-chain-")));
  const opened = await openStore({ directory, isDurable: false });
  const store = watched(opened, options);
  let now = options.nowMs ?? (smallSpec.genesis.timestamp + 100) * 1000;
  const clock = { now: () => now };
  const chain = await openChain({
    spec: options.spec ?? smallSpec,
    store,
    clock,
    steadyClock: clock,
    logger: options.logger ?? silentLogger,
    leaving: options.leaving,
    replication: options.replication,
    admissionRule: options.admissionRule,
    settings: options.settings ?? smallSettings,
    mining: { mode, intervalMs: 1000, createSealer: (tip) => sealerFrom(tip, options) },
    ...(options.time === undefined ? {} : { time: options.time }),
  }).catch(async (error) => {
    await store.close();
    throw error;
  });
  const close = async () => {
    await chain.stop();
    await store.close();
  };
  return {
    chain,
    store,
    clock,
    pass(milliseconds) {
      now += milliseconds;
    },
    async reopen(other = {}) {
      await close();
      return openSmallChain(mode, { ...options, ...other, directory, nowMs: now });
    },
    close,
    async destroy() {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function watched(store: Store, { isFull, afterWrite }: SmallOptions): Store {
  if (isFull === undefined && afterWrite === undefined) return store;
  const batch = () => {
    const made = store.batch();
    const commit = async () => {
      if (isFull?.()) throw new Fault({ code: "no-space", message: "the disk is full" });
      await made.commit();
      await afterWrite?.();
    };
    return { ...made, commit };
  };
  return { ...store, batch };
}

function sealerFrom({ header }: StoredBlock, { beforeSeal }: SmallOptions): Sealer {
  const tip = header.bitcoinMergedMiningHeader;
  const { seal } = createEmbeddedBitcoin(tip.length === 0 ? {} : { tip, height: header.number });
  if (beforeSeal === undefined) return seal;
  return async (...args) => {
    await beforeSeal();
    return seal(...args);
  };
}

/** Returns a raw transaction without value of key `from`. */
function signed(
  from: number,
  fields: Omit<UnsignedFields, "value" | "nonce"> & { readonly nonce: number },
): Uint8Array {
  const unsigned = { ...fields, nonce: BigInt(fields.nonce), value: 0n };
  const common = evmCommon(smallSpec.chainId, "osaka");
  return signTransaction(unsigned, common, (digest) => signHash(digest, keyOf(from)));
}

/** Returns a raw creation of a contract by key `from`. */
export function creation(
  from: number,
  nonce: number,
  initCode: Uint8Array,
  gas = 200_000n,
): Uint8Array {
  return signed(from, { nonce, price: { gasPrice: 10n ** 9n }, gas, data: initCode });
}

/** Returns a raw transfer from key `from`, which uses 21,000 gas. */
export function transfer(from: number, nonce: number, gasPrice = 10n ** 9n): Uint8Array {
  const to = new Uint8Array(20).fill(0x77);
  return signed(from, { nonce, price: { gasPrice }, gas: 21_000n, to });
}
