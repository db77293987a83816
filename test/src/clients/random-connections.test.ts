/**
 * Tests that every request on a connection is answered once, and in order, whatever forms the requests have, wherever
 * they are cut, and however the client reads, while other clients leave.
 */
import assert from "node:assert/strict";
import { it } from "node:test";
import { within } from "../support/eventually.js";
import { RandomConnection } from "../support/exchanges/random-connection.js";
import {
  type Exchange,
  malformed,
  randomExchange,
  upgrade,
} from "../support/exchanges/random-exchange.js";
import { endOfRounds, seedOr } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import { ask } from "../support/rpc.js";
import { type Seeded, seeded } from "../support/seeded.js";

const connectionsAtOnce = 6;
const exchangesMax = 8;
/** The distance between the ids of two requests, of which a batch has several. */
const idStep = 10;

/** Sends requests before the answers to those before them, on a server that allows it. */
async function sendAll(
  connection: RandomConnection,
  exchanges: readonly Exchange[],
  chance: Seeded,
  isPipelined: boolean,
): Promise<void> {
  const waits = isPipelined ? chance.pick([0, 0.5, 1]) : 1;
  let joined = "";
  for (const [i, { text }] of exchanges.entries()) {
    joined += text;
    if (!chance.chance(waits) && i + 1 < exchanges.length) continue;
    await connection.write(joined);
    joined = "";
    await connection.answered(i + 1);
  }
}

async function runConnection(port: number, seed: number, isPipelined: boolean): Promise<void> {
  const chance = seeded(seed);
  const count = 1 + chance.int(exchangesMax);
  const exchanges = Array.from({ length: count }, (_, i) => randomExchange(chance, i * idStep));
  // The native server closes the connection instead of an answer to the latter.
  const last = chance.pick([upgrade, isPipelined ? malformed : undefined, undefined, undefined]);
  if (last !== undefined) exchanges.push(last);
  const connection = await RandomConnection.open(port, chance);
  const sent = sendAll(connection, exchanges, chance, isPipelined);
  const leaves = chance.chance(0.2);
  if (leaves) {
    const turns = chance.int(chance.pick([5, 60, 400]));
    await Promise.all([connection.leave(turns), sent.catch(() => {})]);
  } else await within("answers to all requests", sent);
  const { answers, isAtEnd } = connection.reader;
  for (const [i, answer] of answers.entries()) exchanges[i]?.check(answer);
  const found = `${answers.length} answers to ${exchanges.length} requests, nothing after them: ${isAtEnd}`;
  assert.ok(leaves || (isAtEnd && answers.length === exchanges.length), found);
  connection.close();
}

// The native server closes a connection on which a request arrives before the answer to another.
for (const [server, isPipelined, readers] of [
  ["node", true, "0"],
  ["node", true, "1"],
  ["auto", false, "0"],
  ["auto", false, "1"],
] as const) {
  it(`requests on random connections are answered in order, with --server ${server} --readers ${readers}`, async (t) => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => warnings.push(name);
    process.on("warning", onWarning);
    t.after(() => process.off("warning", onWarning));
    const flags = ["--calls", "off", "--threads", "1", "--server", server, "--readers", readers];
    const node = await startLocalNode(flags);
    try {
      const port = Number(new URL(node.url).port);
      const isOver = endOfRounds(5);
      for (let done = 0, first = seedOr(1); !isOver(done); done++, first += connectionsAtOnce) {
        const seeds = Array.from({ length: connectionsAtOnce }, (_, i) => first + i);
        await Promise.all(
          seeds.map((seed) =>
            runConnection(port, seed, isPipelined).catch((error) => {
              throw new Error(`the connection with the seed ${seed} failed`, { cause: error });
            }),
          ),
        );
      }
      assert.ok("result" in (await ask(node.url, "eth_chainId")));
      assert.doesNotMatch(node.output(), /truncated|defect/);
      assert.ok(!warnings.includes("MaxListenersExceededWarning"));
    } finally {
      await node.stop();
    }
  });
}
