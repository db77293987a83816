/** Logs of one block as its listeners get them, located and written at most once, whoever listens. */
import { type LocatedLog, type StoredBlock, toKey } from "@tandem/primitives";
import { writerOf } from "../../contract/codec/writer.js";
import { logsOf, showLog, subscribedLog } from "../../contract/shape/log.js";
import type { PackedFilter } from "./packed-filter.js";

const writeLog = writerOf(subscribedLog);

/** Work that may be left off at each `yield`. */
export type Steps<Result = void> = Generator<void, Result>;

/** Logs that agree in address and first topic: what few filters tell apart. */
interface LogGroup {
  readonly address: Uint8Array;
  readonly firstTopic: Uint8Array | undefined;
  readonly logs: LocatedLog[];
}

/** Comparisons, or logs located, in one step: some ten microseconds. */
const unitsPerStep = 64;

/** Bytes a log takes with its text, beside its data, and a transaction; estimated. */
const logBytes = 1500;
const transactionBytes = 2000;

export class BlockLogs {
  readonly block: StoredBlock;
  readonly #isRemoved: boolean;
  readonly #texts = new Map<LocatedLog, string>();
  #groups: readonly LogGroup[] | undefined;

  constructor(block: StoredBlock, isRemoved: boolean) {
    this.block = block;
    this.#isRemoved = isRemoved;
  }

  get isEmpty(): boolean {
    return this.block.receipts.every(({ logs }) => logs.length === 0);
  }

  /** Returns the memory that is held while a listener has not had them, in bytes, estimated. */
  get bytes(): number {
    let bytes = this.block.transactions.length * transactionBytes;
    for (const { logs } of this.block.receipts) {
      // The data stands there as bytes and as hexadecimal text.
      for (const { data } of logs) bytes += logBytes + 3 * data.length;
    }
    return bytes;
  }

  /** Finds the logs that match, in order. @param filter undefined: all of them. */
  *matching(filter: PackedFilter | undefined): Steps<readonly LocatedLog[]> {
    // It may have been left off while another listener's work made the groups.
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
      // A joined text keeps its dozens of parts, four times its length, until it is made one.
      const joined = writeLog({ ...showLog(located), removed: this.#isRemoved });
      text = Buffer.from(joined, "latin1").toString("latin1");
      this.#texts.set(located, text);
    }
    return text;
  }
}
