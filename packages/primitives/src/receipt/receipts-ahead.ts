/**
 * Collects the receipts of a block while it is executed, and has them summarized in the worker
 * thread meanwhile: at the end of a large block little is left to wait for.
 */

import { EncodedList } from "../rlp/encoded-list.js";
import { listOf } from "../rlp/rlp-list.js";
import { ask, valuesMin } from "../worker/hashing-thread.js";
import { packPart, receiptsResultOf } from "./receipts-jobs.js";
import { type ReceiptsResult, summarizeReceipts } from "./stored-receipts-root.js";

/** The stored receipts of a block, and what its header says of them. */
export interface ReceiptsOutcome {
  /** The receipts as `storeReceipts` encodes them. */
  readonly bytes: Uint8Array;
  readonly result: ReceiptsResult;
}

let newestJob = 0;

export class ReceiptsAhead {
  readonly #job = ++newestJob;
  /** The parts that the thread has got. */
  readonly #parts: Uint8Array[] = [];
  #next = new EncodedList();
  #count = 0;

  /** Adds the next receipt, as it is stored, or a part of it. */
  add(stored: Uint8Array, isLast: boolean): void {
    this.#next.add(stored);
    if (!isLast) return;
    this.#count++;
    if (this.#count % valuesMin === 0) void this.#send(false);
  }

  /** Returns the outcome; no receipt may be added after it. */
  async finish(): Promise<ReceiptsOutcome> {
    // The thread gets nothing of a small block.
    const answer = this.#parts.length === 0 ? undefined : await this.#send(true);
    const bytes = listOf([...this.#parts, this.#next.content()]);
    const result = answer === undefined ? undefined : receiptsResultOf(answer);
    return { bytes, result: result ?? (await summarizeReceipts(bytes)) };
  }

  #send(isLast: boolean): Promise<Uint8Array | undefined> {
    const receipts = this.#next.content();
    const packed = packPart({ job: this.#job, part: this.#parts.length, isLast, receipts });
    this.#parts.push(receipts);
    // The next part will be about as long.
    this.#next = new EncodedList(Math.ceil(1.1 * receipts.length));
    return ask("receipts", packed);
  }
}
