// Functions that the host provides. Addresses and slots are passed at HAND, as 32 bytes big-endian.

/** Writes the balance, nonce, code hash and flags of an account that exists. The address is at HAND. */
export declare function loadAccount(account: usize): void;
/** Writes the value, original and initial value of the slot at HAND2 of the account at HAND. */
export declare function loadSlot(slot: usize): void;
/** Prepares the account's code for `copyCode`. The address is at HAND. @returns its length. */
export declare function codeLength(account: usize): u32;
export declare function copyCode(target: usize): void;
/** Writes the hash of a block to HAND. */
export declare function blockHash(number: u64): void;
/**
 * Runs a precompiled contract.
 * @returns the gas used; -1 without enough gas, -2 if the host must wait, -3 if it failed.
 */
export declare function precompile(number: u32, input: usize, length: u32, gas: i64): i64;
/** Copies the output of the last precompiled contract. @returns its length when `target` is zero. */
export declare function precompileOutput(target: usize): u32;
/** Grows the memory by pages of 64 KB, or throws. */
export declare function grow(pages: u32): void;
/** Aborts the execution by throwing. */
export declare function abandon(reason: u32): void;
