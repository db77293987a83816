/** Tests the explorer on a replica whose cluster has no sealer. */
import { describe, it } from "node:test";
import { borrowBrowser, noBrowser, returnBrowser } from "../support/browser/browser.js";
import { openExplorer } from "../support/browser/explorer.js";
import { startCluster } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";

const skip = natsAbsent || noBrowser;

describe("the explorer on a replica", { skip }, () => {
  it("shows the chain while no node seals, without the pool, which is the sealer's", async (t) => {
    const cluster = await startCluster();
    t.after(() => cluster.stop());
    const sealer = await cluster.startLocal("sealer", "sealer");
    const replica = await cluster.startLocal("replica", "replica");
    await call(sealer.url, "evm_mine", []);
    await eventually("block at the replica", async () => {
      return (await call(replica.url, "eth_blockNumber", [])) === "0x1";
    });
    await sealer.stop();
    const browser = await borrowBrowser();
    t.after(() => returnBrowser(browser));
    const explorer = await openExplorer(browser, replica.url);
    // It is closed before the cluster, whose end it would report as an error.
    try {
      await explorer.shows("[aria-labelledby=blocks]", /^Newest blocks\n+1\n/);
      await explorer.fieldIs("Pool", "–");
    } finally {
      await explorer.close();
    }
  });
});
