/** Provides the values of which the fake `Backend` is made. */
import type { Trace } from "@tandem/primitives";

/** Returns 20 and 32 bytes of one value. */
export const addressOf = (value: number) => new Uint8Array(20).fill(value);
export const hashOf = (value: number) => new Uint8Array(32).fill(value);

/** Returns a call with a failed inner call, a creation, and a self-destruction. */
export const tracesOf = (from: Uint8Array): readonly Trace[] => [
  {
    type: "call",
    action: {
      callType: "call",
      from,
      to: addressOf(0xaa),
      gas: 50_000n,
      input: Uint8Array.of(1, 2),
      value: 3n,
    },
    result: { gasUsed: 40_000n, output: Uint8Array.of(4) },
    subtraces: 3,
    path: undefined,
  },
  {
    type: "call",
    action: {
      callType: "staticcall",
      from: addressOf(0xaa),
      to: addressOf(0xbb),
      gas: 20_000n,
      input: new Uint8Array(0),
      value: 0n,
    },
    error: "Reverted",
    subtraces: 0,
    path: { parent: undefined, index: 0 },
  },
  {
    type: "create",
    action: {
      creationMethod: "create2",
      from: addressOf(0xaa),
      gas: 10_000n,
      init: Uint8Array.of(0x60),
      value: 0n,
    },
    result: { gasUsed: 5_000n, code: Uint8Array.of(0xfe), address: addressOf(0xcc) },
    subtraces: 0,
    path: { parent: undefined, index: 1 },
  },
  {
    type: "suicide",
    action: { address: addressOf(0xaa), refundAddress: addressOf(0xdd), balance: 7n },
    subtraces: 0,
    path: { parent: undefined, index: 2 },
  },
];
