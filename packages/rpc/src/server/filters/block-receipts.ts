/** Writes the receipts of one block at most once for all their listeners. */
import type { StoredBlock } from "@tandem/primitives";
import type { ShownReceipt } from "../../backend/chain-api.js";
import type { AnswerForm } from "../../contract/answer-form.js";
import { writerOf } from "../../contract/codec/writer.js";
import { log } from "../../contract/shape/log.js";
import {
  logsOfReceipt,
  receiptsOfBlock,
  receiptWithoutLogsSteps,
} from "../../contract/shape/receipt.js";
import { compact, heldBytesOf } from "./block-logs.js";
import type { Steps } from "./job-scheduler.js";
import type { PackedSet } from "./packed-filter.js";

const writeLog = writerOf(log);

/** The transactions that are compared, or logs that are written, in one step. */
const unitsPerStep = 64;

export class BlockReceipts {
  readonly #block: StoredBlock;
  readonly #form: AnswerForm;
  /** The text of each receipt that a listener wanted, by its index. */
  readonly #texts: string[] = [];

  constructor(block: StoredBlock, form: AnswerForm) {
    this.#block = block;
    this.#form = form;
  }

  get isEmpty(): boolean {
    return this.#block.transactions.length === 0;
  }

  /** Returns the estimated memory in bytes that is held until all listeners have the receipts. */
  get bytes(): number {
    return heldBytesOf(this.#block);
  }

  /**
   * Writes an array of receipts as JSON. Returns undefined if there is none.
   * @param hashes selects transactions; undefined selects all.
   */
  *textOf(hashes: PackedSet | undefined): Steps<string | undefined> {
    const texts: string[] = [];
    for (const shown of receiptsOfBlock(this.#block)) {
      const index = shown.inclusion.transactionIndex;
      if (index % unitsPerStep === 0) yield;
      if (hashes?.has(shown.transaction.hash) === false) continue;
      const text = this.#texts[index] ?? (yield* receiptText(shown, this.#form));
      this.#texts[index] = text;
      texts.push(text);
    }
    return texts.length === 0 ? undefined : `[${texts.join(",")}]`;
  }
}

/** Writes a receipt, with a step for some of its logs. */
function* receiptText(shown: ShownReceipt, form: AnswerForm): Steps<string> {
  const alone = yield* receiptWithoutLogsSteps(shown, form);
  const texts: string[] = [];
  for (const one of logsOfReceipt(shown, form)) {
    texts.push(writeLog(one));
    if (texts.length % unitsPerStep === 0) yield;
  }
  yield;
  // Quotation marks inside a string are escaped, so that this text occurs nowhere else.
  const [before, after] = alone.split('"logs":[]');
  return compact(`${before}"logs":[${texts.join(",")}]${after}`);
}
