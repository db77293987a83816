/** Stands in a thread that owns sockets or computes for what only the main thread has. */
import { NeedsWriter } from "../../backend/compute-port.js";
import type { FilterRegistry } from "../../handlers/handler.js";

/** Stands for an operation of the main thread. @throws {NeedsWriter} always. */
export const needsWriter = (): never => {
  throw new NeedsWriter();
};

/** Stands for the filters, which the main thread keeps. */
export const writersFilters: FilterRegistry = {
  add: needsWriter,
  typeOf: needsWriter,
  queryOf: needsWriter,
  changes: needsWriter,
  remove: needsWriter,
};
