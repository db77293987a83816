/** Lists all campaigns by their names. */
import { attacks } from "./attacks.js";
import type { Campaign } from "./campaign.js";
import { damages } from "./damages.js";
import { hardhat3 } from "./hardhat3.js";
import { leaving } from "./leaving.js";
import { nodeVersionTests } from "./node-versions.js";
import { ponder } from "./ponder.js";
import { replication } from "./replication.js";
import { stateTests } from "./state-tests.js";
import { lasting, repeating } from "./test-files.js";

const failover = {
  about:
    "ends, stops and cuts off the sealer of a cluster under load, and ends the servers of its log; checks chain and transactions",
  unit: "troubles",
  standard: { rounds: 100 },
  seed: 20_261_123,
  files: ["test/dist/cluster/failover.test.js"],
};

export const campaigns: Readonly<Record<string, Campaign>> = {
  kill: lasting({
    about: "ends a node under load by kill -9, and checks that it keeps what it announced",
    unit: "kills",
    standard: { rounds: 50 },
    seed: 20_260_731,
    files: ["test/dist/storage/kill.test.js"],
  }),
  failover: lasting(failover),
  "failover-facts": lasting({
    ...failover,
    about: `${failover.about}; replicas import the facts of the sealer`,
    environment: { CAMPAIGN_APPLY: "facts" },
  }),
  replicas: repeating({
    about:
      "clients that ask any node of a cluster, with reorgs: none sees time run backwards; random writers of its log",
    unit: "rounds",
    standard: { rounds: 3 },
    seed: 1,
    files: ["test/dist/cluster/linearity.test.js", "test/dist/cluster/log.test.js"],
  }),
  peers: lasting({
    about:
      "nodes that are connected directly, mine, are cut apart and connected again: one chain in the end",
    unit: "rounds",
    standard: { rounds: 50 },
    seed: 1,
    files: ["test/dist/peers/partitions.test.js"],
  }),
  soak: lasting({
    about: "a node under mixed load, with reverts and reorgs; checks its memory and its answers",
    unit: "steps",
    standard: { seconds: 1_800 },
    seed: 20_261_121,
    files: ["test/dist/storage/soak.test.js"],
  }),
  fuzz: lasting({
    about: "requests that are wrong in random ways; each is answered and none is a defect",
    unit: "requests",
    standard: { rounds: 100_000 },
    seed: 20_260,
    files: ["test/dist/rpc/fuzz.test.js"],
  }),
  connections: lasting({
    about:
      "clients that pipeline requests of any form, cut anywhere, read late or leave, on both servers; each is answered once",
    unit: "rounds of six connections",
    standard: { rounds: 2_000 },
    seed: 20_261_130,
    files: ["test/dist/clients/random-connections.test.js"],
  }),
  damages,
  chains: repeating({
    about:
      "random chains: branches, uncles, competing miners, reverts, edited states, traces, indexes, forks; changed headers",
    unit: "rounds",
    standard: { rounds: 3 },
    seed: 1,
    files: [
      "test/dist/chain/branches-random.test.js",
      "test/dist/controls/random.test.js",
      "test/dist/controls/state-edits-random.test.js",
      "test/dist/traces/traces-random.test.js",
      "test/dist/traces/script-tracers.test.js",
      "test/dist/chain/reorg.test.js",
      "test/dist/chain/log-index.test.js",
      "test/dist/mining/outside-miners-contest.test.js",
      "test/dist/chain/differential.test.js",
      "test/dist/chain/headers-verify.test.js",
      "test/dist/fork/fork-engine.test.js",
      "test/dist/state-tests/state-tests.test.js",
    ],
  }),
  engine: lasting({
    about:
      "random contracts that call, create and destroy, in the engine and in the unpatched library",
    unit: "cases",
    standard: { rounds: 1_000_000 },
    seed: 1,
    files: [
      "packages/evm/dist/engine/random-worlds.test.js",
      "packages/evm/dist/engine/engine.test.js",
    ],
  }),
  calls: lasting({
    about:
      "calls, estimates and access lists at any height between edits, reverts and reorgs: compute threads answer like a node with --evm library",
    unit: "steps",
    standard: { rounds: 1_000 },
    seed: 1,
    files: ["test/dist/threads/threads-random.test.js"],
  }),
  threads: repeating({
    about:
      "compute threads: clients that read while the head moves, clients that leave, starts and stops",
    unit: "rounds",
    standard: { rounds: 1 },
    seed: 1,
    files: [
      "test/dist/threads/threads-clients.test.js",
      "test/dist/threads/readers-batches.test.js",
      "test/dist/threads/readers-clients.test.js",
      "test/dist/threads/readers-events.test.js",
    ],
  }),
  transcripts: repeating({
    about:
      "every transcript on both servers, with one and four compute threads and through a replica, over both transports",
    unit: "rounds",
    standard: { rounds: 1 },
    seed: 1,
    files: ["test/dist/rpc/conformance.test.js", "test/dist/rpc/transcript-variants.test.js"],
  }),
  crowds: repeating({
    about:
      "many clients, subscriptions, senders and blocks at once, calls with large overrides and with large answers",
    unit: "rounds",
    standard: { rounds: 1 },
    seed: 1,
    files: [
      "test/dist/rpc/client-shares.test.js",
      "test/dist/rpc/large-overrides.test.js",
      "test/dist/rpc/unfinished-answers.test.js",
      "test/dist/chain/reorg-subscriptions.test.js",
      "test/dist/controls/load.test.js",
    ],
  }),
  package: repeating({
    about:
      "projects that install the packed file and run their tests with vitest, Jest, prool, Hardhat; a node on each version of Node",
    unit: "rounds",
    standard: { rounds: 1 },
    seed: 1,
    files: [
      "test/dist/package/package.test.js",
      "test/dist/package/projects.test.js",
      "test/dist/package/deploy.test.js",
      "test/dist/package/node-versions.test.js",
    ],
  }),
  docs: repeating({
    about: "the site of the documents, and its tutorials from the packed file in an empty folder",
    unit: "rounds",
    standard: { rounds: 1 },
    seed: 1,
    files: ["test/dist/docs/site.test.js", "test/dist/docs/tutorials.test.js"],
  }),
  simulations: repeating({
    about: "all scenarios at their whole length, the validation of the simulator, the study",
    unit: "rounds",
    standard: { rounds: 1 },
    seed: 1,
    files: [
      "packages/simulator/dist/scenarios.test.js",
      "packages/simulator/dist/documents.test.js",
      "packages/simulator/dist/same-seed.test.js",
      "packages/simulator/dist/run-scenario.test.js",
      "packages/simulator/dist/bitcoin/views.test.js",
      "packages/simulator/dist/world/settling.test.js",
      "packages/simulator/dist/world/world.test.js",
      "packages/simulator/dist/validation/difficulty.test.js",
      "packages/simulator/dist/validation/double-spend.test.js",
      "packages/simulator/dist/validation/fork-monitor.test.js",
      "packages/simulator/dist/validation/memory.test.js",
      "packages/simulator/dist/validation/selfish-mining.test.js",
      "packages/simulator/dist/validation/stale-blocks.test.js",
      "test/dist/commands/difficulty-study.test.js",
      "test/dist/docs/simulator-trust.test.js",
    ],
  }),
  "explorer-hour": lasting({
    about:
      "the explorer while blocks come for an hour: its heap and its elements stay as they were",
    unit: "blocks",
    standard: { seconds: 3_600 },
    seed: 1,
    files: ["test/dist/explorer/long.test.js"],
  }),
  hardhat: repeating({
    about: "the project of docs/hardhat.md, run by Hardhat as it comes from npm",
    unit: "rounds",
    standard: { rounds: 3 },
    seed: 1,
    files: ["test/dist/clients/hardhat.test.js"],
  }),
  hardhat3,
  foundry: repeating({
    about: "the project of docs/foundry.md, run by forge and cast as they come from npm",
    unit: "rounds",
    standard: { rounds: 3 },
    seed: 1,
    files: ["test/dist/clients/foundry.test.js", "test/dist/clients/cast.test.js"],
  }),
  bcoin: repeating({
    about: "merge mining on a bcoin node in regtest",
    unit: "rounds",
    standard: { rounds: 3 },
    seed: 1,
    files: ["test/dist/mining/bitcoin-node.test.js"],
  }),
  ponder,
  ussd: lasting({
    about: "the USSD relay under many phones while its node or itself is killed, and its contract",
    unit: "posts",
    standard: { rounds: 5_000 },
    seed: 7,
    files: [
      "test/dist/ussd/load.test.js",
      "test/dist/ussd/guard.test.js",
      "test/dist/ussd/contract.test.js",
    ],
  }),
  attacks,
  leaving,
  replication,
  "node-versions": nodeVersionTests,
  "state-tests": stateTests,
};
