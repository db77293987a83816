/**
 * The parameters of @ethereumjs, as one immutable object per fork.
 *
 * Every stock constructor copies its `Common` and merges its parameter table into the copy, which
 * is a third of the cost of executing a block. This one returns itself from `copy`, merges each
 * table once, and refuses to change its fork; a later fork is another object.
 */
import {
  type ChainConfig,
  Common,
  type CommonOpts,
  type CustomCrypto,
  Hardfork,
  type ParamsDict,
} from "@ethereumjs/common";
import { paramsTx } from "@ethereumjs/tx";
import { keccak256, sha256 } from "../bytes/hash.js";
import { recoverPublicKey } from "../signing/signature.js";
import { type EvmFork, rulesAt } from "./rules.js";
import type { ChainSpec } from "./spec.js";

/**
 * Returns the parity, 0 or 1, of a signature: v is 27/28, 35 + 2 × chain id + parity (EIP-155), or
 * the parity of a typed transaction.
 */
function recoveryIdOf(v: bigint, chainId: bigint | undefined): number {
  if (v === 0n || v === 1n) return Number(v);
  return Number(chainId === undefined ? v - 27n : v - 35n - 2n * chainId);
}

const nativeCrypto: CustomCrypto = {
  keccak256,
  sha256,
  ecrecover: (messageHash, v, r, s, chainId) =>
    recoverPublicKey(messageHash, recoveryIdOf(v, chainId), r, s),
};

class ImmutableCommon extends Common {
  readonly #taken = new Set<ParamsDict>();
  readonly #values = new Map<string, bigint>();
  readonly #active: ReadonlySet<number>;
  readonly #reached = new Map<string, boolean>();
  readonly #own: ReadonlyMap<string, bigint>;

  /** Creates the object. @param own parameters that override those of the library. */
  constructor(options: CommonOpts, own: ReadonlyMap<string, bigint>) {
    super(options);
    this.#own = own;
    this.#active = new Set(this._activatedEIPsCache);
  }

  override copy(): Common {
    return this;
  }

  override updateParams(params: ParamsDict): void {
    if (this.#taken.has(params)) return;
    this.#taken.add(params);
    this.#values.clear();
    super.updateParams(params);
  }

  override param(name: string): bigint {
    let value = this.#values.get(name);
    if (value === undefined) {
      value = this.#own.get(name) ?? super.param(name);
      this.#values.set(name, value);
    }
    return value;
  }

  override isActivatedEIP(eip: number): boolean {
    return this.#active.has(eip);
  }

  override gteHardfork(hardfork: string): boolean {
    // The stock constructor calls this before the private members exist.
    if (!(#reached in this)) return super.gteHardfork(hardfork);
    let isReached = this.#reached.get(hardfork);
    if (isReached === undefined) {
      isReached = super.gteHardfork(hardfork);
      this.#reached.set(hardfork, isReached);
    }
    return isReached;
  }

  override setHardfork(hardfork: string): void {
    if (hardfork !== this.hardfork()) throw new Error(`this Common is fixed at ${this.hardfork()}`);
  }
}

const hardforks = [
  Hardfork.Chainstart,
  Hardfork.Homestead,
  Hardfork.TangerineWhistle,
  Hardfork.SpuriousDragon,
  Hardfork.Byzantium,
  Hardfork.Constantinople,
  Hardfork.Petersburg,
  Hardfork.Istanbul,
  Hardfork.Berlin,
  Hardfork.London,
  Hardfork.Paris,
  Hardfork.Shanghai,
  Hardfork.Cancun,
  Hardfork.Prague,
  Hardfork.Osaka,
];

/**
 * Ethereum's forks without proof of stake and blobs: DIFFICULTY remains a difficulty. Osaka's
 * limits of a transaction's gas and a block's size are rules of the chain spec.
 */
const withoutProofOfStake = {
  paris: { eips: [] },
  shanghai: { eips: [3651, 3855, 3860] },
  cancun: { eips: [1153, 5656, 6780] },
  prague: { eips: [2537, 7623, 7702] },
  osaka: { eips: [7823, 7883, 7939, 7951] },
};

/**
 * The gas of opcode 0x44. From Paris on the library takes it from EIP-4399 alone, which no fork
 * here has, and would charge nothing for it.
 */
const difficultyGas = ["prevrandaoGas", 2n] as const;

function chainConfig(chainId: number, fork: EvmFork): ChainConfig {
  return {
    name: `tandem-${chainId}`,
    chainId,
    defaultHardfork: fork,
    consensus: { type: "pow", algorithm: "merge-mining" },
    genesis: { gasLimit: 0, difficulty: 1, nonce: "0x0000000000000000", extraData: "0x" },
    hardforks: hardforks.map((name) => ({ name, block: 0 })),
    customHardforks: withoutProofOfStake,
    bootstrapNodes: [],
  };
}

/** The members of a chain spec that determine the EVM's parameters. */
export type EvmChain = Pick<ChainSpec, "chainId" | "codeSizeLimit" | "transactionGasLimitCap">;

function ownParams({ codeSizeLimit }: EvmChain): ReadonlyMap<string, bigint> {
  if (codeSizeLimit === undefined) return new Map([difficultyGas]);
  const limit = BigInt(codeSizeLimit);
  return new Map([difficultyGas, ["maxCodeSize", limit], ["maxInitCodeSize", 2n * limit]]);
}

const commons = new Map<string, Common>();

/** Returns the `Common` of a chain and fork, always the same object. */
export function commonOf(chain: EvmChain, fork: EvmFork): Common {
  const { chainId, codeSizeLimit } = chain;
  const key = `${chainId}/${fork}/${codeSizeLimit ?? ""}`;
  let common = commons.get(key);
  if (common === undefined) {
    const options = {
      chain: chainConfig(chainId, fork),
      hardfork: fork,
      customCrypto: nativeCrypto,
    };
    common = new ImmutableCommon(options, ownParams(chain));
    // The transaction package merges its table when it creates a transaction; a call creates none.
    common.updateParams(paramsTx);
    commons.set(key, common);
  }
  return common;
}

/** Returns the `Common` of a chain that keeps the EVM's default limits. */
export const evmCommon = (chainId: number, fork: EvmFork): Common => commonOf({ chainId }, fork);

/** Returns the `Common` at a height. */
export const commonAt = (spec: EvmChain & Pick<ChainSpec, "forks">, height: number): Common =>
  commonOf(spec, rulesAt(spec.forks, height).evm);
