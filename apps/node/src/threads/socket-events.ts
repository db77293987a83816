/** Publishes the events of the main thread in a thread that owns sockets. */
import {
  type Address,
  type BlockHash,
  commonAt,
  type HeadMoved,
  restoreTransaction,
  type SignedTransaction,
  type StoredBlock,
  type SyncStatus,
} from "@tandem/primitives";
import type { Backend } from "@tandem/rpc";
import { type Logger, SerialQueue, Topic } from "@tandem/runtime";
import { blockAt } from "../backend/locate.js";
import type { ReadChain } from "../backend/read-chain.js";

/** A change of the head by the hashes of its blocks, which are in the database. */
export interface MovedHashes {
  readonly removed: readonly BlockHash[];
  readonly added: readonly BlockHash[];
  readonly wentBackTo: BlockHash | undefined;
}

/** Returns the hashes of the blocks of a change. */
export const hashesOf = ({ removed, added, wentBackTo }: HeadMoved): MovedHashes => ({
  removed: removed.map(({ hash }) => hash),
  added: added.map(({ hash }) => hash),
  wentBackTo: wentBackTo?.hash,
});

/** A transaction that entered the pool. */
export type PendingRaw = Pick<SignedTransaction, "raw" | "sender">;

/** A change that is announced without its blocks. */
const nothing: HeadMoved = { removed: [], added: [] };

async function loadMoved(chain: ReadChain, hashes: MovedHashes): Promise<HeadMoved> {
  const load = async (hash: BlockHash) => (await blockAt(chain, { hash })) as StoredBlock;
  const loadAll = async (all: readonly BlockHash[]) => {
    const blocks: StoredBlock[] = [];
    for (const hash of all) blocks.push(await load(hash));
    return blocks;
  };
  const removed = await loadAll(hashes.removed);
  const added = await loadAll(hashes.added);
  const { wentBackTo } = hashes;
  if (wentBackTo === undefined) return { removed, added };
  return { removed, added, wentBackTo: await load(wentBackTo) };
}

/** The chain that the blocks of events are read from; undefined if it could not be opened. */
type OpenedChain = ReadChain | undefined;

/** Publishes the events of the main thread, in their order. */
export class SocketEvents {
  readonly #moved: Topic<HeadMoved>;
  readonly #pending: Topic<SignedTransaction>;
  readonly #syncing: Topic<SyncStatus | undefined>;
  readonly #queue = new SerialQueue();
  readonly #logger: Logger;
  readonly #subscriptions: () => number;
  #isOpen = false;
  #open: (chain: OpenedChain) => void = () => {};
  /** Events with blocks wait for it: nothing is written while the database is opened again. */
  #chain: Promise<OpenedChain>;

  /** @param subscriptions returns the number of subscriptions. */
  constructor(logger: Logger, subscriptions: () => number) {
    this.#logger = logger;
    this.#subscriptions = subscriptions;
    this.#moved = new Topic(logger);
    this.#pending = new Topic(logger);
    this.#syncing = new Topic(logger);
    this.#chain = this.#next();
  }

  get listeners(): Pick<Backend, "onHeadMoved" | "onPendingTransaction" | "onSyncing"> {
    return {
      onHeadMoved: this.#moved.listen,
      onPendingTransaction: this.#pending.listen,
      onSyncing: this.#syncing.listen,
    };
  }

  /** Reads blocks from a chain, or publishes events without them if it could not be opened. */
  read(chain: OpenedChain): void {
    this.#isOpen = true;
    this.#open(chain);
  }

  /** Publishes what has happened so far. Later events wait for the next chain. */
  async leave(): Promise<void> {
    if (!this.#isOpen) return;
    await this.#queue.idle();
    this.#isOpen = false;
    this.#chain = this.#next();
  }

  moved(hashes: MovedHashes): void {
    this.#publish(async () => {
      // Without subscriptions nobody needs the blocks.
      const chain = this.#subscriptions() === 0 ? undefined : await this.#chain;
      this.#moved.publish(chain === undefined ? nothing : await loadMoved(chain, hashes));
    });
  }

  pending(raws: readonly PendingRaw[]): void {
    if (this.#subscriptions() === 0) return;
    this.#publish(async () => {
      const chain = await this.#chain;
      if (chain === undefined) return;
      const { number } = chain.head().header;
      const common = commonAt(chain.spec, number + 1);
      for (const { raw, sender } of raws) {
        this.#pending.publish(restoreTransaction(raw, sender as Address, common));
      }
    });
  }

  syncing(status: SyncStatus | undefined): void {
    this.#publish(async () => this.#syncing.publish(status));
  }

  /** Calls a function after the events so far, and before later ones. */
  afterEvents<T>(begin: () => T): Promise<T> {
    return this.#queue.run(async () => begin());
  }

  #next(): Promise<OpenedChain> {
    return new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  #publish(publish: () => Promise<void>): void {
    this.#queue
      .run(publish)
      .catch((error) => this.#logger.error({ error }, "an event was not published"));
  }
}
