/**
 * Checks one block's merged mining from its JSON-RPC form alone: block hash, hash for merged
 * mining, tag, coinbase, Merkle branch, work. Shares no code with the node: RLP, keccak-256 and a
 * SHA-256 that can be resumed are written here again, so that a mistake there cannot hide here.
 *
 *   curl … eth_getBlockByNumber … | node test/independent-proof.mjs      (or: independent-proof.mjs FILE)
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// ---- keccak-256 (Keccak submission, padding 0x01) ----

// A lane of 64 bits is two words of 32: arithmetic on big integers takes twenty times as long.

const [rotations, lanes, roundConstants] = (() => {
  const turns = [];
  const order = [];
  for (let t = 0, x = 1, y = 0; t < 24; t++) {
    turns.push((((t + 1) * (t + 2)) / 2) % 64);
    [x, y] = [y, (2 * x + 3 * y) % 5];
    order.push(x + 5 * y);
  }
  const constants = [];
  for (let round = 0, lfsr = 1; round < 24; round++) {
    const words = [0, 0];
    for (let j = 0; j < 7; j++) {
      const bit = 2 ** j - 1;
      if (lfsr & 1) words[bit >> 5] |= 1 << (bit & 31);
      lfsr = lfsr & 0x80 ? ((lfsr << 1) ^ 0x171) & 0xff : lfsr << 1;
    }
    constants.push(words);
  }
  return [turns, order, constants];
})();

/** Returns the first word of a lane that is rotated to the left by 1 to 63 bits other than 32. */
const rotate = (word, other, n) =>
  n < 32 ? (word << n) | (other >>> (32 - n)) : (other << (n - 32)) | (word >>> (64 - n));

/** Changes each word of a row by the two that follow it. */
function combineRows(words) {
  for (let y = 0; y < 25; y += 5) {
    const first = words[y];
    const second = words[y + 1];
    for (let x = 0; x < 3; x++) words[y + x] ^= ~words[y + x + 1] & words[y + x + 2];
    words[y + 3] ^= ~words[y + 4] & first;
    words[y + 4] ^= ~first & second;
  }
}

/** Permutes 25 lanes, given by their low and their high words. */
function permute(low, high) {
  const [columnsLow, columnsHigh] = [new Int32Array(5), new Int32Array(5)];
  for (const [constantLow, constantHigh] of roundConstants) {
    for (let x = 0; x < 5; x++) {
      columnsLow[x] = low[x] ^ low[x + 5] ^ low[x + 10] ^ low[x + 15] ^ low[x + 20];
      columnsHigh[x] = high[x] ^ high[x + 5] ^ high[x + 10] ^ high[x + 15] ^ high[x + 20];
    }
    for (let i = 0; i < 25; i++) {
      const before = (i + 4) % 5;
      const after = (i + 1) % 5;
      low[i] ^= columnsLow[before] ^ rotate(columnsLow[after], columnsHigh[after], 1);
      high[i] ^= columnsHigh[before] ^ rotate(columnsHigh[after], columnsLow[after], 1);
    }
    let carriedLow = low[1];
    let carriedHigh = high[1];
    for (let t = 0; t < 24; t++) {
      const lane = lanes[t];
      const nextLow = low[lane];
      const nextHigh = high[lane];
      low[lane] = rotate(carriedLow, carriedHigh, rotations[t]);
      high[lane] = rotate(carriedHigh, carriedLow, rotations[t]);
      carriedLow = nextLow;
      carriedHigh = nextHigh;
    }
    combineRows(low);
    combineRows(high);
    low[0] ^= constantLow;
    high[0] ^= constantHigh;
  }
}

export function keccak256(bytes) {
  const rate = 136;
  const padded = Buffer.alloc((Math.floor(bytes.length / rate) + 1) * rate);
  padded.set(bytes);
  padded[bytes.length] ^= 0x01;
  padded[padded.length - 1] ^= 0x80;
  const [low, high] = [new Int32Array(25), new Int32Array(25)];
  for (let at = 0; at < padded.length; at += rate) {
    for (let i = 0; i < rate / 8; i++) {
      low[i] ^= padded.readInt32LE(at + 8 * i);
      high[i] ^= padded.readInt32LE(at + 8 * i + 4);
    }
    permute(low, high);
  }
  const out = Buffer.alloc(32);
  for (let i = 0; i < 4; i++) {
    out.writeInt32LE(low[i], 8 * i);
    out.writeInt32LE(high[i], 8 * i + 4);
  }
  return out;
}

