/** Shows whose code a transaction sets (EIP-7702). */
import { toHex } from "@tandem/primitives";
import { grouped } from "../../format/amounts.js";
import { Section } from "../../parts/fields.js";
import { AddressLink } from "../../parts/links.js";
import { Paged } from "../../parts/page-steps.js";
import { Ready } from "../../parts/states.js";
import { useQuery } from "../../session/use-session.js";
import { type Authorization, signerOf } from "./signer-of.js";

/** The number of authorizations of a page. */
const shownMax = 25;

export function AuthorizationsSection({ list }: { readonly list: readonly Authorization[] }) {
  return (
    <Section title={`Authorizations (${grouped(list.length)})`} id="authorizations">
      <p class="note">
        Each account that signed one runs the code of another account, unless the nonce or the chain
        was a wrong one: then it has no effect.
      </p>
      <Paged what="authorizations" items={list} size={shownMax}>
        {(shown) => <List list={shown} />}
      </Paged>
    </Section>
  );
}

function List({ list }: { readonly list: readonly Authorization[] }) {
  const signers = useQuery(
    () => Promise.all(list.map(signerOf)),
    [list.map(({ r }) => toHex(r)).join()],
  );
  return (
    <Ready query={signers} what="the signers">
      {(recovered) => (
        <ul class="rows">
          {list.map(({ address, nonce, chainId }, i) => {
            const signer = recovered[i];
            return (
              <li key={i}>
                <span>
                  {signer === undefined ? "nobody" : <AddressLink value={signer} />} →{" "}
                  {address.some((byte) => byte !== 0) ? (
                    <>
                      code of <AddressLink value={address} />
                    </>
                  ) : (
                    "no code any more"
                  )}
                </span>
                <span>nonce {grouped(nonce)}</span>
                <span>{chainId === 0n ? "any chain" : `chain ${chainId}`}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Ready>
  );
}
