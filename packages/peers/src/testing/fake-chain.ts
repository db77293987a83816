/** Has a chain in memory for tests: blocks without transactions, which are valid unless a test says otherwise. */
import {
  type BlockHash,
  decodeBlockHeaders,
  decodeHeader,
  emptyBloom,
  emptyTrieRoot,
  encodeBlock,
  encodeRlp,
  type Header,
  hashHeader,
  headerFields,
  hexDigits,
  keccak256,
  type StoredBlock,
} from "@tandem/primitives";
import type { Best } from "../messages/message.js";
import type { HeaderLink, PeerChain, PendingTransaction, Reception } from "../peer-chain.js";

const empty = new Uint8Array();

export interface BlockWish {
  readonly parent?: StoredBlock;
  readonly difficulty?: bigint;
  /** Distinguishes blocks of the same height. */
  readonly tag?: string;
}

/** Makes a block on another, or the first one. */
export function makeBlock({ parent, difficulty = 1n, tag = "" }: BlockWish): StoredBlock {
  const header: Header = {
    parentHash: parent?.hash ?? new Uint8Array(32),
    unclesHash: keccak256(encodeRlp([])),
    coinbase: new Uint8Array(20),
    stateRoot: emptyTrieRoot,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: emptyBloom,
    difficulty,
    number: parent === undefined ? 0 : parent.header.number + 1,
    gasLimit: 6_800_000n,
    gasUsed: 0n,
    timestamp: 1_700_000_000,
    extraData: Buffer.from(tag),
    paidFees: 0n,
    minimumGasPrice: 0n,
    uncleCount: 0,
    ummRoot: empty,
    bitcoinMergedMiningHeader: new Uint8Array(80),
    bitcoinMergedMiningMerkleProof: empty,
    bitcoinMergedMiningCoinbaseTransaction: empty,
  };
  const totalDifficulty = (parent?.totalDifficulty ?? 0n) + difficulty;
  const content = { header, transactions: [], uncles: [], receipts: [] };
  return { ...content, hash: hashHeader(header), totalDifficulty };
}

/** Returns a branch of a length on a block. */
export function makeBranch(parent: StoredBlock, length: number, tag = ""): StoredBlock[] {
  const blocks: StoredBlock[] = [];
  for (let i = 0; i < length; i++) {
    blocks.push(makeBlock({ parent: blocks.at(-1) ?? parent, tag }));
  }
  return blocks;
}

export const genesis = makeBlock({});

export class FakeChain implements PeerChain {
  readonly networkId: number = 31;
  readonly genesisHash: BlockHash;
  /** The head is the last one. */
  canonical: StoredBlock[];
  readonly invalid = new Set<string>();
  readonly early = new Set<string>();
  /** The blocks that were of the future a short time ago. */
  readonly earlyBefore = new Set<string>();
  /** The blocks that were decoded ahead, in their order. */
  readonly prepared: string[] = [];
  /** The received blocks, in their order. */
  readonly received: string[] = [];
  readonly submitted: string[] = [];
  /** The number of transactions of each message that it refuses. */
  refused = 0;
  waiting: PendingTransaction[] = [];
  expected = 0;
  /** Is called before a block is imported. */
  importing: (block: StoredBlock) => Promise<void> = async () => {};
  /** Is called when the head has moved. */
  moved: (added: readonly StoredBlock[]) => void = () => {};
  readonly #blocks = new Map<string, StoredBlock>();

  constructor(first = genesis, networkId = 31) {
    this.networkId = networkId;
    this.genesisHash = first.hash;
    this.canonical = [first];
    this.#blocks.set(hexDigits(first.hash), first);
  }

  get head(): StoredBlock {
    return this.canonical.at(-1) as StoredBlock;
  }

  /** Stores blocks, and makes the last one the head if it has the most total difficulty. */
  add(...blocks: readonly StoredBlock[]): this {
    for (const block of blocks) {
      this.#blocks.set(hexDigits(block.hash), block);
      if (block.totalDifficulty > this.head.totalDifficulty) this.setHead(block);
    }
    return this;
  }

  setHead(head: StoredBlock): void {
    const before = new Set(this.canonical);
    const branch: StoredBlock[] = [];
    let at: StoredBlock | undefined = head;
    while (at !== undefined) {
      branch.unshift(at);
      at = this.#blocks.get(hexDigits(at.header.parentHash));
    }
    this.canonical = branch;
    this.moved(branch.filter((block) => !before.has(block)));
  }

  best(): Best {
    const { hash, header, totalDifficulty } = this.head;
    return { hash, number: header.number, parentHash: header.parentHash, totalDifficulty };
  }

  hashAt(height: number): BlockHash | undefined {
    return this.canonical[height]?.hash;
  }

  has(hash: BlockHash): boolean {
    return this.#blocks.has(hexDigits(hash));
  }

  block(hash: BlockHash): Uint8Array | undefined {
    const found = this.#blocks.get(hexDigits(hash));
    return found && encodeBlock(found);
  }

  async headers(hash: BlockHash, count: number): Promise<Uint8Array[]> {
    const headers: Uint8Array[] = [];
    let at = this.#blocks.get(hexDigits(hash));
    while (at !== undefined && headers.length < count) {
      headers.push(encodeRlp(headerFields(at.header)));
      at = this.#blocks.get(hexDigits(at.header.parentHash));
    }
    return headers;
  }

  checkHeader(encoded: Uint8Array): HeaderLink | string {
    return linkIn(() => decodeHeader(encoded));
  }

  isEarly(hash: BlockHash): boolean {
    return this.earlyBefore.has(hexDigits(hash));
  }

  prepare(encoded: Uint8Array): void {
    this.prepared.push(hexDigits(hashHeader(decodeBlockHeaders(encoded).header)));
  }

  async receive(encoded: Uint8Array): Promise<Reception> {
    const { header } = decodeBlockHeaders(encoded);
    const hash = hashHeader(header);
    const key = hexDigits(hash);
    this.received.push(key);
    const parent = this.#blocks.get(hexDigits(header.parentHash));
    const known = this.#blocks.get(key);
    if (known !== undefined) {
      if (known.totalDifficulty > this.head.totalDifficulty) this.setHead(known);
      return "known";
    }
    if (parent === undefined) return "no-parent";
    if (this.early.has(key)) return "early";
    if (this.invalid.has(key)) return { invalid: "it breaks a rule of this test" };
    const totalDifficulty = parent.totalDifficulty + header.difficulty;
    const content = { header, transactions: [], uncles: [], receipts: [] };
    const block = { ...content, hash, totalDifficulty };
    await this.importing(block);
    this.add(block);
    return "new";
  }

  async submit(transactions: readonly PendingTransaction[]): Promise<number> {
    this.submitted.push(...transactions.map(({ raw }) => hexDigits(raw)));
    return this.refused;
  }

  pending(): readonly PendingTransaction[] {
    return this.waiting;
  }

  expect(height: number): void {
    this.expected = height > this.head.header.number ? height : 0;
  }
}

function linkIn(decode: () => Header): HeaderLink | string {
  try {
    const header = decode();
    return { hash: hashHeader(header), parentHash: header.parentHash, number: header.number };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return error.message;
    throw error;
  }
}
