/** Adds transactions to the pool, and with automatic mining has them mined. */
import type { SignedTransaction, TxHash } from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import type { HeadWriter } from "../import/head-writer.js";
import type { Pool } from "../pool/pool.js";
import type { SenderPrefetch } from "../pool/sender-prefetch.js";
import { submitRaw } from "../pool/submit.js";
import { mineSubmitted } from "./inclusion.js";
import type { Miner } from "./miner.js";

export interface Submissions {
  /**
   * Adds a raw transaction to the pool. With automatic mining it resolves once the transaction's
   * block is written.
   * @param raw a function creates the transaction from the pool, for example with its sender's next
   * nonce, at the moment it is added. Its sender is known and is not recovered again.
   * @param source the client that submits it; each client has a share of the pool. Undefined for what
   * another node has admitted.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`; `no-space` if its block could not be
   * written: then it is not in the pool either.
   */
  submit(raw: Uint8Array | (() => SignedTransaction), source?: string): Promise<TxHash>;
  /**
   * Adds a raw transaction to the pool, and does not wait for its block.
   * @param source the node that sent it, which has a share of the pool.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`
   */
  admit(raw: Uint8Array, source: string): Promise<void>;
}

export interface SubmissionParts {
  readonly pool: Pool;
  readonly writer: HeadWriter;
  readonly miner: Miner;
  /** Returns a transaction whose sender was recovered ahead. */
  readonly take: SenderPrefetch["take"];
}

export function submissionsTo({ pool, writer, miner, take }: SubmissionParts): Submissions {
  /** @returns the transaction, and whether it is mined at once. */
  const add: Add = async (raw, source) => {
    const arrived = typeof raw === "function" ? undefined : await take(raw);
    if (isSliceOver()) await nextSlice();
    // Until then its sender's nonce may be too low, and a transaction after those that return not executable.
    await writer.poolUpdated();
    const { bytes, decoded } =
      typeof raw === "function" ? createdBy(raw) : { bytes: raw, decoded: arrived };
    const { transaction, isReady } = submitRaw(writer.submission, bytes, decoded, source);
    // On a chosen branch it may be ready though it is not on the head.
    const canBeMined = isReady || writer.buildTip.isChosen;
    return { transaction, isMined: canBeMined && writer.settings.state.isAutomine };
  };
  return {
    async submit(raw, source) {
      const { transaction, isMined } = await add(raw, source);
      if (isMined) await mineSubmitted({ pool, miner, listen: writer.moved.listen }, transaction);
      return transaction.hash;
    },
    async admit(raw, source) {
      const { isMined } = await add(raw, source);
      if (isMined) miner.wake();
    },
  };
}

type Add = (
  ...submitted: Parameters<Submissions["submit"]>
) => Promise<{ readonly transaction: SignedTransaction; readonly isMined: boolean }>;

function createdBy(create: () => SignedTransaction) {
  const decoded = create();
  return { bytes: decoded.raw, decoded };
}
