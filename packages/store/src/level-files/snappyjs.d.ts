declare module "snappyjs" {
  /** @throws {Error} when the bytes are not in Snappy's format. */
  export function uncompress(bytes: Uint8Array, lengthMax?: number): Uint8Array;
}
