/** Logs of one block as its listeners get them, located and written at most once, whoever listens. */
import {
  type HeadMoved,
  type LocatedLog,
  type LogFilter,
  matchesLog,
  mayMatchBloom,
  type StoredBlock,
} from "@tandem/primitives";
import { logsOf, showLog, subscribedLog } from "../contract/shape/log.js";
import { writerOf } from "../contract/writer.js";

const writeLog = writerOf(subscribedLog);

export class BlockLogs {
  readonly block: StoredBlock;
  readonly #isRemoved: boolean;
  readonly #texts = new Map<LocatedLog, string>();
  #logs: readonly LocatedLog[] | undefined;

  constructor(block: StoredBlock, isRemoved: boolean) {
    this.block = block;
    this.#isRemoved = isRemoved;
  }

  matching(filter: LogFilter): readonly LocatedLog[] {
    if (!mayMatchBloom(filter, this.block.header.logsBloom)) return [];
    this.#logs ??= [...logsOf(this.block)];
    return this.#logs.filter(({ log }) => matchesLog(filter, log));
  }

  textOf(located: LocatedLog): string {
    let text = this.#texts.get(located);
    if (text === undefined) {
      text = writeLog({ ...showLog(located), removed: this.#isRemoved });
      this.#texts.set(located, text);
    }
    return text;
  }
}

/** Of every block of a change, in the order it is told: removed ones first, newest first. */
export function blockLogsOf({ removed, added }: HeadMoved): readonly BlockLogs[] {
  return [
    ...removed.map((block) => new BlockLogs(block, true)),
    ...added.map((block) => new BlockLogs(block, false)),
  ];
}
