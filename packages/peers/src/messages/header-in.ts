/** Reads the header of an encoded block, and bounds what is hashed of it at once. */
import { rlpListContent, rlpParts } from "@tandem/primitives";
import { peerLimits } from "../limits.js";
import { breach, decodeOrBreach } from "../peer-fault.js";

/** Throws a breach for a header that is too long to be hashed. @throws {PeerFault} `breach` */
export function boundHeader(encoded: Uint8Array): Uint8Array {
  if (encoded.length > peerLimits.headerBytesMax) {
    throw breach(`it sent a header of ${encoded.length} bytes`);
  }
  return encoded;
}

/** Returns the RLP of the header in that of a block. @throws {PeerFault} `breach`, also if its uncles are too long. */
export const headerIn = (block: Uint8Array): Uint8Array =>
  decodeOrBreach("a block", () => {
    const [header, , uncles] = rlpParts(rlpListContent(block));
    if (header === undefined) throw new RangeError("the header is missing");
    if ((uncles?.encoded.length ?? 0) > peerLimits.unclesBytesMax) {
      throw new RangeError(`its uncles have ${uncles?.encoded.length} bytes`);
    }
    return boundHeader(header.encoded);
  });
