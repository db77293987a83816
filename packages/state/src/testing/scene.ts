/** For tests of this package: opens a chain of one state in memory. */

import { createTx, type TypedTxData } from "@ethereumjs/tx";
import type { BlockEnv } from "@tandem/evm";
import {
  type Address,
  type CallRequest,
  concat,
  decodeTransaction,
  evmCommon,
  type ForkHeights,
  type GenesisAccount,
  keccak256,
  privateKeyToAddress,
  type SignedTransaction,
  signHash,
  testSpec,
} from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { genesisState } from "../accounts/genesis.js";
import { createMemorySource } from "../accounts/memory-source.js";
import type { CallOptions } from "../call/prepare-call.js";
import { createExecutor } from "../create-executor.js";
import type { Outcome } from "../execution/execute-block.js";

export const chainId = 31;
export const minimumGasPrice = 60_000_000n;
export const coinbase: Address = new Uint8Array(20).fill(0xc0);
export const aliceKey = keccak256(new TextEncoder().encode("alice"));
export const alice = privateKeyToAddress(aliceKey);
export const bob: Address = new Uint8Array(20).fill(0xb0);
export const ether = 10n ** 18n;

export const addressOf = (byte: number): Address => new Uint8Array(20).fill(byte);

/** Returns 32 bytes that end in this number. */
export function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, value);
  return bytes;
}

/** Returns init code that deploys `code`, at most 255 bytes long. */
export const deploying = (code: Uint8Array) =>
  concat(
    Uint8Array.of(0x60, code.length, 0x60, 0x0b, 0x5f, 0x39, 0x60, code.length, 0x5f, 0xf3, 0),
    code,
  );

/** Returns the hash of an ancestor in tests. */
export const ancestorHash = (number: number) => word(number + 1_000);

export const envOf = (number: number, changes: Partial<BlockEnv> = {}): BlockEnv => ({
  number,
  timestamp: 1_700_000_000 + number,
  coinbase,
  difficulty: 7n,
  gasLimit: 10_000_000n,
  minimumGasPrice,
  ...changes,
});

export function sign(
  fields: TypedTxData & { readonly type?: number },
  options: { readonly key?: Uint8Array; readonly fork?: "london" | "osaka" } = {},
): SignedTransaction {
  const common = evmCommon(chainId, options.fork ?? "osaka");
  const filled = { chainId, gasLimit: 100_000n, ...fields } as TypedTxData;
  const priced = "maxFeePerGas" in filled ? filled : { gasPrice: minimumGasPrice, ...filled };
  const unsigned = createTx(priced, { common });
  // The library's own signature takes ten times as long.
  const hash = unsigned.getHashedMessageToSign();
  const { r, s, recoveryId } = signHash(hash, options.key ?? aliceKey);
  const raw = unsigned.addSignature(BigInt(recoveryId), r, s, true).serialize();
  return decodeTransaction(raw, common);
}

/** Opens a scene in which Alice has 100 ether, with the given further accounts. */
export function openScene(
  accounts: readonly GenesisAccount[] = [],
  options: {
    readonly forks?: ForkHeights;
    readonly now?: () => number;
    readonly transactionGasLimitCap?: bigint;
  } = {},
) {
  const source = createMemorySource();
  const genesis = genesisState([{ address: alice, balance: 100n * ether }, ...accounts]);
  source.write(genesis);
  const clock = options.now === undefined ? systemClock : { now: options.now };
  const { forks = testSpec.forks, transactionGasLimitCap } = options;
  const caps = transactionGasLimitCap === undefined ? {} : { transactionGasLimitCap };
  const executor = createExecutor({ chainId, forks, source, clock, ...caps });
  let root = genesis.stateRoot;

  /** Executes and stores a block. @returns its outcome and the reasons of refusals. */
  async function block(transactions: readonly SignedTransaction[], env = envOf(1)) {
    const execution = await executor.begin({ parentRoot: root, env, ancestorHash });
    const refusals: string[] = [];
    for (const transaction of transactions) {
      const refusal = await execution.apply(transaction);
      if (refusal !== undefined) refusals.push(refusal.message);
    }
    const outcome: Outcome = await execution.finish();
    source.write(outcome);
    root = outcome.stateRoot;
    return { outcome, refusals };
  }

  const asking = (request: CallRequest, changes: Partial<CallOptions> = {}): CallOptions => ({
    root,
    env: envOf(1),
    ancestorHash,
    request,
    overrides: [],
    gasCap: 50_000_000n,
    timeoutMs: 5_000,
    ...changes,
  });

  return {
    executor,
    asking,
    source,
    block,
    root: () => root,
    reader: () => executor.reader(root),
    call: async (request: CallRequest, changes?: Partial<CallOptions>) =>
      executor.call(asking(request, changes)),
    estimate: (request: CallRequest, changes?: Partial<CallOptions>) =>
      executor.estimate(asking(request, changes)),
  };
}
