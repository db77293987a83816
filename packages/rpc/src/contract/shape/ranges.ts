/** Defines ranges of a state in geth's shapes: slots of a storage, and accounts. */
import * as z from "@tandem/schema";
import { anyCount, data, hash32, plainCount } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";

/**
 * The maximum number of slots in one answer. A larger request is not an error: the answer contains
 * the next key.
 */
const slotsMax = 1024;
/** The maximum number of accounts in one answer, as in geth. */
const accountsMax = 256;

const capped = (max: number) => anyCount.transform((count) => Math.min(count, max));

export const slotCount = capped(slotsMax);
export const accountCount = capped(accountsMax);

const textOfHex = z.string().regex(/^0x[0-9a-f]*$/);

export const storageRange = z
  .object({
    /** Keyed by the hash of the slot. `key` is null if the database does not know the slot. */
    storage: z.record(textOfHex, z.object({ key: orNull(hash32), value: hash32 })),
    nextKey: orNull(hash32),
  })
  .meta({ id: "StorageRange" });

export const rangedAccount = z
  .object({
    /** Wei, in decimal digits. */
    balance: z.string(),
    nonce: plainCount,
    root: hash32,
    codeHash: hash32,
    code: data.optional(),
    /** Values in hex without 0x, keyed by slot, or by its hash if the database does not know the slot. */
    storage: z.record(textOfHex, z.string()).optional(),
    /** The hash of the address. */
    key: hash32,
  })
  .meta({ id: "RangedAccount" });

export const accountRange = z
  .object({
    /** The state root in hex without 0x. */
    root: z.string(),
    /** Keyed by address, or by `pre(HASH)` if the database does not know the address. */
    accounts: z.record(z.string(), rangedAccount),
    next: hash32.optional(),
  })
  .meta({ id: "AccountRange" });
