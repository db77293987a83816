/** Lists the blocks of a range of heights, whatever branch they are on. */
import { emptyBytes } from "@tandem/primitives";
import { type HeightAndHash, heightMax, type Reader, table } from "@tandem/store";

const lastHash = new Uint8Array(32).fill(0xff);

/**
 * Returns the heights and hashes of the stored blocks of a range, in the order of their heights.
 * @param from the lowest height. @param to the highest height. @param limit the maximum number of blocks.
 */
export const blocksAtHeights = (
  store: Pick<Reader, "keys">,
  from: number,
  to: number,
  limit: number,
): Promise<readonly HeightAndHash[]> =>
  store.keys(table.blocksByHeight, {
    from: { height: Math.min(from, heightMax), hash: emptyBytes },
    to: { height: Math.min(to, heightMax), hash: lastHash },
    limit,
  });
