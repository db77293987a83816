/**
 * Returns a count with its noun, for example `1 block` or `2 blocks`.
 * @param written the count as the message writes it, for example with separators.
 */
export const counted = (count: number | bigint, noun: string, written = `${count}`): string =>
  `${written} ${noun}${Number(count) === 1 ? "" : "s"}`;

/** Returns the verb of a message whose subject is counted. */
export const isOrAre = (count: number | bigint): string => (Number(count) === 1 ? "is" : "are");

/** Names the blocks of a range of heights, for example `block 7` or `blocks 7 to 9`. */
export const blockRange = (from: number, to: number): string =>
  from === to ? `block ${from}` : `blocks ${from} to ${to}`;
