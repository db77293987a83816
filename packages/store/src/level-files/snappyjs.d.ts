declare module "snappyjs" {
  /** Decompresses bytes. @throws {Error} when they are not in Snappy's format. */
  export function uncompress(bytes: Uint8Array, lengthMax?: number): Uint8Array;
}
