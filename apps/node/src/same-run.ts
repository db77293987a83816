/** Makes runs deterministic: `--seed` and `--timestamp`. */
import { UsageError } from "@tandem/cli";
import { type ChainSpec, concat, fromBigInt, keccak256, toBigInt, toHex } from "@tandem/primitives";
import type { ResolvedSettings } from "./config/resolved-settings.js";

/** The bytes of the id of a filter or a subscription. */
const idBytes = 16;

/** The bytes of a drawn number. */
const drawBytes = 6;

/** Returns a generator of ids that the seed determines. */
export function seededIds(seed: number): () => string {
  const next = seededHashes("id", seed);
  return () => toHex(next().subarray(0, idBytes));
}

/** Returns a generator of numbers from 0 to 1, without 1, that the seed determines. */
export function seededDraws(seed: number): () => number {
  const next = seededHashes("draw", seed);
  return () => Number(toBigInt(next().subarray(0, drawBytes))) / 2 ** (8 * drawBytes);
}

/** Returns a generator of hashes that the purpose and the seed determine. */
function seededHashes(purpose: string, seed: number): () => Uint8Array {
  let made = 0;
  return () => {
    made++;
    const input = concat(
      new TextEncoder().encode(purpose),
      fromBigInt(seed),
      Uint8Array.of(0),
      fromBigInt(made),
    );
    return keccak256(input);
  };
}

/**
 * Returns the start of the chain's clock, and whether it is stopped; undefined for the machine's
 * clock.
 * @throws {UsageError} if a setting conflicts with a deterministic run.
 */
export function timeOf(
  { config, spell }: Pick<ResolvedSettings, "config" | "spell">,
  spec: ChainSpec,
): { readonly startMs: number; readonly isVirtual: boolean } | undefined {
  const { seed, timestamp, "bitcoin-rpc": bitcoin } = config;
  if (seed !== undefined && bitcoin !== undefined) {
    throw new UsageError(
      `${spell("seed")}: not together with ${spell("bitcoin-rpc")}, whose blocks no seed determines`,
    );
  }
  if (seed !== undefined && timestamp === "now") {
    throw new UsageError(
      `${spell("timestamp")} now: not together with ${spell("seed")}, whose runs are deterministic`,
    );
  }
  const isByClock = timestamp === undefined || timestamp === "now";
  if (seed === undefined && isByClock) return undefined;
  const startMs = (isByClock ? spec.genesis.timestamp : timestamp) * 1000;
  return { startMs, isVirtual: seed !== undefined };
}
