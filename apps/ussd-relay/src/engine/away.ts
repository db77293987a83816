/** Names the servers that a follower needs, and recognizes their absence by its errors. */
import { ConnectionError, ForeignAnswer } from "@tandem/rpc/client";
import { NodeFailed } from "../chain/node-failed.js";
import { RecordsAway } from "../records/records.js";

/** The lines of the log when a server answers again. */
export const back = { node: "the node is back", records: "the records are back" } as const;

/** Returns whether an error concerns one transaction only: what it needs answers, and may do so for others. */
export const isOfOne = (error: unknown): boolean =>
  awayBy(error) === undefined || error instanceof NodeFailed || error instanceof ForeignAnswer;

/** Returns what does not answer according to an error, or undefined for an unexpected error. */
export function awayBy(error: unknown): keyof typeof back | undefined {
  if (error instanceof RecordsAway) return "records";
  return error instanceof ConnectionError ? "node" : undefined;
}
