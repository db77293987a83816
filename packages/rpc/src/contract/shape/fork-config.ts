/** Defines the configuration of a fork of the EVM (EIP-7910). */
import * as z from "@tandem/schema";
import type { ForkConfig } from "../../backend/node-api.js";
import { count, data, plainCount } from "../codec/wire.js";
import { written } from "../codec/writer.js";
import { nothing } from "./control.js";

const addressText = z.string().regex(/^0x[0-9a-f]{40}$/);
const addressesByName = written(z.record(z.string(), addressText), JSON.stringify);

export const forkConfig = z
  .object({
    /** Unix seconds as a JSON number. */
    activationTime: plainCount,
    blockHeight: count,
    blobSchedule: nothing,
    chainId: count,
    forkId: data,
    precompiles: addressesByName,
    systemContracts: addressesByName,
  })
  .meta({ id: "ForkConfig" });

/** The names that EIP-7910 and later EIPs give to precompiled contracts, by their address as a number. */
const precompileNames: ReadonlyMap<number, string> = new Map([
  [0x01, "ECREC"],
  [0x02, "SHA256"],
  [0x03, "RIPEMD160"],
  [0x04, "ID"],
  [0x05, "MODEXP"],
  [0x06, "BN254_ADD"],
  [0x07, "BN254_MUL"],
  [0x08, "BN254_PAIRING"],
  [0x09, "BLAKE2F"],
  [0x0b, "BLS12_G1ADD"],
  [0x0c, "BLS12_G1MSM"],
  [0x0d, "BLS12_G2ADD"],
  [0x0e, "BLS12_G2MSM"],
  [0x0f, "BLS12_PAIRING_CHECK"],
  [0x10, "BLS12_MAP_FP_TO_G1"],
  [0x11, "BLS12_MAP_FP2_TO_G2"],
  [0x100, "P256VERIFY"],
]);

/** Returns addresses by name, in the order of the names. @throws {Error} for a contract without a name. */
function namedPrecompiles(numbers: readonly number[]): Record<string, string> {
  const named = numbers.map((number) => {
    const name = precompileNames.get(number);
    if (name === undefined) throw new Error(`no name of the precompile at ${number}`);
    return [name, `0x${number.toString(16).padStart(40, "0")}`] as const;
  });
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function showForkConfig(
  { activationHeight, activationTime, forkId, precompiles }: ForkConfig,
  chainId: number,
): z.output<typeof forkConfig> {
  return {
    activationTime,
    blockHeight: activationHeight,
    blobSchedule: undefined,
    chainId,
    forkId,
    precompiles: namedPrecompiles(precompiles),
    systemContracts: {},
  };
}
