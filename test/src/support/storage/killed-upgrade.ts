/**
 * Upgrades the layout of the database in a directory, and kills its process after a number of
 * batches.
 */
import { openStore, upgradeLayout } from "@tandem/store";

const [directory = "", batches = "0"] = process.argv.slice(2);
const store = await openStore({ directory, isDurable: true });
let left = Number(batches);
await upgradeLayout({
  ...store,
  batch() {
    const batch = store.batch();
    const commit = async () => {
      await batch.commit();
      left -= 1;
      if (left === 0) process.kill(process.pid, "SIGKILL");
    };
    return { ...batch, commit };
  },
});
