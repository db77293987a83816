/** Defines how long a client waits for a transaction to be mined (EIP-7966). */
import { anyCount } from "../codec/wire.js";

const waitMsDefault = 20_000;
const waitMsMax = 60_000;

/** Milliseconds in hex or as a JSON number. */
export const receiptWait = anyCount
  .refine((ms) => ms <= waitMsMax, `expected milliseconds, at most ${waitMsMax}`)
  .prefault(waitMsDefault)
  .describe("Milliseconds to wait for a block: 20,000 if omitted, at most 60,000.");
