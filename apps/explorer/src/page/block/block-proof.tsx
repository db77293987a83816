/** Shows the merged-mining proof of a block, with code that is loaded for it. */
import { isMergeMined } from "@tandem/rpc/client";
import { Section } from "../parts/fields.js";
import { Loading, Ready } from "../parts/states.js";
import { useModule } from "../parts/use-module.js";
import { useQuery, useSession } from "../session/use-session.js";

const load = async () => ({
  ...(await import("../proof/proof-view.js")),
  ...(await import("../proof/source.js")),
  ...(await import("../proof/fork-data-view.js")),
});

export function BlockProof({ hash }: { readonly hash: Uint8Array }) {
  const { client } = useSession();
  const proof = useModule(load);
  const query = useQuery(async () => {
    if (proof === undefined) return undefined;
    const [block, forks] = await Promise.all([
      client.eth_getBlockByHash({ hash, full: false }),
      proof.readForks(client),
    ]);
    return block && { block, forks };
  }, [hash.join(), proof]);
  return (
    <Section title="Merged mining, proven step by step" id="proof">
      <Ready query={query} what="the proof">
        {(read) => {
          if (read === undefined || proof === undefined) return <Loading what="the proof" />;
          const { block, forks } = read;
          if (!isMergeMined(block)) {
            return (
              <p class="note">
                This block is not merge-mined with Bitcoin: it is of the chain that the node forks.
              </p>
            );
          }
          if (block.bitcoinMergedMiningHeader.length === 0) {
            return <p class="note">Nothing was mined for this block: it is the first.</p>;
          }
          const source = proof.sourceOfAnswer(block, forks);
          return (
            <>
              <proof.ProofView key={hash.join()} source={source} />
              <proof.ForkDataView source={source} />
            </>
          );
        }}
      </Ready>
    </Section>
  );
}
