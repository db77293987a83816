/** The chain as the RPC's port wants it. */
import { type Chain, envOf, logsOfBlock, scanLogs, suggestGasPrice } from "@tandem/chain";
import { baseHash, committedHash } from "@tandem/consensus";
import {
  type BlockRef,
  Fault,
  rulesAt,
  type StoredBlock,
  type TxHash,
  unsealedProof,
} from "@tandem/primitives";
import type {
  Backend,
  CallRequest,
  LogQuery,
  ShownBlock,
  ShownReceipt,
  ShownTransaction,
  StateOverrides,
  StateReader,
} from "@tandem/rpc";
import type { Store } from "@tandem/store";

/** 62: what the network this design comes from answers. */
const protocolVersion = 0x3e;

/** Milliseconds a call or an estimate may take. */
const callTimeoutMs = 5000;

export interface BackendOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly clientVersion: string;
}

export function createBackend({ chain, store, clientVersion }: BackendOptions): Backend {
  const { blocks, executor, spec } = chain;
  const blockAt = (ref: BlockRef): StoredBlock | undefined => {
    const hash = chain.resolve(ref);
    return hash && blocks.block(hash);
  };
  const isPending = (ref: BlockRef) => "tag" in ref && ref.tag === "pending";
  const simulate = createSimulation(chain, blockAt, isPending);

  return {
    chainId: spec.chainId,
    clientVersion,
    protocolVersion,
    headNumber: () => chain.head().header.number,
    minimumGasPrice: () => chain.head().header.minimumGasPrice,
    gasPrice: () => suggestGasPrice(chain.head(), blocks),
    stateAt(ref) {
      if (isPending(ref)) return pendingState(chain);
      const hash = chain.resolve(ref);
      const header = hash && blocks.header(hash);
      return header && executor.reader(header.stateRoot);
    },
    block(ref) {
      if (isPending(ref)) return pendingBlock(chain);
      const block = blockAt(ref);
      return block && shown(chain, block);
    },
    transaction: (hash) => findTransaction(chain, hash),
    receipt: (hash) => findReceipt(chain, hash),
    logs: (query, signal) => findLogs(chain, store, query, signal),
    call: (request, ref, overrides) => simulate(request, ref, overrides, "call"),
    estimateGas: (request, ref, overrides) => simulate(request, ref, overrides, "estimate"),
    submit: (raw) => chain.submit(raw),
    mine: async () => {
      await chain.miner.mine();
    },
    onHeadMoved: chain.onHeadMoved,
    onPendingTransaction: chain.onPendingTransaction,
  };
}
