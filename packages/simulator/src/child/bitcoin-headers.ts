/**
 * Builds Bitcoin's blocks as bytes for the child: real headers linked by hash, and coinbases with a
 * tag. No proof of work is computed, so a header's hash meets no target; everything else is valid.
 */
import {
  bitsFromTarget,
  coinbaseBranch,
  createCoinbase,
  doubleSha256,
  encodeBitcoinHeader,
  encodeBitcoinTransaction,
  hashBitcoinHeader,
  type InternalHash,
  merkleRoot,
} from "@tandem/bitcoin";
import { tagScript, targetOf } from "@tandem/consensus";
import { type BitcoinTree, genesisId } from "../bitcoin/tree.js";

/** The parts of a Bitcoin block for which a nonce was found. */
export interface BitcoinParts {
  /** The header's 80 bytes. */
  readonly header: Uint8Array;
  /** The coinbase without witnesses. */
  readonly coinbase: Uint8Array;
  readonly branch: readonly InternalHash[];
}

/** Version bits of BIP-9 with no deployment signalled. */
const headerVersion = 0x20000000;
const genesisHash: InternalHash = new Uint8Array(32);
const subsidySatoshi = 312_500_000n;
/** A script that anyone can spend: coins are not simulated. */
const openScript = Uint8Array.of(0x51);
/** The id of the one transaction beside the coinbase, so that branches have a level. */
const otherTransaction: InternalHash = doubleSha256(openScript);

export class BitcoinHeaders {
  readonly #tree: BitcoinTree;
  readonly #kept = new Map<number, { readonly parts: BitcoinParts; readonly hash: InternalHash }>();
  #oldest: number = genesisId;
  #made = 0;

  constructor(tree: BitcoinTree) {
    this.#tree = tree;
  }

  /**
   * Creates a header on `parent`, which is not yet part of the tree.
   * @param made.tag the hash for merged mining; undefined for a block without a tag.
   */
  make(made: {
    readonly parent: number;
    /** Unix seconds. */
    readonly time: number;
    readonly tag: Uint8Array | undefined;
  }): BitcoinParts {
    const { parent, time, tag } = made;
    const extraNonce = new Uint8Array(8);
    new DataView(extraNonce.buffer).setFloat64(0, ++this.#made);
    const paid = { value: subsidySatoshi, script: openScript };
    const outputs = tag === undefined ? [paid] : [paid, { value: 0n, script: tagScript(tag) }];
    const height = this.#tree.height(parent) + 1;
    const coinbase = encodeBitcoinTransaction(createCoinbase({ height, extraNonce, outputs }));
    const ids = [doubleSha256(coinbase), otherTransaction];
    const header = encodeBitcoinHeader({
      version: headerVersion,
      previousHash: this.#kept.get(parent)?.hash ?? genesisHash,
      merkleRoot: merkleRoot(ids),
      time,
      bits: bitsFromTarget(targetOf(BigInt(Math.round(this.#tree.nextDifficulty(parent))))),
      nonce: this.#made >>> 0,
    });
    return { header, coinbase, branch: coinbaseBranch(ids) };
  }

  /** Stores the parts of a block that was added to the tree with this id. */
  keep(id: number, parts: BitcoinParts): void {
    this.#kept.set(id, { parts, hash: hashBitcoinHeader(parts.header) });
  }

  parts(id: number): BitcoinParts | undefined {
    return this.#kept.get(id)?.parts;
  }

  /** Drops the blocks that the tree has dropped. */
  prune(): void {
    for (; this.#oldest < this.#tree.root; this.#oldest++) this.#kept.delete(this.#oldest);
  }
}
