/** Tests that one post results in one transaction, for any repetitions and kills. */
import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { microLoanAbi } from "@tandem/ussd-relay";
import { formatEther } from "viem";
import { eventually } from "../support/eventually.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import { startNodeProcess } from "../support/node-process.js";
import { freePort } from "../support/processes/free-port.js";
import { openProxy } from "../support/processes/tcp-proxy.js";
import { call } from "../support/rpc.js";
import { seeded } from "../support/seeded.js";
import {
  type RelayProcess,
  type RunningRelay,
  relayerKey,
  runRelay,
  type StartRelay,
  startLocalRelay,
  startRelayProcess,
} from "../support/ussd/relay.js";
import {
  postUssd,
  recipient,
  startWorldWith,
  temporaryFolder,
  type UssdOptions,
  type UssdWorld,
} from "../support/ussd/ussd.js";

const unavailable = "END Service unavailable. Please try again later.";

/** Returns the amounts of all transfers, in wei. */
async function transfersOf({ chain, contract }: UssdWorld): Promise<readonly bigint[]> {
  const events = await chain.getContractEvents({
    address: contract,
    abi: microLoanAbi,
    eventName: "Transferred",
    fromBlock: 0n,
  });
  return events.map(({ args }) => args.amount ?? 0n);
}

/** Returns the text of a transfer with a unique amount in wei. */
const transfer = (wei: bigint) => `2*${recipient}*${formatEther(wei)}`;

async function worldOf<R extends RunningRelay>(
  t: TestContext,
  start: StartRelay<R>,
  options: UssdOptions = {},
): Promise<UssdWorld<R>> {
  const world = await startWorldWith(start, options);
  t.after(() => world.close());
  return world;
}

describe("a post", () => {
  let world: UssdWorld<RelayProcess>;
  before(async () => {
    world = await startWorldWith(startRelayProcess);
  });
  after(() => world.close());

  it("is paid once with equal answers, fifty times at once, before and after kill -9, and then confirmed if it was pending", async () => {
    const fifty = async (text: string) => {
      const posts = Array.from({ length: 50 }, () => world.dial("fifty", text));
      return [...new Set(await Promise.all(posts))];
    };
    const told: string[] = [];
    for (const [text, kind] of [
      [transfer(50n), "Transfer"],
      ["3", "Loan"],
    ] as const) {
      const [screen = "", ...others] = await fifty(text);
      assert.match(screen, /^END (Transfer Submitted|Loan Requested)\n/);
      assert.deepEqual(others, []);
      told.push(screen);
      await world.relay.said(new RegExp(`^${kind} confirmed`));
    }
    assert.deepEqual(await transfersOf(world), [50n]);
    const submitted = world.relay.lines().filter((line) => line.includes("submitted"));
    assert.equal(submitted.length, 2);
    const once = await world.dial("killed", transfer(60n));
    const balance = await world.dial("killed", "1");
    await call(world.node.url, "evm_setAutomine", [false]);
    const pending = await world.dial("pending", transfer(7n));
    const [, shown = ""] = /^Tx: (0x[0-9a-f]{10})/m.exec(pending) ?? [];
    assert.notEqual(shown, "");
    const confirmed = new RegExp(`^Transfer confirmed: ${shown}`, "m");
    await world.relay.stop("SIGKILL");
    assert.doesNotMatch(world.relay.output(), confirmed);
    await world.restartRelay();
    await call(world.node.url, "evm_mine");
    await world.relay.said(confirmed);
    await call(world.node.url, "evm_setAutomine", [true]);
    assert.deepEqual([await fifty(transfer(50n)), await fifty("3")], [[told[0]], [told[1]]]);
    assert.equal(await world.dial("killed", transfer(60n)), once);
    assert.equal(await world.dial("killed", "1"), balance);
    assert.match(await world.dial("killed", transfer(61n)), /session is closed\. Nothing was sent/);
    assert.deepEqual(await transfersOf(world), [50n, 60n, 7n]);
    assert.doesNotMatch(world.relay.output(), /submitted|failed/);
  });

  it("is paid once, whenever the relay is killed", async () => {
    const chance = seeded(seedOr(31));
    const rounds = fewOrMany(1, 20);
    const sessionsPerRound = 4;
    const latestMs = 120;
    const sent: bigint[] = [];
    for (let round = 0; round < rounds; round++) {
      const amounts = Array.from({ length: sessionsPerRound }, (_, i) =>
        BigInt(1000 + round * sessionsPerRound + i),
      );
      const { url } = world.relay;
      const first = amounts.map((wei) =>
        postUssd(url, { sessionId: `round ${wei}`, text: transfer(wei) }).then(
          ({ body }) => body,
          () => undefined,
        ),
      );
      await pause(chance.int(latestMs));
      await world.relay.stop("SIGKILL");
      const told = await Promise.all(first);
      await world.restartRelay();
      for (const [i, wei] of amounts.entries()) {
        const again = await world.dial(`round ${wei}`, transfer(wei));
        assert.match(again, /^END Transfer Submitted\n/);
        if (told[i]?.startsWith("END")) assert.equal(again, told[i]);
      }
      sent.push(...amounts);
    }
    const counted = await eventually("transfer of each session", async () => {
      const all = (await transfersOf(world)).filter((wei) => wei >= 1000n);
      return all.length >= sent.length && all;
    });
    assert.deepEqual([...counted].sort(), sent);
  });
});