// ---- SHA-256 continued from a state (FIPS 180-4) ----

const isPrime = (n) => ![2, 3, 5, 7, 11, 13, 17].some((p) => p < n && n % p === 0);
const primes = Array.from({ length: 310 }, (_, i) => i + 2).filter(isPrime);
const cubeFraction = (n) => {
  let root = BigInt(Math.floor(Math.cbrt(n) * 2 ** 32));
  while ((root + 1n) ** 3n <= BigInt(n) << 96n) root++;
  while (root ** 3n > BigInt(n) << 96n) root--;
  return Number(root & 0xffffffffn);
};
const roundWords = primes.slice(0, 64).map(cubeFraction);
const right = (x, n) => (x >>> n) | (x << (32 - n));

function mix(state, block) {
  const w = [];
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      w.push(block.readUInt32BE(4 * i));
      continue;
    }
    const small = right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const large = right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w.push((w[i - 16] + small + w[i - 7] + large) >>> 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const t1 =
      h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + roundWords[i] + w[i];
    const t2 = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(t1 + t2) >>> 0, a, b, c, (d + t1) >>> 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) >>> 0);
}

/** @param midstate 8-byte count and eight words, 40 bytes. */
export function resumeSha256(midstate, tail) {
  const count = midstate.readBigUInt64BE(0);
  let state = Array.from({ length: 8 }, (_, i) => midstate.readUInt32BE(8 + 4 * i));
  const closing = Buffer.alloc(64 * Math.ceil((tail.length + 9) / 64) - tail.length);
  closing[0] = 0x80;
  closing.writeBigUInt64BE(
    BigInt.asUintN(64, (count + BigInt(tail.length)) * 8n),
    closing.length - 8,
  );
  const message = Buffer.concat([tail, closing]);
  for (let at = 0; at < message.length; at += 64) state = mix(state, message.subarray(at, at + 64));
  const out = Buffer.alloc(32);
  for (const [i, word] of state.entries()) out.writeUInt32BE(word, 4 * i);
  return out;
}

// ---- RLP ----

function prefix(offset, length) {
  if (length < 56) return Buffer.from([offset + length]);
  const digits = length.toString(16);
  const size = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.from([offset + 55 + size.length]), size]);
}
const rlpString = (b) =>
  b.length === 1 && b[0] < 0x80 ? b : Buffer.concat([prefix(0x80, b.length), b]);
export function rlpList(strings) {
  const body = Buffer.concat(strings.map(rlpString));
  return Buffer.concat([prefix(0xc0, body.length), body]);
}

// ---- the block ----

const sha = (b) => createHash("sha256").update(b).digest();
const doubleSha = (b) => sha(sha(b));
const reversed = (b) => Buffer.from(b).reverse();
const bytes = (hex) => Buffer.from((hex ?? "0x").slice(2), "hex");
const asInteger = (b) => BigInt(`0x${b.toString("hex") || "0"}`);
function unsigned(value) {
  const digits = BigInt(value).toString(16);
  return digits === "0" ? Buffer.alloc(0) : bytes(`0x${digits.length % 2 ? "0" : ""}${digits}`);
}
/** Two's complement: zero is a byte, a set top bit takes a zero byte before it. */
function signed(value) {
  const plain = unsigned(value);
  return plain.length === 0 || plain[0] >= 0x80 ? Buffer.concat([Buffer.from([0]), plain]) : plain;
}

/** The bloom, or what stands for it in a header with an extension (RSKIP-351, version 1). */
function bloomField(block) {
  const bloom = bytes(block.logsBloom);
  if (!Array.isArray(block.rskPteEdges)) return bloom;
  const edges = Buffer.concat(block.rskPteEdges.map((e) => Buffer.from([e & 0xff, e >> 8])));
  return rlpList([Buffer.from([1]), keccak256(rlpList([keccak256(bloom), edges]))]);
}

function workFields(block) {
  return [
    bytes(block.parentHash),
    bytes(block.sha3Uncles),
    bytes(block.miner),
    bytes(block.stateRoot),
    bytes(block.transactionsRoot),
    bytes(block.receiptsRoot),
    bloomField(block),
    signed(block.difficulty),
    unsigned(block.number),
    signed(block.gasLimit),
    unsigned(block.gasUsed),
    unsigned(block.timestamp),
    bytes(block.extraData),
    unsigned(block.paidFees),
    signed(block.minimumGasPrice),
    unsigned(block.uncles.length),
  ];
}

