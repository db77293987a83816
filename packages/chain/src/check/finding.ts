/** Findings of a database check, and a bounded collection of them. */
import { Fault, toHex } from "@tandem/primitives";
import type { Table } from "@tandem/store";
import { chainLimits } from "../limits.js";

/** One row that is damaged, missing or superfluous. */
export interface Finding {
  /** Name of the table. */
  readonly table: string;
  /** Hex of a hash or another key, or a height in decimal. */
  readonly key: string;
  /** Height of the block it belongs to, if it is known. */
  readonly height?: number;
  /** The rule it breaks: `header/hash`, `row/missing`, `row/superfluous`, `row/unreadable`. */
  readonly rule: string;
  /** A sentence that describes the finding. */
  readonly message: string;
}

export interface Place {
  readonly table: Pick<Table<unknown, unknown>, "name">;
  readonly key: Uint8Array | number;
  readonly height?: number;
}

/** Collects findings: the first of them are stored, all are counted. */
export class Findings {
  readonly first: Finding[] = [];
  count = 0;

  add({ table, key, height }: Place, rule: string): void {
    this.count++;
    if (this.first.length >= chainLimits.checkFindingsMax) return;
    const shown = typeof key === "number" ? `${key}` : toHex(key);
    const block = height === undefined ? "" : ` of block ${height}`;
    const message = `the row ${shown}${block} in the table "${table.name}" ${describe(rule)}`;
    const finding = { table: table.name, key: shown, rule, message };
    this.first.push(height === undefined ? finding : { ...finding, height });
  }

  /** Adds a finding if there is a violation. @returns whether there was none. */
  check(place: Place, violation: { readonly rule: string } | undefined): boolean {
    if (violation !== undefined) this.add(place, violation.rule);
    return violation === undefined;
  }

  /**
   * Returns the result of `read`, or undefined after a finding if it throws or returns undefined.
   */
  read<T>(place: Place, read: () => T | undefined): T | undefined {
    try {
      const found = read();
      if (found === undefined) this.add(place, "row/missing");
      return found;
    } catch (error) {
      this.add(place, ruleOf(error));
      return undefined;
    }
  }
}

/**
 * Returns the rule that an error reports. Damaged bytes make decoders throw errors of any kind, so
 * none is excluded.
 */
const ruleOf = (error: unknown): string =>
  error instanceof Fault && error.data.code === "corrupt-data" ? error.data.rule : "row/unreadable";

const words: Readonly<Record<string, string>> = {
  "row/missing": "is missing",
  "row/unreadable": "cannot be decoded",
  "row/superfluous": "belongs to no block of the chain",
  "row/differs": "differs from the row computed from the block",
};

const describe = (rule: string) => words[rule] ?? `is damaged (${rule})`;
