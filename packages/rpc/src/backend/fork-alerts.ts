/**
 * Declares the alerts of the fork monitor, which reads Bitcoin's blocks to find branches that are
 * mined in secret.
 */
import type { Bytes } from "@tandem/primitives";

/** The reasons why a Bitcoin node could not be read. */
export const bitcoinFailures = [
  "unreachable",
  "late",
  "unauthorized",
  "bad-answer",
  "refused",
] as const;
export type BitcoinFailure = (typeof bitcoinFailures)[number];

/** The kinds of Bitcoin blocks, by the tag in their coinbase. */
export const tagKinds = [
  "untagged",
  "main-chain",
  "sibling",
  "witness",
  "repeat",
  "unplaced",
] as const;
export type TagKind = (typeof tagKinds)[number];

/** A Bitcoin block whose coinbase tags a block of a hidden branch. */
export interface ForkWitness {
  readonly bitcoinHeight: number;
  readonly bitcoinHash?: Bytes;
  /** Unix seconds, as its header says. */
  readonly time?: number;
  /** The height of the tagged block, and the 20 bytes with which its hash for merged mining begins. */
  readonly tag: { readonly height: number; readonly prefix: Bytes };
}

/** A branch that is mined in secret. */
export interface HiddenFork {
  /** The Bitcoin height of its first witness. */
  readonly id: number;
  /** 0 seen, 1 urgent, 2 action required. */
  readonly level: number;
  readonly levelName: string;
  /** The heights between which it left the main chain. */
  readonly range: { readonly from: number; readonly to: number };
  readonly lengthMin: number;
  readonly lengthMax: number;
  /** The highest height of this chain that a witness tags. */
  readonly lastHeight: number;
  /** `lastHeight` less the head: negative while the branch is behind. */
  readonly ahead: number;
  /** From 0 to 1: its part of the tagged Bitcoin blocks. */
  readonly share: number;
  readonly witnessCount: number;
  /** The witnesses in Bitcoin's order. The oldest of very many are omitted. */
  readonly witnesses: readonly ForkWitness[];
  /** Unix seconds of its first block and of its block 4,000, extrapolated from its witnesses. */
  readonly pace?: {
    readonly secondsPerBlock: number;
    readonly beganAt: number;
    readonly reaches4000At: number;
  };
}

/** The current results of the fork monitor. */
export interface ForkAlerts {
  /** The heights of the Bitcoin blocks that are kept; undefined before the first was read. */
  readonly bitcoin: { readonly from: number; readonly to: number } | undefined;
  readonly tags: Readonly<Record<TagKind, number>>;
  readonly headNumber: number;
  /** Is undefined while the Bitcoin node answers. */
  readonly failure: BitcoinFailure | undefined;
  /** The most urgent first. */
  readonly forks: readonly HiddenFork[];
}
