// Addresses in linear memory, offsets in records, and numbers that the host also uses: see
// src/engine/layout.ts. Words of the EVM are 32 bytes, least significant first.

/** Words for intermediate results, 32 bytes each. */
export const SCRATCH: usize = 0x100;
/** The word in which host and engine pass an address or a slot, big-endian, and a second one. */
export const HAND: usize = 0x400;
export const HAND2: usize = 0x420;

/** The values of the block and the transaction that instructions read, one word each. */
export const NUMBER: usize = 0x600;
export const TIMESTAMP: usize = 0x620;
export const COINBASE: usize = 0x640;
export const DIFFICULTY: usize = 0x660;
export const GASLIMIT: usize = 0x680;
export const BASEFEE: usize = 0x6a0;
export const CHAINID: usize = 0x6c0;
export const GASPRICE: usize = 0x6e0;
export const ORIGIN: usize = 0x700;
/** The only account whose frames are recorded, if others are of no use: see trace.ts. */
export const WATCHED_ACCOUNT: usize = 0x720;

/** Settings: u32 each. */
export const MAX_CODE: usize = 0x800;
export const MAX_INIT_CODE: usize = 0x804;
/** Is one if EIP-3860, 6780 and 7702 are active. */
export const EIP_3860: usize = 0x808;
export const EIP_6780: usize = 0x80c;
export const EIP_7702: usize = 0x810;
/** Has a bit for each precompiled contract below address 512. */
export const PRECOMPILES: usize = 0x840;
/** A word of zero, which nothing writes: the value of a call without value. */
export const ZERO: usize = 0x8a0;
/**
 * The result of the outermost frame: the remaining gas and the refund, 64 bits each; then the reason of a
 * failure, the failed instruction, and the place and length of the output.
 */
export const RESULT: usize = 0x8c0;
export const R_REFUND: usize = 8;
export const R_REASON: usize = 16;
export const R_FAILED_AT: usize = 20;
export const R_OUTPUT: usize = 24;
export const R_OUTPUT_LENGTH: usize = 28;

/** 20 secret numbers of 64 bits, the seeds of the tables' hash. */
export const SEEDS: usize = 0x900;
/** Two states of keccak, each of 25 lanes and five parities of 64 bits. SHA-256 has its state and last block in the first. */
export const SPONGE: usize = 0xa00;
export const NEXT_SPONGE: usize = 0xb00;
/** Limbs of long numbers, 64 bytes each. */
export const PRODUCT: usize = 0xc00;
export const DIVISOR: usize = 0xc80;
export const QUOTIENT: usize = 0xd00;
/** The hash of the empty code. */
export const EMPTY_HASH: usize = 0xe00;
/**
 * The last modulus, its reciprocal of nine limbs, an estimate of a quotient, and a saved product.
 */
export const MODULUS: usize = 0xe40;
export const RECIPROCAL: usize = 0xe60;
export const ESTIMATE: usize = 0xe90;
export const ASIDE: usize = 0xf00;
/**
 * The table of opcodes: price u16, pops u8, pushes u8. Another table has the number of items read
 * before the price, u8; 0xff: no such instruction.
 */
export const OPCODES: usize = 0x1000;
export const PEEKS: usize = 0x1400;
/** The heads of the chains of known codes. */
export const CODE_BUCKETS: usize = 0x2000;
export const CODE_BUCKET_COUNT: u32 = 1024;
/** The descriptor of the empty code. */
export const EMPTY_CODE: usize = 0x3000;
/** 512 hashes of pairs of words, which Solidity's mappings repeat: both words, then the hash. */
export const PAIRS: usize = 0x4000;
export const P_HASH: usize = 64;
export const P_SIZE: usize = 96;
/**
 * Values of accounts and slots that are kept between calls on the same state. A place has an address
 * as a word, whose highest bit says that it is in use; then a balance, a code hash, a nonce and flags,
 * or the key and the value of a slot.
 */
export const ACCOUNTS: usize = 0x10000;
export const ACCOUNT_PLACES: u32 = 2048;
export const SLOTS: usize = 0x50000;
export const SLOT_PLACES: u32 = 1024;
export const VALUES_END: usize = 0x68000;
/** Codes that are kept between executions; everything above is dropped with each execution. */
export const CODE_START: usize = 0x68000;
export const CODE_END: usize = 0x668000;

