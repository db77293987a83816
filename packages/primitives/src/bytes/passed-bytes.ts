/** Passes short bytes to native code. */

import { inHeapMax } from "./cut-bytes.js";

/**
 * Returns a function that returns bytes in memory that native code can read, unlike V8's heap, for code that copies or
 * reads them at once. V8 would move each short array there for good, which takes longer than to copy
 * its bytes. The result has the same bytes; those of short ones are valid until the next call.
 */
export function createPassing(): (bytes: Uint8Array) => Uint8Array {
  const outside = new ArrayBuffer(inHeapMax);
  const views: Uint8Array[] = [];
  for (let length = 0; length <= inHeapMax; length++)
    views.push(new Uint8Array(outside, 0, length));
  return (bytes) => {
    const view = views[bytes.length];
    if (view === undefined) return bytes;
    view.set(bytes);
    return view;
  };
}
