/** Says what a list lacks on a node that forks another chain. */
import { isUnknownMethod } from "@tandem/rpc/client";
import { grouped } from "../format/amounts.js";
import { newestOf } from "../session/latest-reader.js";
import type { Session } from "../session/session.js";
import { useQuery, useSession } from "../session/use-session.js";

/** Returns the chain that the node forks; undefined if there is none, or the node does not say so. */
async function readForked({ client }: Session) {
  try {
    return (await client.hardhat_metadata()).forkedNetwork;
  } catch (error) {
    // A node without development methods does not have this one.
    if (isUnknownMethod(error)) return undefined;
    throw error;
  }
}

/** Shows a sentence if the node forks another chain, whose transactions it cannot search. */
export function BeforeFork() {
  const session = useSession();
  const forked = newestOf(useQuery(() => readForked(session), []))?.value;
  if (forked === undefined) return null;
  return (
    <p class="note">
      Not those up to block {grouped(forked.forkBlockNumber)}: they are of chain {forked.chainId},
      which this node forks, and it searches only its own blocks.
    </p>
  );
}
