/** Provides a small chain for the tests of this package: blocks in memory, answers from maps. */
import {
  type Address,
  bloomOf,
  decodeTransaction,
  emptyBytes,
  evmCommon,
  fromHex,
  type HeadMoved,
  hashHeader,
  isEqual,
  type Log,
  type Receipt,
  receiptsRoot,
  type SignedTransaction,
  type StoredBlock,
  type SyncStatus,
  toHex,
  transactionsRoot,
  type UnsealedHeader,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
import type { Backend } from "../backend/backend.js";
import type { MiningApi } from "../backend/mining-api.js";
import type { PeersApi } from "../backend/peers-api.js";
import { fakeChain } from "./fake-chain.js";
import { fakeDev } from "./fake-dev.js";
import { fakeExplorer } from "./fake-explorer.js";
import { fakeState, state } from "./fake-state.js";
import { fakeTraces } from "./fake-traces.js";
import { addressOf, hashOf } from "./fake-values.js";
import { listeners } from "./listeners.js";

const common = evmCommon(31, "osaka");

/** One signed transaction of each type, from the first account of the well-known test mnemonic. */
export const rawTransactions = {
  legacy:
    "0xf86b8084039387008252089470997970c51812dc3a010c7d01b50e0d17dc79c8880de0b6b3a76400008062a0961e9e9154aa9ccde11b1f8a1a7dc059aea894ed3b102c5a2f1f61c4604e32eaa03d0e4235e00c39750198823a7931a0818f257cd7b6a735d8529f094274571387",
  creation:
    "0xf855018403938700830186a0808085600160015561a010275a6b55afe65ab68249b97599583d404b1ea9e7ce93902ac70974e9b22aaca0255e69ec9b7b30ccc134dc3fb5d452b3a59de4d1adc6bb9bfb033ed99aabe8d1",
  accessList:
    "0x01f8a21f0284042c1d8082c3509470997970c51812dc3a010c7d01b50e0d17dc79c80184deadbeeff838f79470997970c51812dc3a010c7d01b50e0d17dc79c8e1a0000000000000000000000000000000000000000000000000000000000000000101a0a82b7daca2c62f182b84687df53f7ec2707ff43cd86544a962d77cbb078281d5a06acdd2b44f624dcafec6d9beed8e1b193bf37dc33c1f04a7bae57b4f682c9eb5",
  feeMarket:
    "0x02f8691f03830f42408405f5e10082c3509470997970c51812dc3a010c7d01b50e0d17dc79c80280c001a038b352c2bec224a7252a62883c9d5f6e067a8c918d691ef2ae60b580d9b367eda030a84d5a1dc151182b959beca2c328d3b03af4c6e14ff4cde2c1a1a2be40b6f7",
  setCode:
    "0x04f8c81f04830f42408405f5e100830186a09470997970c51812dc3a010c7d01b50e0d17dc79c88080c0f85cf85a1f9470997970c51812dc3a010c7d01b50e0d17dc79c88001a06469285cbb40ec2f03299ea89d3c4fe4a7a3eae78c572951a7d5d61781aeded7a02a2f94a5434ef33761b4f68f162f954deb3613ae1013adcc1367c977970d281401a0f78dc6e3861c07ff18d51eecb355f45cc7a538b5dd2d4056969d5794bc76bf05a03f70a7e4de1648872aadd14eefba74a48962fcbe0041f299d97f5313bd8b44cc",
} as const;

export const signed = (raw: string): SignedTransaction => decodeTransaction(fromHex(raw), common);

export const transferLog = (address: number, ...topics: number[]): Log => ({
  address: addressOf(address),
  topics: topics.map(hashOf),
  data: hashOf(7),
});

function receiptOf(tx: SignedTransaction, logs: readonly Log[], before: bigint): Receipt {
  const gasUsed = 21_000n;
  return {
    type: tx.fields.type,
    isSuccess: true,
    cumulativeGasUsed: before + gasUsed,
    gasUsed,
    effectiveGasPrice: 61_000_000n,
    logs,
    ...(tx.fields.to === undefined ? { contractAddress: addressOf(0xcc) } : {}),
  };
}

interface Draft {
  readonly parent?: StoredBlock;
  /** Raw transactions, each with its logs. */
  readonly transactions?: readonly (readonly [string, readonly Log[]])[];
  readonly extraData?: Uint8Array;
}

/** Builds a block on top of `parent`. */
export function makeBlock({
  parent,
  transactions = [],
  extraData = emptyBytes,
}: Draft): StoredBlock {
  const txs = transactions.map(([raw]) => signed(raw));
  let gasUsed = 0n;
  const receipts = txs.map((tx, i) => {
    const receipt = receiptOf(tx, transactions[i]?.[1] ?? [], gasUsed);
    gasUsed = receipt.cumulativeGasUsed;
    return receipt;
  });
  const unsealed: UnsealedHeader = {
    parentHash: parent?.hash ?? hashOf(0),
    unclesHash: unclesHash([]),
    coinbase: addressOf(0xc0),
    stateRoot: hashOf(1),
    transactionsRoot: transactionsRoot(txs),
    receiptsRoot: receiptsRoot(receipts),
    logsBloom: bloomOf(receipts.flatMap((receipt) => receipt.logs)),
    difficulty: 5n,
    number: parent === undefined ? 0 : parent.header.number + 1,
    gasLimit: 30_000_000n,
    gasUsed,
    timestamp: 1_700_000_000 + (parent?.header.number ?? 0) * 10,
    extraData,
    paidFees: gasUsed * 61_000_000n,
    minimumGasPrice: 60_000_000n,
    uncleCount: 0,
    ummRoot: emptyBytes,
  };
  const header = { ...unsealed, ...unsealedProof };
  const totalDifficulty = (parent?.totalDifficulty ?? 0n) + 5n;
  return {
    header,
    transactions: txs,
    uncles: [],
    hash: hashHeader(header),
    receipts,
    totalDifficulty,
  };
}

/** A `Backend` whose methods a test may replace, with methods that change its chain. */
export interface FakeBackend extends Backend {
  readonly chain: StoredBlock[];
  move(event: HeadMoved): void;
  /** Emits that a transaction entered the pool. */
  announce(transaction: SignedTransaction): void;
  /** Emits that syncing began or ended. */
  sync(status: SyncStatus | undefined): void;
  /** The signals of the calls of `logs`. */
  readonly logSignals: AbortSignal[];
}

const pooled = {
  pending: [signed(rawTransactions.legacy), signed(rawTransactions.creation)],
  queued: [signed(rawTransactions.accessList)],
};

const fakePool = {
  poolContent: async () => pooled,
  poolContentOf(address: Address) {
    const isOwn = ({ sender }: SignedTransaction) => isEqual(sender, address);
    return { pending: pooled.pending.filter(isOwn), queued: pooled.queued.filter(isOwn) };
  },
  poolCounts: async () => ({ pending: 2, queued: 1 }),
  poolSize: () => 3,
  pooledOf: () => [],
  prefetchSenders: () => {},
  submit: async (raw: Uint8Array) => signed(toHex(raw)).hash,
  confirm: async () => {},
};

/** Offers work, accepts submissions, and monitors no Bitcoin node. */
const fakeMining = (chain: readonly StoredBlock[]): MiningApi => ({
  work: async () => ({
    hashForMergedMining: hashOf(7),
    target: 1n << 200n,
    timestamp: 1_700_000_000,
    paidFees: 1_260_000_000_000n,
    parentHash: chain.at(-1)?.hash ?? hashOf(0),
    isNew: true,
  }),
  submitWork: async () => ({ status: "head", hash: hashOf(8), number: chain.length }),
  submissions: () => ({
    counts: { head: 1, side: 0, known: 0, invalid: 0, "no-parent": 0, refused: 1 },
    latest: [
      { timestamp: 9, status: "refused", reason: "Cannot read the block" },
      { timestamp: 8, status: "head", block: { hash: hashOf(8), number: 3 } },
    ],
  }),
  forkAlerts: () => undefined,
});

/** Has one peer, and listens. */
const fakePeers: PeersApi = {
  peerCount: () => 1,
  peers: () => [
    {
      publicKey: new Uint8Array(64).fill(2),
      enode: `enode://${"02".repeat(64)}@127.0.0.1:30304`,
      client: "Tandem/v0.1.0/other",
      capability: { name: "rsk", version: 62 },
      localAddress: "127.0.0.1:50000",
      remoteAddress: "127.0.0.1:30304",
      isInbound: false,
      isKept: true,
      best: { hash: hashOf(3), number: 3, totalDifficulty: 30n },
    },
  ],
  localNode: async () => ({
    publicKey: new Uint8Array(64).fill(1),
    listening: {
      host: "127.0.0.1",
      port: 30303,
      address: "127.0.0.1:30303",
      enode: `enode://${"01".repeat(64)}@127.0.0.1:30303`,
    },
  }),
  addPeer: async () => {},
  removePeer: async () => {},
};

export function fakeBackend(chain: StoredBlock[], replaced: Partial<Backend> = {}): FakeBackend {
  const heads = listeners<HeadMoved>();
  const pending = listeners<SignedTransaction>();
  const syncing = listeners<SyncStatus | undefined>();
  const logSignals: AbortSignal[] = [];
  return {
    chain,
    logSignals,
    chainId: 31,
    clientVersion: "Tandem/v0.1.0/test",
    protocolVersion: 0x3e,
    self: () => ({ instanceId: hashOf(5), hardFork: "Osaka", forkedFrom: undefined }),
    libraryRuns: () => 0,
    ...fakePeers,
    forks: { orchid: 0, osaka: 0 },
    forkConfig: () => ({
      activationHeight: 0,
      activationTime: 0,
      forkId: Uint8Array.of(1, 2, 3, 4),
      precompiles: [1, 0x100],
    }),
    health: () => ({
      status: "ready",
      headTimestamp: chain.at(-1)?.header.timestamp ?? 0,
      disk: { freeBytes: 10 ** 9, isWritable: true },
    }),
    ...fakeState(chain),
    storageRange: async () => ({ items: [], next: undefined }),
    accountRange: async () => ({ stateRoot: hashOf(9), items: [], next: undefined }),
    ...fakeChain(chain, logSignals),
    ...fakeTraces(chain),
    ...fakeExplorer(chain),
    ...fakePool,
    ...fakeMining(chain),
    ...fakeDev(state),
    fillTransaction: async () => signed(rawTransactions.legacy),
    sendTransaction: async () => signed(rawTransactions.legacy).hash,
    onHeadMoved: heads.on,
    onPendingTransaction: pending.on,
    onSyncing: syncing.on,
    move: heads.tell,
    announce: pending.tell,
    sync: syncing.tell,
    ...replaced,
  };
}
