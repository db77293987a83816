/**
 * Byte strings that mean different things get different names. A brand is optional, so plain bytes
 * flow into any of them, but one of them never flows into another.
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
