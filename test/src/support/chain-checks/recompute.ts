/** Recomputes roots, blooms, sizes and sums of a block from its JSON-RPC results. */
import { createMPT } from "@ethereumjs/mpt";
import { RLP } from "@ethereumjs/rlp";
import { getBytes, hexlify, keccak256, Signature, Transaction, toBeArray } from "ethers";
import type { Hex, WireBlock, WireLog, WireReceipt, WireTransaction } from "../wire.js";

const integer = (value: Hex): Uint8Array => toBeArray(BigInt(value));

/** Returns the EIP-2718 bytes of a transaction, from its fields and its signature. */
export function rawOf(tx: WireTransaction): Uint8Array {
  const type = Number(tx.type);
  const prices =
    type >= 2
      ? {
          maxFeePerGas: tx.maxFeePerGas ?? null,
          maxPriorityFeePerGas: tx.maxPriorityFeePerGas ?? null,
        }
      : { gasPrice: tx.gasPrice };
  const parity = type === 0 ? tx.v : (tx.yParity ?? tx.v);
  const built = Transaction.from({
    type,
    nonce: Number(tx.nonce),
    gasLimit: tx.gas,
    to: tx.to,
    value: tx.value,
    data: tx.input,
    chainId: tx.chainId ?? (BigInt(tx.v) - 35n) / 2n,
    ...prices,
    ...(type >= 1 ? { accessList: accessListOf(tx) } : {}),
    ...(type === 4 ? { authorizationList: authorizationsOf(tx) } : {}),
    signature: { r: tx.r, s: tx.s, v: type === 0 ? BigInt(parity) : Number(parity) + 27 },
  });
  return getBytes(built.serialized);
}

const accessListOf = (tx: WireTransaction) =>
  (tx.accessList ?? []).map(({ address, storageKeys }) => ({
    address,
    storageKeys: [...storageKeys],
  }));

const authorizationsOf = (tx: WireTransaction) =>
  (tx.authorizationList ?? []).map(({ chainId, address, nonce, yParity, r, s }) => ({
    chainId: BigInt(chainId),
    address,
    nonce: BigInt(nonce),
    signature: Signature.from({ r: pad(r), s: pad(s), yParity: Number(yParity) as 0 | 1 }),
  }));

const pad = (value: Hex) => `0x${value.slice(2).padStart(64, "0")}`;

/** Returns the EIP-2718 bytes of a receipt: status, cumulative gas, bloom, logs. */
export function encodeReceipt(receipt: WireReceipt): Uint8Array {
  const list = RLP.encode([
    integer(receipt.status),
    integer(receipt.cumulativeGasUsed),
    getBytes(receipt.logsBloom),
    receipt.logs.map((log) => [
      getBytes(log.address),
      log.topics.map((topic) => getBytes(topic)),
      getBytes(log.data),
    ]),
  ]);
  return receipt.type === "0x0" ? list : Uint8Array.of(Number(receipt.type), ...list);
}

/** Returns the root of the Merkle Patricia trie from `rlp(index)` to each value. */
export async function listRoot(values: readonly Uint8Array[]): Promise<string> {
  const trie = await createMPT();
  for (const [index, value] of values.entries()) await trie.put(RLP.encode(index), value);
  return hexlify(trie.root());
}

/**
 * Returns the bloom of 2048 bits, three for each address and topic: the low 11 bits of the hash's
 * first three words.
 */
export function bloomOf(logs: readonly WireLog[]): string {
  let bits = 0n;
  for (const value of logs.flatMap((log) => [log.address, ...log.topics])) {
    const digest = keccak256(value);
    for (const at of [2, 6, 10])
      bits |= 1n << BigInt(Number(`0x${digest.slice(at, at + 4)}`) & 2047);
  }
  return `0x${bits.toString(16).padStart(512, "0")}`;
}

/** Returns two's complement: a leading zero byte if the top bit is set; zero is one zero byte. */
function signed(value: Hex): Uint8Array {
  const bytes = integer(value);
  return bytes.length > 0 && (bytes[0] as number) < 0x80 ? bytes : Uint8Array.of(0, ...bytes);
}

/** Returns the 17 fields whose RLP is hashed for merged mining. */
const workFields = (block: WireBlock<Hex | WireTransaction>): Uint8Array[] => [
  getBytes(block.parentHash),
  getBytes(block.sha3Uncles),
  getBytes(block.miner),
  getBytes(block.stateRoot),
  getBytes(block.transactionsRoot),
  getBytes(block.receiptsRoot),
  getBytes(block.logsBloom),
  signed(block.difficulty),
  integer(block.number),
  signed(block.gasLimit),
  integer(block.gasUsed),
  integer(block.timestamp),
  getBytes(block.extraData),
  integer(block.paidFees),
  signed(block.minimumGasPrice),
  integer(`0x${block.uncles.length.toString(16)}`),
  new Uint8Array(0),
];

const hashFields = (block: WireBlock<Hex | WireTransaction>): Uint8Array[] => [
  ...workFields(block),
  getBytes(block.bitcoinMergedMiningHeader),
];

/**
 * Returns the keccak-256 with which the hash for merged mining begins, and which is all of it below
 * height 449.
 */
export const workHash = (block: WireBlock<Hex | WireTransaction>): string =>
  keccak256(RLP.encode(workFields(block)));

/** Returns the bytes whose keccak-256 is the block's hash. */
export const encodeHeader = (block: WireBlock<Hex | WireTransaction>): Hex =>
  hexlify(RLP.encode(hashFields(block))) as Hex;

/** Returns all fields of a header; the parts of the proof that its hash omits come last. */
const fullFields = (block: WireBlock<Hex | WireTransaction>): Uint8Array[] => [
  ...hashFields(block),
  getBytes(block.bitcoinMergedMiningMerkleProof),
  getBytes(block.bitcoinMergedMiningCoinbaseTransaction),
];

/** Returns the header's commitment to its uncles: the keccak-256 of the RLP of their full headers. */
export const unclesHash = (uncles: readonly WireBlock[]): string =>
  keccak256(RLP.encode(uncles.map(fullFields)));

/** Returns the length of the RLP `[full header, transactions, uncles]` of a block without uncles. */
export function sizeOf(block: WireBlock<WireTransaction>): number {
  const transactions = block.transactions.map((tx) =>
    tx.type === "0x0" ? RLP.decode(rawOf(tx)) : rawOf(tx),
  );
  return RLP.encode([fullFields(block), transactions as Uint8Array[], []]).length;
}
