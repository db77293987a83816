/**
 * Computes every value of the worked example in docs/merge-mining.md from one recorded header with
 * only SHA-256, keccak-256 and RLP of other libraries, without code of the node.
 */
import { createHash } from "node:crypto";
import { RLP } from "@ethereumjs/rlp";
import { keccak256 } from "ethers";
import { resumeSha256 } from "../../../independent-proof.mjs";
import { readHeaderList } from "../chain-checks/rootstock-vectors.js";

export const exampleHeight = 4_480_405;

const fieldNames = [
  "parentHash",
  "unclesHash",
  "coinbase",
  "stateRoot",
  "transactionsRoot",
  "receiptsRoot",
  "logsBloom",
  "difficulty",
  "number",
  "gasLimit",
  "gasUsed",
  "timestamp",
  "extraData",
  "paidFees",
  "minimumGasPrice",
  "uncleCount",
  "ummRoot",
];

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes));
const reversed = (bytes: Uint8Array) => Buffer.from(bytes).reverse();
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const keccak = (bytes: Uint8Array) => Buffer.from(keccak256(bytes).slice(2), "hex");
const integer = (bytes: Uint8Array) => BigInt(`0x${hexOf(bytes) || "0"}`);
const wide = (value: bigint) => value.toString(16).padStart(64, "0");

const fieldsByHeight = new Map<number, readonly Buffer[]>(
  readHeaderList("mainnet-4479841-4480540.json").map(({ number, rlp }) => [
    number,
    (RLP.decode(rlp) as Uint8Array[]).map((field) => Buffer.from(field)),
  ]),
);

function fieldsAt(height: number): readonly Buffer[] {
  const fields = fieldsByHeight.get(height);
  if (fields === undefined) throw new Error(`no header ${height} is recorded`);
  return fields;
}

const bitcoinHashAt = (height: number) => doubleSha256(fieldsAt(height)[17] as Buffer);

/** Names of values with their hex or decimal digits, in the document's order. */
export type Rows = Map<string, string>;

const fields = fieldsAt(exampleHeight);
const [bitcoinHeader, proof, coinbaseField] = fields.slice(17) as [Buffer, Buffer, Buffer];
const forWork = RLP.encode(fields.slice(0, 17));
const baseHash = keccak(forWork);

/** Returns the prefix of an RLP list of more than 255 bytes. */
const listPrefix = (bytes: Uint8Array) => hexOf(bytes.subarray(0, 3));

export function headerRows(): Rows {
  const rows: Rows = new Map([["list", listPrefix(forWork)]]);
  for (const [i, name] of fieldNames.entries()) {
    rows.set(name, hexOf(RLP.encode(fields[i] as Buffer)));
  }
  return rows.set("keccak-256", hexOf(baseHash));
}

function forkDetectionData(): { readonly vector: Buffer; readonly uncles: number } {
  const vector = Buffer.from(vectorHeights().map((height) => bitcoinHashAt(height)[0] as number));
  const before = Array.from({ length: 32 }, (_, i) => fieldsAt(exampleHeight - 1 - i)[15]);
  const uncles = before.reduce((sum, count) => sum + Number(integer(count as Buffer)), 0);
  return { vector, uncles };
}

const vectorHeights = () =>
  Array.from({ length: 7 }, (_, i) => Math.floor((exampleHeight - 1) / 64) * 64 - 64 * i);

const heightBytes = Buffer.alloc(4);
heightBytes.writeUInt32BE(exampleHeight);

export function committedHash(): Buffer {
  const { vector, uncles } = forkDetectionData();
  return Buffer.concat([baseHash.subarray(0, 20), vector, Buffer.of(uncles), heightBytes]);
}

export function forkDetectionRows(): Rows {
  const { vector, uncles } = forkDetectionData();
  const rows: Rows = new Map();
  for (const height of vectorHeights()) {
    rows.set(`block ${height}`, hexOf(reversed(bitcoinHashAt(height))));
  }
  return rows
    .set("vector", hexOf(vector))
    .set("uncles", hexOf(Buffer.of(uncles)))
    .set("height", hexOf(heightBytes))
    .set("first 20 bytes", hexOf(baseHash.subarray(0, 20)))
    .set("hash for merged mining", hexOf(committedHash()));
}

const midstate = coinbaseField.subarray(0, 40);
const tail = coinbaseField.subarray(40);

