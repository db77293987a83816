/** Shows whether the fork-detection data of a block match its branch. */
import { Ready } from "../parts/states.js";
import { useQuery, useSession } from "../session/use-session.js";
import { checkForkData, type ForkDataResult } from "./fork-data.js";
import type { ProofSource } from "./source.js";

export function ForkDataView({ source }: { readonly source: ProofSource }) {
  const { client } = useSession();
  const query = useQuery(() => checkForkData(client, source), [source.hash?.join()]);
  return (
    <Ready query={query} what="the ancestors">
      {(result) => (
        <p class="fork-data" data-state={result.state}>
          <FoundText result={result} />
        </p>
      )}
    </Ready>
  );
}

function FoundText({ result }: { readonly result: ForkDataResult }) {
  if (result.state === "none")
    return <>Blocks below height 450 have no fork-detection data to compare.</>;
  if (result.state === "unknown") return <>The node does not have all ancestors of this block.</>;
  const { state, expected, found, ancestors } = result;
  if (state === "holds") {
    return (
      <span class="good">
        ✓ The fork-detection data <code>{found}</code> are those of this branch, recomputed from{" "}
        {ancestors} ancestors.
      </span>
    );
  }
  return (
    <span class="bad">
      ✗ The fork-detection data <code>{found}</code> are of another branch: the {ancestors}{" "}
      ancestors lead to <code>{expected}</code> (<code>fork-detection/other-branch</code>).
    </span>
  );
}
