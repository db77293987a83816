/** Tests a reader of waiting transactions whose consumer is on another server than its connection. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterLink, openLink } from "@tandem/replication/nats";
import { silentLogger } from "@tandem/runtime";
import { NatsCluster } from "../support/cluster/nats-cluster.js";
import { eventually } from "../support/eventually.js";
import { natsAbsent } from "../support/processes/nats-process.js";

/** The servers place each consumer by chance: all of so many on the server of the connections is unlikely. */
const readersMax = 20;

describe("a reader of waiting transactions", { skip: natsAbsent }, () => {
  let servers: NatsCluster;
  const links: ClusterLink[] = [];
  const ending = new AbortController();
  const connected = "one";

  before(async () => {
    servers = await NatsCluster.start();
  });
  after(async () => {
    ending.abort();
    for (const link of links) await link.close();
    await servers?.stop();
  });

  const open = async () => {
    const url = servers.urlOf(connected);
    const link = await openLink({
      url,
      name: "node",
      logger: silentLogger,
      chainId: 31,
      leaseMs: 120_000,
      now: () => performance.now(),
    });
    links.push(link);
    return link;
  };

  /** Opens readers until the consumer of one is on another server. Returns what it reads, and that server. */
  async function openElsewhere() {
    for (let readers = 1; readers <= readersMax; readers++) {
      const link = await open();
      const read: string[] = [];
      void (async () => {
        for await (const { body } of link.waiting.read(ending.signal)) {
          read.push(Buffer.from(body).toString());
        }
      })();
      const places = await eventually("consumer", async () => {
        const found = await servers.consumersOf(/^TANDEM_31_POOL$/);
        return found.length === readers && found;
      });
      const other = places.find((place) => place !== connected);
      if (other !== undefined) return { read, other };
    }
    return assert.fail(`no consumer is on another server than ${connected}`);
  }

  it("goes on with another consumer when the server of its own ends", async () => {
    const writer = await open();
    const { read, other } = await openElsewhere();
    await servers.kill(other);
    await writer.waiting.publish(Buffer.from("sent"), undefined);
    await eventually("message", () => read.includes("sent"));
  });
});
