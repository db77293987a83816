/** Encodes the message with which peers begin: their chain and its head (code 0 of the capability). */
import { type BlockHash, encodeItems, fromBigInt, rlpListContent } from "@tandem/primitives";
import { decodeOrBreach } from "../peer-fault.js";
import { hashOf, integerOf, itemsIn, wordOf } from "./fields.js";

/** The capability of the reference network, with its version. */
export const capability = { name: "rsk", version: 62 } as const;

/** The code of the message in the capability. */
export const statusCode = 0;

/** The chain of a node. */
export interface ChainIdentity {
  /** The id of the network: here that of the chain (EIP-155). */
  readonly networkId: number;
  readonly genesisHash: BlockHash;
}

/** The identity of a node's chain, and its head. */
export interface Status extends ChainIdentity {
  readonly version: number;
  readonly bestHash: BlockHash;
  readonly totalDifficulty: bigint;
}

export const encodeStatus = (status: Status): Uint8Array =>
  encodeItems([
    fromBigInt(status.version),
    fromBigInt(status.networkId),
    fromBigInt(status.totalDifficulty),
    status.bestHash,
    status.genesisHash,
  ]);

/** Later versions may append fields. */
const fieldsMax = 16;

/** @throws {PeerFault} `breach` */
export const decodeStatus = (bytes: Uint8Array): Status =>
  decodeOrBreach("Status", () => {
    const [version, networkId, totalDifficulty, bestHash, genesisHash] = itemsIn(
      rlpListContent(bytes),
      fieldsMax,
    );
    return {
      version: integerOf(version),
      networkId: integerOf(networkId),
      totalDifficulty: wordOf(totalDifficulty),
      bestHash: hashOf(bestHash),
      genesisHash: hashOf(genesisHash),
    };
  });
