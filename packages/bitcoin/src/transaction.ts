/**
 * Encodes and decodes Bitcoin transactions. The id is always the hash of the form without
 * witnesses; blocks may contain witnesses (BIP-144), so both forms are decoded.
 */
import * as P from "micro-packed";
import { compactSizeBytes, compactSizeMax, FieldWriter } from "./field-writer.js";
import { doubleSha256, type InternalHash } from "./hash.js";

export interface TransactionInput {
  readonly previousHash: InternalHash;
  readonly previousIndex: number;
  readonly script: Uint8Array;
  readonly sequence: number;
}

export interface TransactionOutput {
  /** Satoshi, 0 to 21 million Bitcoin. */
  readonly value: bigint;
  readonly script: Uint8Array;
}

export interface BitcoinTransaction {
  readonly version: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly lockTime: number;
  /** Stack items of each input, if the transaction has witnesses. */
  readonly witnesses?: readonly (readonly Uint8Array[])[];
}

/** The maximum supply in satoshi. */
export const valueMax = 2_100_000_000_000_000n;

const finalSequence = 0xffffffff;

function readCompactSize(r: P.Reader): number {
  const first = r.byte();
  if (first < 0xfd) return first;
  const width = first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
  const value = r.bytes(width).reduceRight((sum, byte) => sum * 256 + byte, 0);
  const least = first === 0xfd ? 0xfd : first === 0xfe ? 0x10000 : 0x100000000;
  if (value < least) throw r.err(`${value} has a shorter form`);
  if (value > compactSizeMax) throw r.err(`${value} is above ${compactSizeMax}`);
  return value;
}

/** A count or length: 1, 3 or 5 bytes, the shortest that fits. */
export const compactSize: P.CoderType<number> = P.wrap<number>({
  encodeStream(w, value) {
    if (value < 0 || value > compactSizeMax) throw w.err(`${value} is not 0 to ${compactSizeMax}`);
    if (value < 0xfd) return w.byte(value);
    w.byte(value <= 0xffff ? 0xfd : 0xfe);
    return value <= 0xffff ? P.U16LE.encodeStream(w, value) : P.U32LE.encodeStream(w, value);
  },
  decodeStream: readCompactSize,
});

const script = P.bytes(compactSize);

const inputs = P.array(
  compactSize,
  P.struct({
    previousHash: P.bytes(32),
    previousIndex: P.U32LE,
    script,
    sequence: P.U32LE,
  }),
);
const outputs = P.array(compactSize, P.struct({ value: P.U64LE, script }));
const witness = P.array(compactSize, script);

const plain = P.struct({ version: P.I32LE, inputs, outputs, lockTime: P.U32LE });

const anyForm = P.wrap<BitcoinTransaction>({
  encodeStream(w, tx) {
    if (tx.witnesses === undefined) return plain.encodeStream(w, mutable(tx));
    P.I32LE.encodeStream(w, tx.version);
    w.bytes(Uint8Array.of(0, 1));
    inputs.encodeStream(w, [...tx.inputs]);
    outputs.encodeStream(w, [...tx.outputs]);
    for (const items of tx.witnesses) witness.encodeStream(w, [...items]);
    P.U32LE.encodeStream(w, tx.lockTime);
  },
  decodeStream(r) {
    const version = P.I32LE.decodeStream(r);
    // No transaction has zero inputs, so a zero here is BIP-144's marker.
    const hasWitnesses = r.byte(true) === 0;
    if (hasWitnesses && r.bytes(2)[1] !== 1) throw r.err("unknown transaction form");
    const tx = { version, inputs: inputs.decodeStream(r), outputs: outputs.decodeStream(r) };
    if (!hasWitnesses) return { ...tx, lockTime: P.U32LE.decodeStream(r) };
    const witnesses = tx.inputs.map(() => witness.decodeStream(r));
    return { ...tx, witnesses, lockTime: P.U32LE.decodeStream(r) };
  },
});

/** A block's transactions: their number, then each in the form it has. */
export const transactionListCoder: P.CoderType<BitcoinTransaction[]> = P.array(
  compactSize,
  anyForm,
);

/** Reads the same list up to its first transaction. */
export const firstTransactionCoder: P.CoderType<{ count: number; first: BitcoinTransaction }> =
  P.struct({ count: compactSize, first: anyForm });

const mutable = ({ version, inputs, outputs, lockTime }: BitcoinTransaction) => ({
  version,
  inputs: [...inputs],
  outputs: [...outputs],
  lockTime,
});

/**
 * Encodes a transaction without witnesses, the form of which its id is the hash.
 * @throws {Error} when a field is out of its range.
 */
