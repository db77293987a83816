/**
 * Shows that the receipt is in the block: the nodes of the receipts trie from its root down,
 * verified in the browser.
 */
import { bytesOfHex, isEqual, keccak256, toHex } from "@tandem/primitives";
import { Hex } from "../../parts/links.js";
import { Ready } from "../../parts/states.js";
import type { Receipt } from "../../session/answers.js";
import { useQuery, useSession } from "../../session/use-session.js";

interface ProvenNode {
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
  /** Is true if the node above, or the header, contains the hash of this node. */
  readonly isLinked: boolean;
}

/** Returns the nodes, each with whether its hash is in the node above. The first must be the root. */
export function linkNodes(nodes: readonly Uint8Array[], root: Uint8Array): readonly ProvenNode[] {
  return nodes.map((bytes, i) => {
    const hash = keccak256(bytes);
    const above = nodes[i - 1];
    const isLinked =
      above === undefined ? isEqual(hash, root) : toHex(above).includes(toHex(hash).slice(2));
    return { bytes, hash, isLinked };
  });
}

export function ReceiptProof({ receipt }: { readonly receipt: Receipt }) {
  const { client } = useSession();
  const { blockHash, transactionHash: hash } = receipt;
  const query = useQuery(async () => {
    const [nodes, details] = await Promise.all([
      client.native_getTransactionReceiptNodesByHash({ blockHash, hash }),
      client.ots_getBlockDetailsByHash({ hash: blockHash }),
    ]);
    const root = details?.block.receiptsRoot ?? (bytesOfHex("0x") as Uint8Array);
    return { root, nodes: linkNodes(nodes ?? [], root) };
  }, [hash.join(), blockHash.join()]);
  return (
    <Ready query={query} what="the receipt proof">
      {({ root, nodes }) => (
        <>
          <p>
            Receipts root of the block: <Hex value={root} whole />
          </p>
          <ol class="logs nodes">
            {nodes.map(({ bytes, hash: of, isLinked }, i) => (
              <li key={toHex(of)}>
                <p>
                  <span class={isLinked ? "good" : "bad"}>{isLinked ? "✓" : "✗"}</span> Node {i},{" "}
                  {bytes.length} bytes, Keccak-256 <Hex value={of} whole />{" "}
                  {i === 0 ? "is the root" : "stands in the node above"}
                  {!isLinked && ": no"}
                </p>
                <Hex value={bytes} whole what={`node ${i}`} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Ready>
  );
}
