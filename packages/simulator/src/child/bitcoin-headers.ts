/**
 * Bitcoin's blocks as bytes, where the child needs them: real headers linked by hash, coinbases with
 * a tag. Nothing is ground, so a header's hash meets no target; all else is as it would be.
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

/** Parts of a Bitcoin block that a nonce was found for. */
export interface BitcoinParts {
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** In its form without witnesses. */
  readonly coinbase: Uint8Array;
  readonly branch: readonly InternalHash[];
}

export interface BitcoinHeaders {
  /**
   * Creates a header on `parent`, not yet part of the tree.
   * @param made.tag hash for merged mining; undefined for a block without a tag.
   */
  make(made: {
    readonly parent: number;
    /** Unix seconds. */
    readonly time: number;
    readonly tag: Uint8Array | undefined;
  }): BitcoinParts;
  /** Records the parts of a block that became part of the tree under this id. */
  keep(id: number, parts: BitcoinParts): void;
  parts(id: number): BitcoinParts | undefined;
  /** Forgets what the tree has forgotten. */
  prune(): void;
}

/** Version bits of BIP-9 with no deployment signalled. */
const headerVersion = 0x20000000;
const subsidySatoshi = 312_500_000n;
/** Script anybody may spend: coins are of no interest here. */
const openScript = Uint8Array.of(0x51);
/** Identifier of the one transaction beside the coinbase, so that branches have a level. */
const otherTransaction: InternalHash = doubleSha256(openScript);

export function createBitcoinHeaders(tree: BitcoinTree): BitcoinHeaders {
  const kept = new Map<number, { readonly parts: BitcoinParts; readonly hash: InternalHash }>();
  const genesisHash = new Uint8Array(32);
  let oldest: number = genesisId;
  let made = 0;

  const hashOf = (id: number) => kept.get(id)?.hash ?? genesisHash;

  return {
    make({ parent, time, tag }) {
      const extraNonce = new Uint8Array(8);
      new DataView(extraNonce.buffer).setFloat64(0, ++made);
      const paid = { value: subsidySatoshi, script: openScript };
      const outputs = tag === undefined ? [paid] : [paid, { value: 0n, script: tagScript(tag) }];
      const height = tree.height(parent) + 1;
      const coinbase = encodeBitcoinTransaction(createCoinbase({ height, extraNonce, outputs }));
      const ids = [doubleSha256(coinbase), otherTransaction];
      const header = encodeBitcoinHeader({
        version: headerVersion,
        previousHash: hashOf(parent),
        merkleRoot: merkleRoot(ids),
        time,
        bits: bitsFromTarget(targetOf(BigInt(Math.round(tree.nextDifficulty(parent))))),
        nonce: made >>> 0,
      });
      return { header, coinbase, branch: coinbaseBranch(ids) };
    },
    keep(id, parts) {
      kept.set(id, { parts, hash: hashBitcoinHeader(parts.header) });
    },
    parts: (id) => kept.get(id)?.parts,
    prune() {
      for (; oldest < tree.root; oldest++) kept.delete(oldest);
    },
  };
}
