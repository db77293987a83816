/** Describes how far a node has applied the log. It is stored with what was applied. */

export interface Position {
  /** The identity of the log. */
  readonly identity: string;
  /** The sequence of the newest record that was applied, and its id; 0 and empty for none. */
  readonly sequence: number;
  readonly id: string;
}

/** Returns a position as text. */
export const encodePosition = ({ identity, sequence, id }: Position): string =>
  JSON.stringify({ identity, sequence, id });

/** Reads what `encodePosition` wrote. */
export const decodePosition = (text: string): Position => JSON.parse(text) as Position;