describe("a pending transaction", () => {
  it("is sent again to a node that was killed and lost it", async (t) => {
    const world = await worldOf(t, startLocalRelay, {
      nodeFlags: ["--mining", "manual"],
      startNode: startNodeProcess,
    });
    await world.dial("a", transfer(8n));
    await world.dial("b", transfer(9n));
    await world.killNode();
    assert.equal(await world.dial("c", transfer(10n)), unavailable);
    assert.equal(await world.dial("c", "1"), unavailable);
    assert.equal(await world.dial("c", "3"), unavailable);
    assert.match(await world.dial("c", "2"), /^CON/);
    await world.restartNode();
    const screen = await eventually("answer from the node that is back", async () => {
      const answer = await world.dial("c", transfer(10n));
      return answer !== unavailable && answer;
    });
    assert.match(screen, /^END Transfer Submitted/);
    await eventually("confirmation of all three", async () => {
      await call(world.node.url, "evm_mine");
      return (
        world.relay.lines().filter((line) => line.startsWith("Transfer confirmed")).length === 3
      );
    });
    assert.deepEqual(await transfersOf(world), [8n, 9n, 10n]);
  });
});

describe("a relay whose node is unreachable at the start", () => {
  it("asks users to try later, and works once the node is reachable", async (t) => {
    const world = await worldOf(t, startLocalRelay);
    await world.relay.stop();
    await world.node.stop();
    await world.restartRelay();
    assert.equal(await world.dial("early", "1"), unavailable);
    assert.equal(await world.dial("early", transfer(11n)), unavailable);
    await world.restartNode();
    const screen = await eventually("answer from the node that is there", async () => {
      const answer = await world.dial("early", transfer(11n));
      return answer !== unavailable && answer;
    });
    assert.match(screen, /^END Transfer Submitted/);
    await world.relay.said(/^Transfer confirmed/);
    assert.deepEqual(await transfersOf(world), [11n]);
  });

  it("ends if the node is on another chain", async (t) => {
    const proxy = await openProxy("http://127.0.0.1:9");
    t.after(() => proxy.close());
    const flags = ["--contract", `0x${"cc".repeat(20)}`, "--node-url", proxy.url];
    const port = await freePort();
    const options = ["--port", `${port}`, "--data-dir", temporaryFolder(t)];
    const ended = runRelay(["run", ...flags, ...options], {
      USSD_RELAY_PRIVATE_KEY: relayerKey,
    });
    await eventually("answer without a node", () =>
      postUssd(`http://127.0.0.1:${port}/ussd`, { sessionId: "a", text: "1" }).then(
        ({ body }) => body === unavailable,
        () => false,
      ),
    );
    const main = await startLocalNode(["--chain", "main"]);
    t.after(() => main.stop());
    proxy.connectTo(main.url);
    const { code, stderr } = await ended;
    assert.equal(code, 1);
    assert.match(stderr, /the node is on chain 30 \(0x1e\), the relay is for 31 \(0x1f\)\n$/);
  });
});

describe("a relay that cannot start", () => {
  const key = { USSD_RELAY_PRIVATE_KEY: relayerKey };
  const contract = `0x${"cc".repeat(20)}`;

  it("reports that the node is on another chain, or lacks the contract", async () => {
    const main = await startLocalNode(["--chain", "main"]);
    try {
      const flags = ["--contract", contract, "--node-url", main.url];
      const other = await runRelay(["run", ...flags], key);
      assert.equal(other.code, 1);
      assert.match(
        other.stderr,
        /the node is on chain 30 \(0x1e\), the relay is for 31 \(0x1f\)\n$/,
      );
      const bare = await runRelay(["run", ...flags, "--chain-id", "30"], key);
      assert.equal(bare.code, 1);
      assert.match(bare.stderr, new RegExp(`there is no MicroLoan contract at ${contract}\n$`));
      assert.equal(await call(main.url, "eth_blockNumber"), "0x0");
    } finally {
      await main.stop();
    }
  });

  it("names the ways to a node if none answers, with code 3", async (t) => {
    const proxy = await openProxy("http://127.0.0.1:9");
    t.after(() => proxy.close());
    const { code, stderr } = await runRelay(["deploy", "--node-url", proxy.url], key);
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^tandem-relay: no answer over HTTP: .*: start a node by `tandem`, or give the address of one by --node-url\n$/,
    );
  });

  it("reports what is missing or invalid in its settings, with code 2", async () => {
    const missing = await runRelay(["run", "--contract", contract]);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /^tandem-relay: USSD_RELAY_PRIVATE_KEY is missing/);
    assert.match(missing.stderr, /; for a trial, tandem-relay prepare FILE makes all settings\n$/);
    const wrong = await runRelay(["rum"]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /unknown command rum \(did you mean run\?\)/);
  });

  it("prints its version, however it is asked for it", async () => {
    const { code, stdout } = await runRelay(["version"]);
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
    for (const flag of ["--version", "-v"]) assert.equal((await runRelay([flag])).stdout, stdout);
  });
});
