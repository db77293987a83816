/** Defines the position up to which a node has applied the log. It is stored with the applied data. */

export interface Position {
  /** The identity of the log. */
  readonly identity: string;
  /** The sequence and the id of the newest applied record; 0 and empty if there is none. */
  readonly sequence: number;
  readonly id: string;
  /** Is true while no record of a log was ever the newest one of the node: its chain is from elsewhere. */
  readonly isForeign?: true;
}

/** Returns a position as text. */
export const encodePosition = ({ identity, sequence, id, isForeign }: Position): string =>
  JSON.stringify({ identity, sequence, id, isForeign });

/** Reads what `encodePosition` wrote. */
export const decodePosition = (text: string): Position => JSON.parse(text) as Position;
