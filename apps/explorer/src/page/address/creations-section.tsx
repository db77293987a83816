/** Shows the contracts that an account created. */
import { toHex } from "@tandem/primitives";
import { CursorSteps, useCursorPages } from "../parts/cursor-steps.js";
import { AddressLink, HeightLink, TransactionLink } from "../parts/links.js";
import { Ready } from "../parts/states.js";
import { useQuery, useSession } from "../session/use-session.js";
import { BeforeFork } from "./before-fork.js";
import { readCreations } from "./read-creations.js";

export function CreationsSection({ address }: { readonly address: Uint8Array }) {
  const { client, head } = useSession();
  const pages = useCursorPages<number>();
  const { cursor = 0 } = pages;
  const query = useQuery(
    () => readCreations(client, address, cursor),
    // A reorg may change any page.
    [cursor, head.value?.hash],
  );
  return (
    <Ready query={query} what="the contracts">
      {({ creations, next }) => (
        <>
          <BeforeFork />
          {creations.length === 0 && (
            <p class="note">{next === undefined ? "There are none." : "None so far back."}</p>
          )}
          <ul class="rows">
            {creations.map(({ contract, transaction, blockNumber }) => (
              <li key={`${toHex(transaction)}-${toHex(contract)}`}>
                <span class="first">
                  <AddressLink value={contract} />
                </span>
                <span>
                  in <TransactionLink value={transaction} />
                </span>
                <span>
                  of block <HeightLink height={blockNumber} />
                </span>
              </li>
            ))}
          </ul>
          <CursorSteps what="contracts" pages={pages} next={next} />
        </>
      )}
    </Ready>
  );
}
