// What the engine asks of the host. Addresses and slots are handed over at HAND, as 32 bytes big-endian.

/** Fills the account's balance, nonce, code hash and flags. The address is at HAND. */
export declare function loadAccount(account: usize): void;
/** Fills value, original and initial value of the slot at HAND2 of the account at HAND. */
export declare function loadSlot(slot: usize): void;
/** @returns the length of the account's code, which `copyCode` then copies. The address is at HAND. */
export declare function codeLength(account: usize): u32;
export declare function copyCode(target: usize): void;
/** Writes the hash of a block to HAND. */
export declare function blockHash(number: u64): void;
/** @returns the gas it costs; -1 without enough of it, -2 when the host must wait, -3 when it failed. */
export declare function precompile(number: u32, input: usize, length: u32, gas: i64): i64;
/** Copies the output of the last precompiled contract. @returns its length when `target` is zero. */
export declare function precompileOutput(target: usize): u32;
/** Grows the memory by pages of 64 KB, or throws. */
export declare function grow(pages: u32): void;
/** Gives the execution up: throws. */
export declare function abandon(reason: u32): void;