// An account: its address as a word, then these fields. The hash of a code that the execution creates is zero
// until it is computed: see codes.ts.
export const A_BALANCE: usize = 32;
export const A_HASH: usize = 64;
export const A_NONCE: usize = 96;
export const A_FLAGS: usize = 104;
/** The descriptor of its code; zero until it is read. */
export const A_CODE: usize = 108;
/** The next account in its chain of the table, and the one that was found before it. */
export const A_CHAIN: usize = 112;
export const A_EARLIER: usize = 116;
/** The number of the precompiled contract. */
export const A_PRECOMPILE: usize = 120;
export const A_SIZE: usize = 128;

export const WARM: u32 = 1;
export const LOADED: u32 = 2;
export const HAS_STORAGE: u32 = 4;
export const TOUCHED: u32 = 8;
export const CREATED: u32 = 16;
export const DESTROYED: u32 = 32;
export const CHANGED: u32 = 64;
export const EXISTED: u32 = 128;
export const IS_PRECOMPILE: u32 = 256;
/**
 * The account was cold when it was accessed, also by a frame that failed. Slots have this flag too.
 */
export const ACCESSED: u32 = 1024;

// A slot of storage or of transient storage: its key as a word, then these fields.
export const S_VALUE: usize = 32;
export const S_ORIGINAL: usize = 64;
export const S_INITIAL: usize = 96;
export const S_ACCOUNT: usize = 128;
export const S_FLAGS: usize = 132;
export const S_CHAIN: usize = 136;
export const S_EARLIER: usize = 140;
/** The number of the frame that last recorded its value. */
export const S_NOTED: usize = 144;
export const S_KIND: usize = 148;
export const S_SIZE: usize = 152;

// A code: its hash, then these fields.
export const C_LENGTH: usize = 32;
export const C_BYTES: usize = 36;
/**
 * The program, and for each byte the distance to its JUMPDEST's instruction, zero if there is none;
 * both are zero until the code runs.
 */
export const C_PROGRAM: usize = 40;
export const C_JUMPS: usize = 44;
export const C_CHAIN: usize = 48;
/**
 * The number of the code's first bytes that are translated, and the place in the program where the rest
 * follows.
 */
export const C_TRANSLATED: usize = 52;
export const C_NEXT: usize = 56;
export const C_SIZE: usize = 64;

// A log: account, number of topics, bytes of data, the previous log, then topics as big-endian
// words, and data.
export const L_ACCOUNT: usize = 0;
export const L_TOPICS: usize = 4;
export const L_LENGTH: usize = 8;
export const L_EARLIER: usize = 12;
export const L_BODY: usize = 16;

// The status of an execution, or of a slice of it.
export const DONE: i32 = 0;
export const PAUSED: i32 = 1;
export const WAITING: i32 = 2;

// The reasons of a frame's failure.
export const OUT_OF_GAS: i32 = 1;
export const STACK_UNDERFLOW: i32 = 2;
export const STACK_OVERFLOW: i32 = 3;
export const INVALID_OPCODE: i32 = 4;
export const INVALID_JUMP: i32 = 5;
export const WRITE_PROTECTION: i32 = 6;
export const BEYOND_RETURN_DATA: i32 = 7;
export const INIT_CODE_SIZE: i32 = 8;
export const COLLISION: i32 = 9;
export const CODE_SIZE: i32 = 10;
export const INVALID_CODE: i32 = 11;
export const VALUE_OVERFLOW: i32 = 12;
export const REVERTED: i32 = 13;
export const PRECOMPILE_FAILED: i32 = 14;
export const REFUND_EXHAUSTED: i32 = 15;
export const TOO_DEEP: i32 = 16;
export const TOO_POOR: i32 = 17;

// A record of an event for traces: the next record, its kind, and its data.
export const T_NEXT: usize = 0;
export const T_KIND: usize = 4;
export const T_OPCODE: usize = 8;
export const T_FAILURE: usize = 12;
/** The caller or destroyed account; the code's account or the beneficiary; the created account. */
export const T_ACCOUNT: usize = 16;
export const T_OTHER: usize = 20;
export const T_CREATED: usize = 24;
export const T_LOG: usize = 28;
/** The gas that was given, and after the frame the gas that was used. */
export const T_GAS: usize = 32;
export const T_DATA: usize = 40;
export const T_LENGTH: usize = 44;
export const T_VALUE: usize = 48;
export const T_SIZE: usize = 80;
