/** Many byte strings in one, as they are handed to another thread: each behind its length. */

/** Bytes of a length. */
const lengthBytes = 4;
const firstBytes = 65_536;

/** Grows as items are added. */
export class PackedItems {
  #out: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #at = 0;

  /** @param bytes room for them and their lengths to begin with. */
  constructor(bytes = firstBytes) {
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

  /** Returns all packed items; none may be added after it. */
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
