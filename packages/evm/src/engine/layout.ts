/** Addresses in the engine's memory and offsets in its records: see assembly/engine/layout.ts. */

export const place = {
  /** Two addresses or words, big-endian, for arguments and results of host functions. */
  hand: 0x400,
  hand2: 0x420,
  /** Words of 32 bytes, least significant byte first. */
  number: 0x600,
  timestamp: 0x620,
  coinbase: 0x640,
  difficulty: 0x660,
  gasLimit: 0x680,
  baseFee: 0x6a0,
  chainId: 0x6c0,
  gasPrice: 0x6e0,
  origin: 0x700,
  watchedAccount: 0x720,
  /** Numbers of 32 bits. */
  maxCode: 0x800,
  maxInitCode: 0x804,
  eip3860: 0x808,
  eip6780: 0x80c,
  eip7702: 0x810,
  /** A bit for each address below 512. */
  precompiles: 0x840,
  /** The result of the outermost frame, from when `run` returns `status.done`. */
  result: 0x8c0,
  /** 160 bytes. */
  seeds: 0x900,
  emptyHash: 0xe00,
  /**
   * For each opcode: gas cost u16, pops u8, pushes u8; then the number of items read before the gas
   * cost, u8.
   */
  opcodes: 0x1000,
  peeks: 0x1400,
} as const;

/** The remaining gas and the refund have 64 bits. */
export const resultAt = {
  gas: 0,
  refund: 8,
  reason: 16,
  failedAt: 20,
  output: 24,
  outputLength: 28,
} as const;

export const accountAt = {
  balance: 32,
  hash: 64,
  nonce: 96,
  flags: 104,
  code: 108,
  earlier: 116,
} as const;

export const flag = {
  hasStorage: 4,
  touched: 8,
  created: 16,
  destroyed: 32,
  changed: 64,
  existed: 128,
  accessed: 1024,
} as const;

export const slotAt = {
  value: 32,
  original: 64,
  initial: 96,
  account: 128,
  flags: 132,
  earlier: 140,
  kind: 148,
} as const;

/** Flags of a slot: its values are known; it was accessed when it was cold. */
export const slotLoaded = 2;
export const slotAccessed = flag.accessed;

export const codeAt = { length: 32, bytes: 36 } as const;

export const logAt = { account: 0, topics: 4, length: 8, earlier: 12, body: 16 } as const;

/** A recorded event, for traces. */
export const eventAt = {
  next: 0,
  kind: 4,
  opcode: 8,
  failure: 12,
  account: 16,
  other: 20,
  created: 24,
  log: 28,
  gas: 32,
  data: 40,
  length: 44,
  value: 48,
} as const;

export const eventKind = { open: 0, close: 1, refuse: 2, destroy: 3, log: 4 } as const;

/** The bits by which `reset` selects what is recorded. */
export const kept = {
  frames: 1,
  logs: 2,
  data: 4,
  exhaustion: 8,
  watched: 16,
  outermost: 32,
} as const;

/** The return values of `run`. */
export const status = { done: 0, paused: 1, waiting: 2 } as const;

/** Reasons of failures, of which the first has an opcode. */
export const reasonOf = {
  invalidOpcode: 4,
  beyondReturnData: 7,
  initCodeSize: 8,
  codeSize: 10,
  valueOverflow: 12,
  precompileFailed: 14,
  tooDeep: 16,
} as const;
