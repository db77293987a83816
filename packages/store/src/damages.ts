/** Records damaged rows that are found while a database is read. */
import { type CorruptData, corruptData, type DamagedRow, type Fault } from "@tandem/primitives";

export interface Damages {
  /** Returns the fault `corrupt-data` to throw. */
  note(row: DamagedRow, cause?: unknown): Fault;
  first(): CorruptData | undefined;
}

export function createDamages(): Damages {
  let met: CorruptData | undefined;
  return {
    note(row, cause) {
      const fault = corruptData(row, cause);
      if (fault.data.code === "corrupt-data") met ??= fault.data;
      return fault;
    },
    first: () => met,
  };
}
