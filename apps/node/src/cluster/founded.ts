/** Checks the facts on which the nodes of a cluster have agreed: anybody who may write to the servers may have set them. */
import { type Fault, timestampMax, unusableData } from "@tandem/primitives";

/** The number of characters of a hash as hex, with 0x. */
const hashCharacters = 66;
/** The maximum number of characters of a wrong time that an error shows. */
const shownCharacters = 20;

/** Parses the time of genesis, in Unix seconds. @throws {Fault} `unusable-data` if it is none. */
export function agreedTime(agreed: string): number {
  const seconds = /^\d{1,13}$/.test(agreed) ? Number(agreed) : Number.NaN;
  if (seconds <= timestampMax) return seconds;
  const shown = JSON.stringify(agreed.slice(0, shownCharacters));
  throw unusableData(`the genesis-time that the servers of the log have is no time: ${shown}`);
}

/** Returns the error of a node whose genesis block, given by its hash as hex, is not the agreed one. */
export const otherChain = (agreed: string, own: string): Fault =>
  unusableData(
    `the log is of a chain with the genesis ${agreed.slice(0, hashCharacters)}, and that of this node is ${own}: ` +
      "all nodes of a cluster need the same chain, accounts and times, and a data directory of it or an empty one",
  );
