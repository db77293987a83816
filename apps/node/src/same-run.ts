/** What makes a run the same every time: `--seed` and `--timestamp`. */
import { UsageError } from "@tandem/cli";
import { type ChainSpec, concat, fromBigInt, keccak256, toHex } from "@tandem/primitives";
import type { Config } from "./config/settings.js";

/** Bytes of the id of a filter or a subscription. */
const idBytes = 16;

/** Ids that follow from the seed, one after the other. */
export function seededIds(seed: number): () => string {
  let made = 0;
  return () => {
    made++;
    const input = concat(
      new TextEncoder().encode("id"),
      fromBigInt(seed),
      Uint8Array.of(0),
      fromBigInt(made),
    );
    return toHex(keccak256(input).subarray(0, idBytes));
  };
}

/**
 * Where the chain's clock begins, and whether it stands still in between. Undefined: the machine's.
 * @throws {UsageError} when the seed cannot decide everything.
 */
export function timeOf(
  config: Config,
  spec: ChainSpec,
): { readonly startMs: number; readonly isVirtual: boolean } | undefined {
  const { seed, timestamp, "bitcoin-rpc": bitcoin } = config;
  if (seed !== undefined && bitcoin !== undefined) {
    throw new UsageError("--seed: not together with --bitcoin-rpc, whose blocks no seed decides");
  }
  if (seed === undefined && timestamp === undefined) return undefined;
  const startMs = (timestamp ?? spec.genesis.timestamp) * 1000;
  return { startMs, isVirtual: seed !== undefined };
}
