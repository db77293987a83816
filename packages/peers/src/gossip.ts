/** Tells peers of new blocks and transactions, and handles what they tell. */
import {
  type BlockHash,
  encodeBlock,
  type HeadMoved,
  hexDigits,
  isEqual,
  keccak256,
  type SignedTransaction,
  type StoredBlock,
} from "@tandem/primitives";
import { inGroups, type Logger, TaskNotStarted, yieldIfDue } from "@tandem/runtime";
import { peerLimits } from "./limits.js";
import { headerIn } from "./messages/header-in.js";
import type { AnnouncedBlock, Announcement, Answer, Request } from "./messages/message.js";
import type { Peer, PeerHandlers } from "./peer.js";
import type { PeerChain, PendingTransaction } from "./peer-chain.js";
import { breach, PeerFault } from "./peer-fault.js";
import { RefusedTransactions } from "./refused-transactions.js";
import type { Synchronizer } from "./sync/synchronizer.js";

export interface GossipParts {
  readonly chain: PeerChain;
  readonly synchronizer: Synchronizer;
  readonly logger: Logger;
  readonly peers: () => readonly Peer[];
}

export class Gossip implements PeerHandlers {
  readonly #parts: GossipParts;
  /** The blocks that are being fetched, by their digits. */
  readonly #fetching = new Set<string>();
  /** Counts those of each peer that announced them. */
  readonly #queued = new WeakMap<Peer, number>();
  readonly #refused = new RefusedTransactions();
  /** The transactions that are told at the end of this turn of the event loop. */
  #untold: PendingTransaction[] = [];

  constructor(parts: GossipParts) {
    this.#parts = parts;
  }

  /** Returns whether a block is being fetched. */
  isFetching(hash: BlockHash): boolean {
    return this.#fetching.has(hexDigits(hash));
  }

  /** Tells a new peer the head, and then the waiting transactions. */
  async greet(peer: Peer): Promise<void> {
    const { chain } = this.#parts;
    peer.tell({ kind: "status", ...chain.best() });
    for (const group of groupsOf(chain.pending())) await this.#tellInTurn(peer, group);
  }

  /** Tells all peers the head. */
  tellHead(): void {
    this.#tellAll({ kind: "status", ...this.#parts.chain.best() });
  }

  /** Tells the peers that the head has moved: blocks to some, their hashes to the others, the head to all. */
  headMoved({ added }: HeadMoved): void {
    const { synchronizer } = this.#parts;
    const head = added.at(-1);
    // The head is told when the synchronisation ends.
    if (head !== undefined && synchronizer.headMoved(head.hash)) return;
    if (added.length <= peerLimits.addedMax) for (const block of added) this.#tellBlock(block);
    this.tellHead();
    synchronizer.consider();
  }

