import { loadStockLibrary, type StockLibrary } from "@tandem/evm/stock";

/**
 * The unpatched library with its own state manager, so that none of our code takes part in an
 * execution.
 */
export interface UnpatchedLibrary extends StockLibrary {
  readonly statemanager: typeof import("@ethereumjs/statemanager");
}

/** Loads the library. @throws {Error} when git is missing, or a patch cannot be reversed. */
export async function loadUnpatchedLibrary(): Promise<UnpatchedLibrary> {
  const { library, importPackage } = await loadStockLibrary();
  const imported = await importPackage("statemanager");
  const statemanager = imported as UnpatchedLibrary["statemanager"];
  return { ...library, statemanager };
}
