/**
 * Defines block overrides in the form of the execution APIs. The older names of members that geth and
 * anvil also accept are `coinbase`, `random` and `baseFee`.
 */
import { type BlockOverrides, toBigInt } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { address, anyCount, hash32, objectOf, quantity, quantity64 } from "../../codec/wire.js";

const noBlobs = "expected no blobBaseFee: this chain has no blobs (EIP-4844)";
const noBeacon = "expected no beacon root or withdrawals: this chain has no beacon chain";

const members = {
  number: anyCount.nullish(),
  time: anyCount.nullish(),
  difficulty: quantity.nullish(),
  prevRandao: hash32.nullish(),
  random: hash32.nullish(),
  gasLimit: quantity64.nullish(),
  feeRecipient: address.nullish(),
  coinbase: address.nullish(),
  baseFeePerGas: quantity.nullish(),
  baseFee: quantity.nullish(),
  blobBaseFee: z.null(noBlobs).optional(),
  parentBeaconBlockRoot: z.null(noBeacon).optional(),
  beaconRoot: z.null(noBeacon).optional(),
  withdrawals: z.union([z.null(), z.array(z.never()).max(0)], noBeacon).optional(),
};
const overridesObject = objectOf("an object of block overrides", members);

function overridesOf(wire: z.output<typeof overridesObject>): BlockOverrides {
  const { number, time, gasLimit } = wire;
  // Opcode 0x44 returns the difficulty, so both of its names set it.
  const random = wire.prevRandao ?? wire.random;
  const difficulty = wire.difficulty ?? (random == null ? undefined : toBigInt(random));
  const coinbase = wire.feeRecipient ?? wire.coinbase;
  const minimumGasPrice = wire.baseFeePerGas ?? wire.baseFee;
  return {
    ...(number == null ? {} : { number }),
    ...(time == null ? {} : { timestamp: time }),
    ...(difficulty == null ? {} : { difficulty }),
    ...(gasLimit == null ? {} : { gasLimit }),
    ...(coinbase == null ? {} : { coinbase }),
    ...(minimumGasPrice == null ? {} : { minimumGasPrice }),
  };
}

/** Block members that differ from the real block during a call. */
export const blockOverrides = z
  .codec(overridesObject, z.custom<BlockOverrides>(), {
    decode: overridesOf,
    encode: ({ timestamp, coinbase, minimumGasPrice, ...same }) => ({
      time: timestamp,
      feeRecipient: coinbase,
      baseFeePerGas: minimumGasPrice,
      // Last, so that an object in its JSON form fails, and loses no member.
      ...same,
    }),
  })
  .meta({ id: "BlockOverrides" });
