/** Shows the merged-mining proof of a block, with code that is loaded for it. */
import { Section } from "../parts/fields.js";
import { Ready } from "../parts/states.js";
import { useModule } from "../parts/use-module.js";
import { useQuery, useSession } from "../session/use-session.js";

const load = async () => ({
  ...(await import("../proof/proof-view.js")),
  ...(await import("../proof/source.js")),
  ...(await import("../proof/fork-data-view.js")),
});

export function BlockProof({ hash }: { readonly hash: Uint8Array }) {
  const { client } = useSession();
  const query = useQuery(() => client.eth_getBlockByHash({ hash, full: false }), [hash.join()]);
  const proof = useModule(load);
  return (
    <Section title="Merged mining, proven step by step" id="proof">
      <Ready query={query} what="the proof">
        {(block) => {
          if (block === undefined || proof === undefined) return <p class="note">Loading…</p>;
          if (block.bitcoinMergedMiningHeader.length === 0) {
            return <p class="note">Nothing was mined for this block: it is the first.</p>;
          }
          const source = proof.sourceOfAnswer(block);
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
