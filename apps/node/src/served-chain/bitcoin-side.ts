/**
 * Creates the sealer of blocks: with a Bitcoin node, or with the embedded Bitcoin chain of this
 * process.
 */

import { createEmbeddedBitcoin, type Sealer } from "@tandem/consensus";
import type { ChainSpec, StoredBlock } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { type BitcoinRpc, bitcoinRpc } from "../bitcoin-node/rpc.js";
import { createBitcoinNode } from "../bitcoin-node/sealer.js";
import { anybodysScript } from "../config/mining-settings.js";
import type { Config } from "../config/settings.js";

export interface BitcoinSide {
  /** The address for people, without a password. */
  readonly name: string;
  readonly createSealer: (head: StoredBlock) => Sealer;
  /** The Bitcoin node; undefined for the embedded chain, where no branch can be hidden. */
  readonly rpc: BitcoinRpc | undefined;
  /** Resolves when found blocks are submitted. */
  close(): Promise<void>;
}

export function bitcoinSideOf(config: Config, spec: ChainSpec, logger: Logger): BitcoinSide {
  const { "bitcoin-rpc": url, "bitcoin-payout": payout } = config;
  if (url === undefined) {
    const name = "a chain embedded in this process";
    const createSealer = (head: StoredBlock) => embeddedSealer(head, config.seed ?? 0);
    return { name, createSealer, rpc: undefined, close: async () => {} };
  }
  const rpc = bitcoinRpc(url);
  if (payout === anybodysScript) {
    logger.warn(
      { address: rpc.address },
      "Bitcoin rewards go to a script that anyone can spend; --bitcoin-payout sets another",
    );
  }
  const { seal, close } = createBitcoinNode({
    rpc,
    payoutScript: new Uint8Array(Buffer.from(payout, "hex")),
    apartSecondsMax: spec.bitcoinTimeSecondsMax,
    logger,
  });
  return { name: `the node at ${rpc.address}`, createSealer: () => seal, rpc, close };
}

/** Creates the embedded Bitcoin chain, which continues from the Bitcoin block that sealed the head. */
function embeddedSealer({ header }: StoredBlock, firstExtraNonce: number): Sealer {
  const tip = header.bitcoinMergedMiningHeader;
  const from = tip.length === 0 ? {} : { tip, height: header.number };
  return createEmbeddedBitcoin({ ...from, firstExtraNonce }).seal;
}
