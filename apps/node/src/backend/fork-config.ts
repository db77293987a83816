/** Describes the rules of the EVM that apply to the head. */
// The namespace is imported because Node before 20.15 has no crc32, and a named import would fail.
import zlib from "node:zlib";
import type { Chain } from "@tandem/chain";
import { precompileNumbers } from "@tandem/evm";
import { commonAt, evmForks, type ForkHeights, rulesAt } from "@tandem/primitives";
import type { ForkConfig } from "@tandem/rpc";
import { headerAt } from "./locate.js";

/** Returns the rules by which the head was executed (EIP-7910). */
export function forkConfigOf(chain: Chain): ForkConfig {
  const { forks } = chain.spec;
  const { number: height } = chain.head().header;
  const activationHeight = forks[rulesAt(forks, height).evm] ?? 0;
  const first = headerAt(chain, { number: activationHeight });
  return {
    activationHeight,
    activationTime: activationHeight === 0 ? 0 : (first?.timestamp ?? 0),
    forkId: forkIdOf(chain.resolve({ number: 0 }) ?? new Uint8Array(32), forks, height),
    precompiles: precompileNumbers(commonAt(chain.spec, height)),
  };
}

/**
 * Returns FORK_HASH (EIP-6122): a CRC-32 of the genesis hash, and of the height of each fork of the EVM after genesis
 * up to the head as 8 bytes, big endian; forks at the same height count once.
 */
function forkIdOf(genesis: Uint8Array, forks: ForkHeights, height: number): Uint8Array {
  const heights = new Set(evmForks.map((fork) => forks[fork] ?? Number.POSITIVE_INFINITY));
  const passed = [...heights].filter((at) => at > 0 && at <= height).sort((a, b) => a - b);
  let sum = zlib.crc32(genesis);
  for (const at of passed) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(at));
    sum = zlib.crc32(bytes, sum);
  }
  const id = Buffer.alloc(4);
  id.writeUInt32BE(sum);
  return new Uint8Array(id);
}
