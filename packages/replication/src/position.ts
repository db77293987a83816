/** Defines the position up to which a node has applied the log. It is stored with the applied data. */

export interface Position {
  /** The identity of the log. */
  readonly identity: string;
  /** The sequence and the id of the newest applied record; 0 and empty if there is none. */
  readonly sequence: number;
  readonly id: string;
}

/** Returns a position as text. */
export const encodePosition = ({ identity, sequence, id }: Position): string =>
  JSON.stringify({ identity, sequence, id });

/** Reads what `encodePosition` wrote. */
export const decodePosition = (text: string): Position => JSON.parse(text) as Position;
