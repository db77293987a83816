/** Locates and writes the logs of one block at most once for all its listeners. */

import { type LocatedLog, type StoredBlock, toKey } from "@tandem/primitives";
import type { AnswerForm } from "../../contract/answer-form.js";
import { writerOf } from "../../contract/codec/writer.js";
import { logExtras, logsOf, showLog, subscribedLog } from "../../contract/shape/log.js";
import type { Steps } from "./job-scheduler.js";
import type { PackedFilter } from "./packed-filter.js";

const writeLog = writerOf(subscribedLog);

/** Logs with the same address and first topic, which most filters do not distinguish further. */
interface LogGroup {
  readonly address: Uint8Array;
  readonly firstTopic: Uint8Array | undefined;
  readonly logs: LocatedLog[];
}

/** The comparisons, or located logs, of one step: some ten microseconds. */
const unitsPerStep = 64;

/** The estimated bytes of a log with its text but without its data, and of a transaction with its receipt. */
const logBytes = 1500;
const transactionBytes = 2000;

/** Copies an ASCII text: a joined text keeps its dozens of parts, four times its length, until it is flattened. */
export const compact = (joined: string): string => Buffer.from(joined, "latin1").toString("latin1");

/** Returns the estimated memory in bytes of a block's transactions and receipts with their texts. */
export function heldBytesOf({ transactions, receipts }: StoredBlock): number {
  let bytes = transactions.length * transactionBytes;
  for (const { logs } of receipts) {
    // The data is held as bytes and as hexadecimal text.
    for (const { data } of logs) bytes += logBytes + 3 * data.length;
  }
  return bytes;
}

export class BlockLogs {
  readonly block: StoredBlock;
  readonly isRemoved: boolean;
  readonly #form: AnswerForm;
  readonly #texts = new Map<LocatedLog, string>();
  #groups: readonly LogGroup[] | undefined;

  constructor(block: StoredBlock, isRemoved: boolean, form: AnswerForm) {
    this.block = block;
    this.#form = form;
    this.isRemoved = isRemoved;
  }

  get isEmpty(): boolean {
    return this.block.receipts.every(({ logs }) => logs.length === 0);
  }

  /** Returns the estimated memory in bytes that is held until all listeners have the logs. */
  get bytes(): number {
    return heldBytesOf(this.block);
  }

  /**
   * Finds the matching logs, in order.
   * @param filter undefined matches all.
   */
  *matching(filter: PackedFilter | undefined): Steps<readonly LocatedLog[]> {
    // The groups may have been built for another listener while this one was suspended.
    const groups = this.#groups ?? (yield* this.#group());
    this.#groups ??= groups;
    const found: LocatedLog[] = [];
    let units = 0;
    let groupsFound = 0;
    for (const { address, firstTopic, logs } of this.#groups) {
      if (++units % unitsPerStep === 0) yield;
      if (filter?.mayMatch(address, firstTopic) === false) continue;
      groupsFound++;
      for (const located of logs) {
        if (++units % unitsPerStep === 0) yield;
        if (filter?.matchesRest(located.log) !== false) found.push(located);
      }
    }
    return groupsFound < 2 ? found : found.sort((a, b) => a.logIndex - b.logIndex);
  }

  *#group(): Steps<readonly LogGroup[]> {
    const groups = new Map<string, LogGroup>();
    let units = 0;
    for (const located of logsOf(this.block)) {
      const { address, topics } = located.log;
      const [firstTopic] = topics;
      const key = toKey(address) + (firstTopic === undefined ? "" : toKey(firstTopic));
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { address, firstTopic, logs: [located] });
      else group.logs.push(located);
      if (++units % unitsPerStep === 0) yield;
    }
    return [...groups.values()];
  }

  textOf(located: LocatedLog): string {
    let text = this.#texts.get(located);
    if (text === undefined) {
      const extras = logExtras(this.#form, this.block.header.timestamp);
      text = compact(writeLog({ ...showLog(located, extras), removed: this.isRemoved }));
      this.#texts.set(located, text);
    }
    return text;
  }
}
