/** Shows the page on which given headers are verified. The code is loaded on demand. */
import { Section } from "../parts/fields.js";
import { Loading } from "../parts/states.js";
import { useModule } from "../parts/use-module.js";

const load = () => import("./given-proof.js");

export function GivenPage() {
  const loaded = useModule(load);
  return (
    <>
      <h1>Verify a proof</h1>
      <Section title="A header of any merge-mined block" id="given-section">
        {loaded === undefined ? <Loading what="this part" /> : <loaded.GivenProof />}
      </Section>
    </>
  );
}