/** The tail as the parts of the end of a transaction, each with its length. */
const tailParts: readonly (readonly [string, number])[] = [
  ["end of an output", 1],
  ["next output, value", 8],
  ["- its script", 26],
  ["last output, value", 8],
  ["- length of script", 1],
  ["- OP_RETURN, push", 2],
  ["- RSKBLOCK:", 9],
  ["- the hash", 32],
  ["lock time", 4],
];

export function coinbaseRows(): Rows {
  const rows: Rows = new Map([
    ["bytes hashed before", hexOf(midstate.subarray(0, 8))],
    ["midstate", hexOf(midstate.subarray(8))],
  ]);
  let at = 0;
  for (const [name, length] of tailParts) {
    rows.set(name, hexOf(tail.subarray(at, at + length)));
    at += length;
  }
  if (at !== tail.length) throw new Error(`the tail has ${tail.length} bytes`);
  return rows;
}

const onceHashed = resumeSha256(midstate, tail);
const coinbaseId = sha256(onceHashed);

export function coinbaseIdRows(): Rows {
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(8n * (midstate.readBigUInt64BE(0) + BigInt(tail.length)));
  return new Map([
    ["length in bits", hexOf(bits)],
    ["SHA-256 of all", hexOf(onceHashed)],
    ["SHA-256 of that", hexOf(coinbaseId)],
    ["id, as displayed", hexOf(reversed(coinbaseId))],
  ]);
}

export function branchRows(): Rows {
  const rows: Rows = new Map();
  let node: Buffer = coinbaseId;
  for (let i = 0; 32 * i < proof.length; i++) {
    const displayed = proof.subarray(32 * i, 32 * i + 32);
    node = doubleSha256(Buffer.concat([node, reversed(displayed)]));
    rows
      .set(`proof ${i + 1}`, hexOf(displayed))
      .set(`reversed ${i + 1}`, hexOf(reversed(displayed)))
      .set(`node ${i + 1}`, hexOf(node));
  }
  return rows;
}

export function bitcoinHeaderRows(): Rows {
  const part = (from: number, to: number) => hexOf(bitcoinHeader.subarray(from, to));
  return new Map([
    ["version", part(0, 4)],
    ["previous block", part(4, 36)],
    ["Merkle root", part(36, 68)],
    ["time", part(68, 72)],
    ["bits", part(72, 76)],
    ["nonce", part(76, 80)],
    ["hash, as computed", hexOf(doubleSha256(bitcoinHeader))],
  ]);
}

const difficulty = integer(fields[7] as Buffer);
export const target: bigint = (1n << 256n) / difficulty;

/** Returns the target of the compact form in a Bitcoin header. */
function bitcoinTarget(): bigint {
  const bits = bitcoinHeader.readUInt32LE(72);
  return BigInt(bits & 0x7fffff) << BigInt(8 * ((bits >>> 24) - 3));
}

export function workRows(): Rows {
  return new Map([
    ["difficulty, decimal", difficulty.toString()],
    ["target", wide(target)],
    ["hash, as displayed", hexOf(reversed(doubleSha256(bitcoinHeader)))],
    ["Bitcoin's target", wide(bitcoinTarget())],
  ]);
}

export function blockHashRows(): Rows {
  const forHash = RLP.encode(fields.slice(0, 18));
  return new Map([
    ["list, one field more", listPrefix(forHash)],
    ["that field's prefix", hexOf(RLP.encode(bitcoinHeader).subarray(0, 2))],
    ["block hash", hexOf(keccak(forHash))],
  ]);
}

/** The result of `mnr_getWork` for its miner. */
export const workAnswer = {
  blockHashForMergedMining: `0x${hexOf(committedHash())}`,
  target: `0x${wide(target)}`,
  feesPaidToMiner: integer(fields[13] as Buffer).toString(),
  notify: true,
  parentBlockHash: `0x${hexOf(fields[0] as Buffer)}`,
};

/** The rows of each section of the document, by its title. */
export const rowsBySection: ReadonlyMap<string, Rows> = new Map([
  ["1. The header without its proof", headerRows()],
  ["2. Fork-detection data", forkDetectionRows()],
  ["3. The tag in the coinbase", coinbaseRows()],
  ["4. The coinbase's id", coinbaseIdRows()],
  ["5. The Merkle branch", branchRows()],
  ["6. The Bitcoin header", bitcoinHeaderRows()],
  ["7. The work", workRows()],
  ["8. The block hash", blockHashRows()],
]);
