/** Runs chains in this process, on temporary databases, with a clock that the test sets. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Chain, openChain } from "@tandem/chain";
import { createEmbeddedBitcoin, type Sealer } from "@tandem/consensus";
import {
  type Address,
  type ChainSpec,
  evmCommon,
  privateKeyToAddress,
  signHash,
  signTransaction,
  testSpec,
} from "@tandem/primitives";
import type { DevApi } from "@tandem/rpc";
import { silentLogger } from "@tandem/runtime";
import { openStore, type Store } from "@tandem/store";

/** Returns key number `n`, the same in every world. */
export const keyOf = (n: number): Uint8Array => new Uint8Array(32).fill(n + 1);
export const addressOf = (n: number): Address => privateKeyToAddress(keyOf(n));

const coin = 10n ** 18n;
export const coinsEach = 1000n;

/** The test chain with five funded keys. */
export const worldSpec: ChainSpec = {
  ...testSpec,
  name: "world",
  genesis: {
    ...testSpec.genesis,
    accounts: [0, 1, 2, 3, 4].map((n) => ({ address: addressOf(n), balance: coinsEach * coin })),
  },
};

export interface World {
  readonly chain: Chain;
  readonly store: Store;
  readonly directory: string;
  /** Sets the Unix seconds of the next block. */
  setTime(seconds: number): void;
  /** Closes everything. The database stays. */
  close(): Promise<void>;
  /** Closes everything and removes the database. */
  destroy(): Promise<void>;
}

export interface WorldOptions {
  readonly spec?: ChainSpec;
  /** The recipient of the fees, so that two worlds mine different blocks. */
  readonly coinbase?: Address;
  /** Wraps the sealer of the embedded Bitcoin chain. */
  readonly around?: (seal: Sealer) => Sealer;
  /** An existing database to continue with. */
  readonly directory?: string;
}

/** Creates a chain with manual mining. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), "tandem-world-")));
  const store = await openStore({ directory, isDurable: false });
  let seconds = worldSpec.genesis.timestamp + 1;
  const clock = { now: () => seconds * 1000 };
  const chain = await openChain({
    spec: options.spec ?? worldSpec,
    store,
    clock,
    steadyClock: clock,
    logger: silentLogger,
    settings: {
      coinbase: options.coinbase ?? new Uint8Array(20).fill(0xcb),
      gasLimitTarget: 30_000_000n,
      minimumGasPriceTarget: 60_000_000n,
      extraData: new Uint8Array(0),
    },
    mining: {
      mode: "manual",
      intervalMs: 1000,
      createSealer: ({ header }) => {
        const tip = header.bitcoinMergedMiningHeader;
        const { seal } = createEmbeddedBitcoin(
          tip.length === 0 ? {} : { tip, height: header.number },
        );
        return options.around?.(seal) ?? seal;
      },
    },
  });
  const close = async () => {
    await chain.stop();
    await store.close();
  };
  return {
    chain,
    store,
    directory,
    setTime(value) {
      seconds = value;
    },
    close,
    async destroy() {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface Payment {
  readonly from: number;
  readonly nonce: number;
  readonly to?: Address;
  readonly value?: bigint;
  readonly gasPrice?: bigint;
  readonly gasLimit?: bigint;
  readonly data?: Uint8Array;
  readonly isTyped?: boolean;
}

/** Returns a signed raw transaction of the world's chain. */
export function sign(payment: Payment): Uint8Array {
  const { from, gasPrice = 1_000_000_000n, gasLimit = 21_000n, isTyped = false, ...rest } = payment;
  const price = isTyped ? { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice } : { gasPrice };
  const fields = { value: 0n, ...rest, gas: gasLimit, nonce: BigInt(payment.nonce), price };
  const common = evmCommon(worldSpec.chainId, "osaka");
  return signTransaction(fields, common, (digest) => signHash(digest, keyOf(from)));
}

/** Returns the restarts of a backend whose chain is never a fork. */
export const restartsOf = ({ controls }: Chain): Pick<DevApi, "restart" | "setForkUrl"> => ({
  restart: () => controls.reset(),
  setForkUrl: () => Promise.reject(new Error("this chain forks none")),
});
