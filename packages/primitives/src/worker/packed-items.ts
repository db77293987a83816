/** Packs byte strings into one for another thread: each follows its length. */

/** Bytes of an item's length. */
const lengthBytes = 4;

/** A buffer that grows as items are added. */
export class PackedItems {
  #out: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #at = 0;

  /** Allocates the buffer. @param bytes its initial size, for items and their lengths. */
  constructor(bytes: number) {
    this.#out = new Uint8Array(bytes);
    this.#view = new DataView(this.#out.buffer);
  }

  add(item: Uint8Array): void {
    const end = this.#at + lengthBytes + item.length;
    if (end > this.#out.length) this.#grow(end);
    this.#view.setUint32(this.#at, item.length);
    this.#out.set(item, this.#at + lengthBytes);
    this.#at = end;
  }

  #grow(end: number): void {
    const grown = new Uint8Array(Math.max(end, 2 * this.#out.length));
    grown.set(this.#out.subarray(0, this.#at));
    this.#out = grown;
    this.#view = new DataView(grown.buffer);
  }

  /** Returns all packed items; no item may be added after it. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#out.subarray(0, this.#at);
  }
}

export function packItems(items: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = items.reduce((sum, item) => sum + lengthBytes + item.length, 0);
  const packed = new PackedItems(length);
  for (const item of items) packed.add(item);
  return packed.bytes();
}

/** Returns the items as views. */
export function unpackItems(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset);
  const items: Uint8Array[] = [];
  for (let at = 0; at < packed.length; ) {
    const end = at + lengthBytes + view.getUint32(at);
    items.push(packed.subarray(at + lengthBytes, end));
    at = end;
  }
  return items;
}
