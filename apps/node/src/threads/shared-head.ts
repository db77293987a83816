/** Shares the head of the chain between threads: the main thread writes it, and the others read it. */
import type { AnnouncedHead, Chain } from "@tandem/chain";
import { type BlockHash, isEqual, type StateRoot } from "@tandem/primitives";

/** Positions in words of 32 bits. The sequence number is odd while the rest is written. */
const sequenceAt = 0;
const revisionsAt = 1;
const numberAt = 2;
const hashAt = 3;
const wordsOfHash = 8;
const rootAt = hashAt + wordsOfHash;
const words = rootAt + wordsOfHash;

/** Writes announcements. */
export class HeadAnnouncer {
  readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(4 * words);
  readonly #words: Int32Array = new Int32Array(this.buffer);

  announce({ hash, number, root, revisions }: AnnouncedHead): void {
    Atomics.add(this.#words, sequenceAt, 1);
    Atomics.store(this.#words, numberAt, number);
    Atomics.store(this.#words, revisionsAt, revisions);
    this.#write(hashAt, hash);
    this.#write(rootAt, root);
    Atomics.add(this.#words, sequenceAt, 1);
  }

  #write(at: number, bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < wordsOfHash; i++) {
      Atomics.store(this.#words, at + i, view.getInt32(4 * i));
    }
  }
}

/** Returns a function that announces the head if it, or the state after it, has changed. */
export function announcing(
  chain: Pick<Chain, "head"> & { readonly blocks: Pick<Chain["blocks"], "edits"> },
  announce: (head: AnnouncedHead) => void,
): () => void {
  let last: AnnouncedHead | undefined;
  return () => {
    const head = chain.head();
    const { hash, header } = head;
    const root = chain.blocks.edits.after(head);
    if (last !== undefined && last.hash === hash && last.root === root) return;
    // A revert to a snapshot above the head brings blocks and edits back: a reader may know them without.
    const isNewBlock =
      last !== undefined &&
      isEqual(header.parentHash, last.hash) &&
      isEqual(root, header.stateRoot);
    const revisions = (last?.revisions ?? 0) + (isNewBlock ? 0 : 1);
    last = { hash, number: header.number, root, revisions };
    announce(last);
  };
}

/**
 * Returns a function that reads the newest announcement. It returns the same object until there is
 * a newer one.
 */
export function readAnnounced(buffer: SharedArrayBuffer): () => AnnouncedHead {
  const shared = new Int32Array(buffer);
  let sequence = 0;
  let announced: AnnouncedHead | undefined;
  return () => {
    if (announced !== undefined && Atomics.load(shared, sequenceAt) === sequence) return announced;
    do {
      sequence = Atomics.load(shared, sequenceAt);
      announced = {
        hash: read(shared, hashAt) as BlockHash,
        number: Atomics.load(shared, numberAt),
        root: read(shared, rootAt) as StateRoot,
        revisions: Atomics.load(shared, revisionsAt),
      };
    } while (sequence % 2 !== 0 || Atomics.load(shared, sequenceAt) !== sequence);
    return announced;
  };
}

function read(shared: Int32Array, at: number): Uint8Array {
  const bytes = new Uint8Array(4 * wordsOfHash);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < wordsOfHash; i++) view.setInt32(4 * i, Atomics.load(shared, at + i));
  return bytes;
}
