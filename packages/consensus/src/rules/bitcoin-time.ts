import { decodeBitcoinHeader, headerBytes, secondsAfter } from "@tandem/bitcoin";
import { violation } from "../violation.js";
import type { Rule } from "./rule.js";

/**
 * Bitcoin's time and the block's differ by less than the chain's bound (RSKIP-179). Bitcoin's has 32
 * bits, with which the low 32 bits of the block's are compared, so that blocks can be later than 2106.
 */
export const bitcoinTime: Rule = {
  needs: "header",
  check({ header, spec, rules }) {
    const bytes = header.bitcoinMergedMiningHeader;
    // A header of another length has no time to decode; the merged-mining rule reports it.
    if (!rules.bitcoinTimeLink || bytes.length !== headerBytes) return undefined;
    const found = Math.abs(secondsAfter(decodeBitcoinHeader(bytes).time, header.timestamp));
    return found < spec.bitcoinTimeSecondsMax
      ? undefined
      : violation("bitcoin-time/too-far", {
          expected: `below ${spec.bitcoinTimeSecondsMax}`,
          found,
        });
  },
};