  /** Tells the peers a transaction that waits from now on. */
  transactionAdded({ hash, raw }: SignedTransaction): void {
    if (this.#untold.length === 0) setImmediate(() => this.#tellTransactions());
    this.#untold.push({ hash, raw });
  }

  async answer(request: Request): Promise<Answer | undefined> {
    const { chain } = this.#parts;
    switch (request.kind) {
      case "hash-request": {
        const hash = chain.hashAt(request.height);
        return hash && { kind: "hash-answer", hash };
      }
      case "headers-request": {
        if (request.count > peerLimits.headersMax) return undefined;
        const headers = await chain.headers(request.hash, request.count);
        return headers.length === 0 ? undefined : { kind: "headers-answer", headers };
      }
      case "block-request": {
        const encoded = chain.block(request.hash);
        return encoded && { kind: "block-answer", encoded };
      }
    }
  }

  async told(peer: Peer, told: Announcement): Promise<void> {
    switch (told.kind) {
      case "status": {
        const { kind, ...best } = told;
        peer.noteBest(best);
        this.#parts.synchronizer.consider();
        peer.noteCompared();
        return;
      }
      case "block":
        return this.#receive(peer, told.encoded);
      case "hashes":
        for (const block of told.blocks) this.#fetchIfNew(peer, block);
        return;
      case "transactions":
        return this.#submit(peer, told.raws);
    }
  }

  #fetchIfNew(peer: Peer, { hash }: AnnouncedBlock): void {
    peer.noteBlock(hash);
    const key = hexDigits(hash);
    if (this.#fetching.has(key) || this.#parts.chain.has(hash)) return;
    const queued = this.#queued.get(peer) ?? 0;
    if (queued >= peerLimits.fetchesMax) return;
    this.#queued.set(peer, queued + 1);
    this.#fetching.add(key);
    peer.fetches
      .run(() => this.#fetch(peer, hash))
      .catch((error) => {
        if (error instanceof PeerFault) peer.close(error);
        // After a slow block of this peer another one is to bring it.
        else if (!(error instanceof TaskNotStarted))
          this.#parts.logger.error({ error }, "a block of a peer was not fetched");
      })
      .finally(() => {
        this.#fetching.delete(key);
        this.#queued.set(peer, (this.#queued.get(peer) ?? 0) - 1);
        this.#parts.synchronizer.consider();
      });
  }

  async #fetch(peer: Peer, hash: BlockHash): Promise<void> {
    await this.#receive(peer, await peer.block(hash), hash);
  }

  /** @param asked the hash of the block that the peer was asked for. */
  async #receive(peer: Peer, encoded: Uint8Array, asked?: BlockHash): Promise<void> {
    const { chain, logger } = this.#parts;
    // Its proof of work is checked before anything that costs this node more.
    const link = chain.checkHeader(headerIn(encoded));
    if (typeof link === "string") throw breach(`it sent an invalid block: ${link}`);
    if (asked !== undefined && !isEqual(link.hash, asked)) {
      throw breach("it sent another block than was asked for");
    }
    peer.noteBlock(link.hash);
    // What the header of an orphan states about its work is not known to be enough: its body is not decoded.
    if (chain.has(link.hash) || !chain.has(link.parentHash) || chain.isEarly(link.hash)) return;
    try {
      const received = await chain.receive(encoded, link.hash);
      if (typeof received === "object") {
        throw breach(`it sent an invalid block: ${received.invalid}`);
      }
      // Blocks beside the head are told too, so that miners can reward them as uncles.
      if (received === "new") this.#tellHash(link);
    } catch (error) {
      if (error instanceof PeerFault) throw error;
      logger.warn({ reason: String(error) }, "a block of a peer could not be stored");
    }
  }

  async #submit(peer: Peer, raws: readonly Uint8Array[]): Promise<void> {
    // The blocks that are still missing may have them.
    if (this.#parts.synchronizer.isImporting) return;
    if (this.#refused.isIgnored(peer, performance.now())) return;
    const transactions: PendingTransaction[] = [];
    for (const raw of raws) {
      const hash = keccak256(raw);
      peer.noteTransaction(hash);
      transactions.push({ hash, raw });
      await yieldIfDue();
    }
    const refused = await this.#parts.chain.submit(transactions, peer.id);
    this.#refused.note(peer, transactions.length, refused, performance.now());
  }

  /** Tells a block to the square root of the peers that lack it, and its hash to the others. */
  #tellBlock(block: StoredBlock): void {
    const { hash } = block;
    const lacking = this.#parts.peers().filter((peer) => !peer.knowsBlock(hash));
    const whole = lacking.slice(0, Math.ceil(Math.sqrt(lacking.length)));
    if (whole.length === 0) return;
    const encoded = encodeBlock(block);
    for (const peer of whole) {
      if (peer.tell({ kind: "block", encoded })) peer.noteBlock(hash);
    }
    this.#tellHash({ hash, number: block.header.number });
  }

  #tellHash({ hash, number }: AnnouncedBlock): void {
    const blocks = [{ hash, number }];
    for (const peer of this.#parts.peers()) {
      if (!peer.knowsBlock(hash) && peer.tell({ kind: "hashes", blocks })) peer.noteBlock(hash);
    }
  }

  #tellAll(announcement: Announcement): void {
    for (const peer of this.#parts.peers()) peer.tell(announcement);
  }

  #tellTransactions(): void {
    const untold = this.#untold;
    this.#untold = [];
    for (const peer of this.#parts.peers()) {
      for (const group of groupsOf(untold)) {
        const unknown = group.filter(({ hash }) => !peer.knowsTransaction(hash));
        if (unknown.length === 0) continue;
        const raws = unknown.map(({ raw }) => raw);
        if (!peer.tell({ kind: "transactions", raws })) break;
        for (const { hash } of unknown) peer.noteTransaction(hash);
      }
    }
  }

  async #tellInTurn(peer: Peer, group: readonly PendingTransaction[]): Promise<void> {
    await peer.tellInTurn({ kind: "transactions", raws: group.map(({ raw }) => raw) });
    for (const { hash } of group) peer.noteTransaction(hash);
  }
}

/** Divides transactions into messages. */
const groupsOf = (all: readonly PendingTransaction[]) =>
  inGroups(all, ({ raw }) => raw.length, {
    itemsMax: peerLimits.transactionsMax,
    weightMax: peerLimits.transactionsBytesMax,
  });
