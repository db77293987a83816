export function keccak256(bytes: Uint8Array): Buffer;
export function resumeSha256(midstate: Buffer, tail: Buffer): Buffer;
export function rlpList(strings: readonly Uint8Array[]): Buffer;
/** @param block one block as JSON-RPC gives it. */
export function verifyBlock(block: unknown): {
  readonly ok: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
  }[];
};
