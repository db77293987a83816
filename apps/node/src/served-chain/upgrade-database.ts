/** Upgrades the database of a chain. */
import { type Store, upgradeLayout } from "@tandem/store";
import type { Progress, ShowProgress } from "../console/progress.js";

/** Upgrades the database to the current layout, with a progress display if there are rows to move. */
export async function upgradeDatabase(
  store: Store,
  showProgress: ShowProgress | undefined,
  leaving: AbortSignal,
): Promise<void> {
  let progress: Progress | undefined;
  const tell = (moved: number, total: number) => {
    progress ??= showProgress?.("rows of an older database", total);
    progress?.at(moved);
  };
  try {
    await upgradeLayout(store, { tell: showProgress && tell, leaving });
  } finally {
    progress?.end();
  }
}