export function encodeBitcoinTransaction(tx: BitcoinTransaction): Uint8Array {
  const { version, inputs, outputs, lockTime } = tx;
  const writer = new FieldWriter(plainBytes(tx));
  writer.int32(version);
  writer.compactSize(inputs.length);
  for (const { previousHash, previousIndex, script, sequence } of inputs) {
    writer.hash(previousHash);
    writer.uint32(previousIndex);
    writer.script(script);
    writer.uint32(sequence);
  }
  writer.compactSize(outputs.length);
  for (const { value, script } of outputs) {
    writer.uint64(value);
    writer.script(script);
  }
  writer.uint32(lockTime);
  return writer.bytes;
}

/** Bytes of a transaction, an input and an output without their counts and scripts. */
const transactionBytes = 8;
const inputBytes = 40;
const outputBytes = 8;

const scriptBytes = ({ length }: Uint8Array) => compactSizeBytes(length) + length;

/** Returns the length of the form without witnesses. */
function plainBytes({ inputs, outputs }: BitcoinTransaction): number {
  let length =
    transactionBytes + compactSizeBytes(inputs.length) + compactSizeBytes(outputs.length);
  for (const { script } of inputs) length += inputBytes + scriptBytes(script);
  for (const { script } of outputs) length += outputBytes + scriptBytes(script);
  return length;
}

/**
 * Encodes a transaction with its witnesses, if it has any.
 * @throws {Error} when a field is out of its range.
 */
export function encodeWitnessTransaction(tx: BitcoinTransaction): Uint8Array {
  return anyForm.encode(tx);
}

/**
 * Decodes a transaction of either form; no byte may be left over.
 * @throws {Error} when the bytes are not a transaction.
 */
export function decodeBitcoinTransaction(bytes: Uint8Array): BitcoinTransaction {
  return anyForm.decode(bytes);
}

/** Computes the transaction id, a leaf of a block's Merkle tree. */
export function transactionId(tx: BitcoinTransaction): InternalHash {
  return doubleSha256(encodeBitcoinTransaction(tx));
}

/** Encodes a number of Bitcoin's script stack: little-endian, the top bit is the sign. */
function scriptNumber(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if (((bytes.at(-1) ?? 0) & 0x80) !== 0) bytes.push(0);
  return Uint8Array.from(bytes);
}

/** Returns a script that pushes up to 75 bytes. @throws {RangeError} above that. */
export function pushBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 75) throw new RangeError(`${bytes.length} bytes are above 75`);
  return Uint8Array.of(bytes.length, ...bytes);
}

/**
 * Encodes the height at the start of a coinbase script (BIP-34): one opcode up to 16, else a push.
 */
function heightScript(height: number): Uint8Array {
  if (height === 0) return Uint8Array.of(0);
  if (height <= 16) return Uint8Array.of(0x50 + height);
  return pushBytes(scriptNumber(height));
}

/** The limits of a coinbase script's length in bytes (consensus). */
const coinbaseScriptMin = 2;
const coinbaseScriptMax = 100;

function coinbaseScript(
  height: number,
  extraNonce: Uint8Array,
  aux: readonly Uint8Array[],
): Uint8Array {
  const last = pushBytes(extraNonce);
  const script = [...heightScript(height)];
  for (const bytes of aux) {
    const { length } = bytes;
    if (length > 75 || script.length + 1 + length + last.length > coinbaseScriptMax) continue;
    script.push(...pushBytes(bytes));
  }
  script.push(...last);
  if (script.length < coinbaseScriptMin || script.length > coinbaseScriptMax) {
    throw new RangeError(`a coinbase script has 2 to 100 bytes, this has ${script.length}`);
  }
  return Uint8Array.from(script);
}

/**
 * Creates a block's coinbase: no real input, the height first in its script (BIP-34).
 * @param options.extraNonce bytes for a miner to vary; with the height 2 to 100 bytes (consensus).
 * @param options.aux bytes that a node requests in the script (BIP-22); omitted if there is no
 * space.
 * @throws {RangeError} when the script would be longer or shorter.
 */
export function createCoinbase(options: {
  readonly height: number;
  readonly extraNonce: Uint8Array;
  readonly outputs: readonly TransactionOutput[];
  readonly aux?: readonly Uint8Array[];
}): BitcoinTransaction {
  const script = coinbaseScript(options.height, options.extraNonce, options.aux ?? []);
  const input = {
    previousHash: new Uint8Array(32),
    previousIndex: 0xffffffff,
    script,
    sequence: finalSequence,
  };
  return { version: 2, inputs: [input], outputs: options.outputs, lockTime: 0 };
}
