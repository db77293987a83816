/** What a check of a database finds amiss, and a collection of it that does not grow for ever. */
import { Fault, toHex } from "@tandem/primitives";
import type { Table } from "@tandem/store";
import { chainLimits } from "../limits.js";

/** One row that is damaged, missing, or there without a reason. */
export interface Finding {
  /** Name of the table. */
  readonly table: string;
  /** Hex of a hash or another key, or a height in decimal. */
  readonly key: string;
  /** Height of the block it belongs to, where it is known. */
  readonly height?: number;
  /** The rule it breaks: `header/hash`, `row/missing`, `row/superfluous`, `row/unreadable`. */
  readonly rule: string;
  /** A sentence for people. */
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

  /** Adds a finding where there is a violation. @returns whether there was none. */
  check(place: Place, violation: { readonly rule: string } | undefined): boolean {
    if (violation !== undefined) this.add(place, violation.rule);
    return violation === undefined;
  }

  /** @returns what `read` gives, or undefined after a finding where it throws or there is nothing. */
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
 * Returns the rule an error stands for. Damaged bytes make decoders throw whatever they meet first,
 * so no kind of error is excepted.
 */
const ruleOf = (error: unknown): string =>
  error instanceof Fault && error.data.code === "corrupt-data" ? error.data.rule : "row/unreadable";

const words: Readonly<Record<string, string>> = {
  "row/missing": "is missing",
  "row/unreadable": "cannot be decoded",
  "row/superfluous": "stands for nothing in the chain",
  "row/differs": "is not what the block's facts give",
};

const describe = (rule: string) => words[rule] ?? `is damaged (${rule})`;
