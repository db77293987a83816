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

/** Publishes the events of the main thread, in their order. */
export class SocketEvents {
  readonly #moved: Topic<HeadMoved>;
  readonly #pending: Topic<SignedTransaction>;
  readonly #syncing: Topic<SyncStatus | undefined>;
  readonly #queue = new SerialQueue();
  readonly #logger: Logger;
  readonly #chain: () => ReadChain | undefined;
  readonly #subscriptions: () => number;

  constructor(logger: Logger, chain: () => ReadChain | undefined, subscriptions: () => number) {
    this.#logger = logger;
    this.#chain = chain;
    this.#subscriptions = subscriptions;
    this.#moved = new Topic(logger);
    this.#pending = new Topic(logger);
    this.#syncing = new Topic(logger);
  }

  get listeners(): Pick<Backend, "onHeadMoved" | "onPendingTransaction" | "onSyncing"> {
    return {
      onHeadMoved: this.#moved.listen,
      onPendingTransaction: this.#pending.listen,
      onSyncing: this.#syncing.listen,
    };
  }

  moved(hashes: MovedHashes): void {
    this.#publish(async () => {
      // Without subscriptions nobody needs the blocks.
      const chain = this.#subscriptions() === 0 ? undefined : this.#chain();
      this.#moved.publish(chain === undefined ? nothing : await loadMoved(chain, hashes));
    });
  }

  pending(raws: readonly PendingRaw[]): void {
    if (this.#subscriptions() === 0) return;
    this.#publish(async () => {
      const chain = this.#chain();
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

  /** Resolves when all events so far are published. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #publish(publish: () => Promise<void>): void {
    this.#queue
      .run(publish)
      .catch((error) => this.#logger.error({ error }, "an event was not published"));
  }
}
