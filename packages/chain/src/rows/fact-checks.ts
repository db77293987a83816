/** Verifies facts against their keys, each row once while it is cached as verified. */

import type { Violation } from "@tandem/consensus";
import { Fault, toKey } from "@tandem/primitives";
import { createGenerations } from "@tandem/runtime";
import type { Reader, Table } from "@tandem/store";
import { chainLimits } from "../limits.js";

/** A row that belongs to a block. */
export interface FactRow {
  readonly table: Pick<Table<never, unknown>, "name">;
  /** Hash of the block. */
  readonly hash: Uint8Array;
  readonly height: number;
  /** Names the part of the row that is checked, if there are several checks. */
  readonly part?: string;
}

export interface FactChecks {
  /** Creates the fault for a missing row that other rows refer to. @returns the fault to throw. */
  missing(row: FactRow): Fault;
  /** Runs a decoder. @throws {Fault} `corrupt-data` if the bytes cannot be decoded. */
  decode<Value>(row: FactRow, read: () => Value): Value;
  /** Runs a check unless the row passed it recently. @throws {Fault} `corrupt-data` */
  verify(row: FactRow, check: () => Violation | undefined): void;
  /** Runs a check of a row that may be large, in steps. @throws {Fault} as `verify`. */
  verifySteps(
    row: FactRow,
    check: () => Generator<void, Violation | undefined>,
  ): Generator<void, void>;
}

export function createFactChecks(store: Reader): FactChecks {
  const passed = createGenerations<true>(chainLimits.verifiedRowsKept);
  const damaged = ({ table, hash, height }: FactRow, rule: string, cause?: unknown) =>
    store.damaged({ table: table.name, key: hash, height, rule }, cause);
  const unreadable = (row: FactRow, cause: unknown) =>
    cause instanceof Fault && cause.data.code === "corrupt-data"
      ? cause
      : damaged(row, "row/form", cause);
  const decode = <Value>(row: FactRow, read: () => Value): Value => {
    try {
      return read();
    } catch (cause) {
      throw unreadable(row, cause);
    }
  };
  function* decodeSteps<Value>(row: FactRow, steps: Generator<void, Value>) {
    try {
      return yield* steps;
    } catch (cause) {
      throw unreadable(row, cause);
    }
  }
  const keyOf = ({ table, hash, part = "" }: FactRow) => `${table.name} ${part}${toKey(hash)}`;
  function conclude(row: FactRow, key: string, broken: Violation | undefined): void {
    if (broken !== undefined) throw damaged(row, broken.rule);
    passed.set(key, true);
  }
  return {
    missing: (row) => damaged(row, "row/missing"),
    decode,
    verify(row, check) {
      const key = keyOf(row);
      if (!passed.get(key)) conclude(row, key, decode(row, check));
    },
    *verifySteps(row, check) {
      const key = keyOf(row);
      if (!passed.get(key)) conclude(row, key, yield* decodeSteps(row, check()));
    },
  };
}
