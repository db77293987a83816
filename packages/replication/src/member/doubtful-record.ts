/**
 * Keeps the record of which a sealer does not know whether other nodes have read it: its append had
 * no answer before the log was lost. If the sealer is elected again, the record is appended again, so
 * that a node that has read it has no block that the others lack.
 */
import type { MissingRecord } from "./member-options.js";

export class DoubtfulRecord {
  #record: MissingRecord | undefined;

  keep(record: MissingRecord): void {
    this.#record = record;
  }

  /** Drops the record if the log has it. @param id a record of the log. */
  noteApplied(id: string): void {
    if (id === this.#record?.id) this.drop();
  }

  /** Drops the record: another node seals, and continues without it. */
  drop(): void {
    this.#record = undefined;
  }

  /** Appends the record with {append} and drops it. Returns whether none is left. */
  async settle(append: (record: MissingRecord) => Promise<boolean>): Promise<boolean> {
    if (this.#record !== undefined && (await append(this.#record))) this.drop();
    return this.#record === undefined;
  }
}
