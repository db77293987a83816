/**
 * Names for byte strings of different meaning. A brand is optional: plain bytes are assignable to
 * any of them, but they are not assignable to each other.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = Uint8Array & { readonly [brand]?: Name };

export type Bytes = Uint8Array;
/** 20 bytes. */
export type Address = Branded<"Address">;
/** 32 bytes: keccak-256 of a header's hash form. */
export type BlockHash = Branded<"BlockHash">;
/** 32 bytes: keccak-256 of a signed transaction's EIP-2718 encoding. */
export type TxHash = Branded<"TxHash">;
/** 32 bytes: root of the account trie. */
export type StateRoot = Branded<"StateRoot">;
/** 32 bytes. */
export type Hash32 = Uint8Array;
