/**
 * A Bitcoin chain inside the process, for a node without a Bitcoin node: real headers linked by
 * hash, real coinbase transactions, and real proof of work at Bitcoin's easiest target. Only its
 * other transactions are generated; they are well formed and determine the depth of the Merkle
 * branch.
 */
import {
  type BitcoinTransaction,
  coinbaseBranch,
  createCoinbase,
  doubleSha256,
  encodeBitcoinHeader,
  encodeBitcoinTransaction,
  foldBranch,
  hashBitcoinHeader,
  headerBytes,
  headerTimeOf,
  type InternalHash,
  pushBytes,
  regtestBits,
  targetFromBits,
} from "@tandem/bitcoin";
import type { Work } from "@tandem/primitives";
import { tagScript } from "./coinbase.js";
import { grind } from "./grind.js";
import { proofFromParts, type Sealer } from "./seal.js";

export interface EmbeddedBitcoin {
  readonly seal: Sealer;
  /** 80-byte header of the newest block. */
  readonly tip: Uint8Array;
  readonly height: number;
}

/** The genesis header of Bitcoin's regression-test chain, which this chain continues. */
const regtestGenesis = {
  version: 1,
  previousHash: new Uint8Array(32),
  merkleRoot: new Uint8Array(
    Buffer.from("3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a", "hex"),
  ),
  time: 1_296_688_602,
  bits: regtestBits,
  nonce: 2,
};

/** BIP-9 version bits that signal no deployment. */
const headerVersion = 0x20000000;
const fillerCount = 3;
const subsidySatoshi = 5_000_000_000n;
/** Blocks after which a regression-test chain halves its subsidy. */
const halvingBlocks = 150;
/** A script that anybody can spend: the embedded chain's coins have no owner. */
const openScript = Uint8Array.of(0x51);

/** Bitcoin's own target, which applies even if the block's is easier. */
const bitcoinTarget = targetFromBits(regtestBits);

/** Creates the coinbase without witnesses, the form of which its id is the hash. */
function coinbaseFor(work: Work, height: number, extraNonce: number): Uint8Array {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(extraNonce), true);
  const value = subsidySatoshi >> BigInt(Math.min(63, Math.floor(height / halvingBlocks)));
  const outputs = [
    { value, script: openScript },
    // The tag is last, so that few bytes follow it.
    { value: 0n, script: tagScript(work.hashForMergedMining) },
  ];
  return encodeBitcoinTransaction(createCoinbase({ height, extraNonce: counter, outputs }));
}

function filler(spent: InternalHash, index: number): BitcoinTransaction {
  const input = { previousHash: spent, previousIndex: 0, script: pushBytes(spent), sequence: 0 };
  const output = { value: BigInt(10_000 * (fillerCount - index)), script: openScript };
  return { version: 2, inputs: [input], outputs: [output], lockTime: 0 };
}

/** The encoded transactions; only the hash in them changes, so they are encoded once. */
let fillers: readonly Uint8Array[] | undefined;
const encodeFillers = () =>
  Array.from({ length: fillerCount }, (_, index) =>
    encodeBitcoinTransaction(filler(new Uint8Array(32), index)),
  );
/**
 * Offsets of the hash: after version and count; after index, length of the script, and the opcode
 * that pushes.
 */
const spentAt = [5, 43];

/**
 * Returns the ids of transactions that each spend the one before; the first is derived from the
 * previous block.
 */
function fillerIdsOn(previousHash: InternalHash): InternalHash[] {
  let spent: InternalHash = doubleSha256(previousHash);
  fillers ??= encodeFillers();
  return fillers.map((encoded) => {
    const bytes = encoded.slice();
    for (const at of spentAt) bytes.set(spent, at);
    spent = doubleSha256(bytes);
    return spent;
  });
}

/**
 * Creates the chain. @param options.tip 80-byte header to continue from, with its `height`; without
 * it, genesis.
 * @throws {RangeError} when the tip is not 80 bytes.
 */
export function createEmbeddedBitcoin(
  options: {
    readonly tip?: Uint8Array;
    readonly height?: number;
    /** The first extra nonce: another one results in another chain of the same blocks. */
    readonly firstExtraNonce?: number;
  } = {},
): EmbeddedBitcoin {
  let tip = options.tip ?? encodeBitcoinHeader(regtestGenesis);
  let height = options.height ?? 0;
  if (tip.length !== headerBytes) throw new RangeError(`a tip has ${headerBytes} bytes`);

  const seal: Sealer = async (work, signal) => {
    const next = height + 1;
    const previousHash = hashBitcoinHeader(tip);
    // The first position is that of the coinbase, on which its own branch does not depend.
    const branch = coinbaseBranch([previousHash, ...fillerIdsOn(previousHash)]);
    const target = work.target < bitcoinTarget ? work.target : bitcoinTarget;
    for (let extraNonce = options.firstExtraNonce ?? 0; ; extraNonce++) {
      const coinbase = coinbaseFor(work, next, extraNonce);
      const merkleRoot = foldBranch(doubleSha256(coinbase), branch);
      if (merkleRoot === undefined) continue;
      const draft = encodeBitcoinHeader({
        version: headerVersion,
        previousHash,
        merkleRoot,
        time: headerTimeOf(work.timestamp),
        bits: regtestBits,
        nonce: 0,
      });
      const header = await grind({ header: draft, target, signal });
      if (header === undefined) continue;
      // Of two blocks found concurrently, the first one extends the chain, as in Bitcoin.
      if (next > height) {
        tip = header;
        height = next;
      }
      return proofFromParts({ header, coinbase, branch });
    }
  };

  return {
    seal,
    get tip() {
      return tip;
    },
    get height() {
      return height;
    },
  };
}