const tagText = Buffer.from("RSKBLOCK:");

/** The hash a tag must show: the base, or its first 20 bytes and the tag's own 12 (RSKIP-110). */
function expectedHash(base, tail, block) {
  const partial = Buffer.concat([tagText, base.subarray(0, 20)]);
  const at = tail.lastIndexOf(partial);
  const data =
    at < 0 ? Buffer.alloc(0) : tail.subarray(at + partial.length, at + partial.length + 12);
  const namesHeight = data.length === 12 && data.readUInt32BE(8) === Number(block.number);
  return Number(block.number) >= 449 && namesHeight
    ? Buffer.concat([base.subarray(0, 20), data])
    : base;
}

function foldBranch(leaf, proof) {
  let hash = leaf;
  for (let at = 0; at < proof.length; at += 32) {
    hash = doubleSha(Buffer.concat([hash, reversed(proof.subarray(at, at + 32))]));
  }
  return hash;
}

/** @returns {{ ok: boolean, steps: { name: string, ok: boolean, detail: string }[] }} */
export function verifyBlock(block) {
  const header = bytes(block.bitcoinMergedMiningHeader);
  const proof = bytes(block.bitcoinMergedMiningMerkleProof);
  const coinbase = bytes(block.bitcoinMergedMiningCoinbaseTransaction);
  const midstate = coinbase.subarray(0, 40);
  const tail = coinbase.subarray(40);
  const steps = [];
  const step = (name, ok, detail) => steps.push({ name, ok, detail });

  const fields = workFields(block);
  const forms = [[...fields, Buffer.alloc(0)], fields];
  const hashOf = (form) => `0x${keccak256(rlpList([...form, header])).toString("hex")}`;
  const form = forms.find((candidate) => hashOf(candidate) === block.hash);
  step("block hash", form !== undefined, hashOf(form ?? forms[0]));

  const base = keccak256(rlpList(form ?? forms[0]));
  const hash = expectedHash(base, tail, block);
  const stated = block.hashForMergedMining ?? `0x${hash.toString("hex")}`;
  step(
    "hash for merged mining",
    stated === `0x${hash.toString("hex")}`,
    `0x${hash.toString("hex")}`,
  );

  const at = tail.lastIndexOf(Buffer.concat([tagText, hash]));
  const after = tail.length - at - tagText.length - 32;
  const isTagged = at >= 0 && at < 64 && at === tail.lastIndexOf(tagText) && after <= 128;
  step(
    "tag",
    isTagged,
    at < 0 ? "not found" : `at byte ${at} of the tail, ${after} bytes after it`,
  );

  const isWhole = coinbase.length >= 40 && midstate.readBigUInt64BE(0) % 64n === 0n;
  const total = isWhole ? midstate.readBigUInt64BE(0) + BigInt(tail.length) : 0n;
  const id = isWhole ? sha(resumeSha256(midstate, tail)) : Buffer.alloc(32);
  step("coinbase", isWhole && total > 64n, `${total} bytes, id ${reversed(id).toString("hex")}`);

  const isProof = proof.length % 32 === 0 && proof.length <= 960 && header.length === 80;
  const root = isProof ? foldBranch(id, proof) : Buffer.alloc(32);
  const isRoot = isProof && root.equals(header.subarray(36, 68));
  step("branch", isRoot, `${proof.length / 32} levels to ${reversed(root).toString("hex")}`);

  const difficulty = BigInt(block.difficulty);
  const target = (1n << 256n) / (difficulty < 3n ? 3n : difficulty);
  const work = reversed(doubleSha(header));
  step("work", header.length === 80 && asInteger(work) <= target, work.toString("hex"));
  return { ok: steps.every((each) => each.ok), steps };
}

function main() {
  const parsed = JSON.parse(readFileSync(process.argv[2] ?? 0, "utf8"));
  const { ok, steps } = verifyBlock(parsed.result ?? parsed);
  for (const each of steps)
    console.log(`${each.ok ? "ok  " : "FAIL"} ${each.name}: ${each.detail}`);
  process.exitCode = ok ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
