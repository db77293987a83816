/**
 * Implements the oracle: the same transactions executed by unmodified @ethereumjs/vm with its own
 * state manager, Common and cryptography. Only the difference of this chain is added: the base
 * price goes to the coinbase instead of being burned.
 */
import { createBlock, type Block as VmBlock } from "@ethereumjs/block";
import { Common, Hardfork } from "@ethereumjs/common";
import { createMPT } from "@ethereumjs/mpt";
import { RLP } from "@ethereumjs/rlp";
import { MerkleStateManager } from "@ethereumjs/statemanager";
import { createTxFromRLP, type TransactionType } from "@ethereumjs/tx";
import { Account, Address } from "@ethereumjs/util";
import { createVM, encodeReceipt, type RunTxResult, runTx, type VM } from "@ethereumjs/vm";
import { messageOf } from "@tandem/runtime";
import type { BlockEnv } from "@tandem/state";

const names = Object.values(Hardfork);

/** Returns Ethereum's rules up to Osaka on proof of work, without those of proof of stake and blobs. */
export function stockCommon(chainId: number): Common {
  const upToOsaka = names.slice(0, names.indexOf(Hardfork.Osaka) + 1);
  const kept = upToOsaka.filter(
    (name) =>
      !["dao", "muirGlacier", "arrowGlacier", "grayGlacier", "mergeNetsplitBlock"].includes(name),
  );
  return new Common({
    chain: {
      name: "oracle",
      chainId,
      defaultHardfork: Hardfork.Osaka,
      consensus: { type: "pow", algorithm: "ethash" },
      genesis: { gasLimit: 0, difficulty: 1, nonce: "0x0000000000000000", extraData: "0x" },
      hardforks: kept.map((name) => ({ name, block: 0 })),
      customHardforks: {
        // The library would charge nothing for opcode 0x44 without the price of EIP-4399.
        paris: { eips: [], params: { prevrandaoGas: 2 } },
        shanghai: { eips: [3651, 3855, 3860] },
        cancun: { eips: [1153, 5656, 6780] },
        prague: { eips: [2537, 7623, 7702] },
        osaka: { eips: [7823, 7883, 7939, 7951] },
      },
      bootstrapNodes: [],
    },
    hardfork: Hardfork.Osaka,
  });
}

export interface StockBlock {
  readonly stateRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
  readonly results: readonly RunTxResult[];
  readonly gasUsed: bigint;
}

export interface StockExecution {
  readonly stateRoot: () => Promise<Uint8Array>;
  /** Runs a block. @throws the VM's error for a transaction that it refuses. */
  run(env: BlockEnv, raws: readonly Uint8Array[]): Promise<StockBlock>;
  /** Returns the VM's reason why a transaction cannot be run in this block. */
  refusal(env: BlockEnv, raw: Uint8Array, gasUsed: bigint): Promise<string | undefined>;
}

export async function createStockExecution(options: {
  readonly chainId: number;
  readonly accounts: readonly { readonly address: Uint8Array; readonly balance: bigint }[];
  readonly ancestorHash: (number: number) => Uint8Array;
}): Promise<StockExecution> {
  const common = stockCommon(options.chainId);
  const stateManager = new MerkleStateManager({ common });
  for (const { address, balance } of options.accounts) {
    await stateManager.putAccount(new Address(address), new Account(0n, balance));
  }
  const blockchain = {
    getBlock: async (number: number) => ({ hash: () => options.ancestorHash(number) }),
    putBlock: async () => {},
    shallowCopy: () => blockchain,
  };
  const vm = await createVM({ common, stateManager, blockchain });

  async function run(env: BlockEnv, raws: readonly Uint8Array[]): Promise<StockBlock> {
    const block = blockOf(env, common);
    const results: RunTxResult[] = [];
    let gasUsed = 0n;
    for (const raw of raws) {
      const result = await runOne(vm, block, raw, gasUsed);
      gasUsed += result.totalGasSpent;
      results.push(result);
      await giveToMiner(vm, env, result.totalGasSpent * env.minimumGasPrice);
    }
    const receiptsRoot = await receiptTrieRoot(raws, results);
    return { stateRoot: await stateManager.getStateRoot(), receiptsRoot, results, gasUsed };
  }

  return {
    run,
    stateRoot: () => stateManager.getStateRoot(),
    async refusal(env, raw, gasUsed) {
      const before = await stateManager.getStateRoot();
      try {
        await runOne(vm, blockOf(env, common), raw, gasUsed);
      } catch (error) {
        await stateManager.setStateRoot(before);
        return messageOf(error);
      }
      await stateManager.setStateRoot(before);
      return undefined;
    },
  };
}

function blockOf(env: BlockEnv, common: Common): VmBlock {
  const header = {
    number: env.number,
    timestamp: env.timestamp,
    coinbase: new Address(env.coinbase),
    difficulty: env.difficulty,
    gasLimit: env.gasLimit,
    baseFeePerGas: env.minimumGasPrice,
  };
  return createBlock({ header }, { common, skipConsensusFormatValidation: true });
}

const runOne = (vm: VM, block: VmBlock, raw: Uint8Array, blockGasUsed: bigint) =>
  runTx(vm, { tx: createTxFromRLP(raw, { common: vm.common }), block, blockGasUsed });

async function giveToMiner(vm: VM, env: BlockEnv, wei: bigint): Promise<void> {
  if (wei === 0n) return;
  const miner = new Address(env.coinbase);
  const account = (await vm.stateManager.getAccount(miner)) ?? new Account();
  account.balance += wei;
  await vm.stateManager.putAccount(miner, account);
}

async function receiptTrieRoot(raws: readonly Uint8Array[], results: readonly RunTxResult[]) {
  const trie = await createMPT();
  for (const [index, { receipt }] of results.entries()) {
    const first = raws[index]?.[0] as number;
    const type = (first > 0x7f ? 0 : first) as TransactionType;
    await trie.put(RLP.encode(index), encodeReceipt(receipt, type));
  }
  return trie.root();
}
