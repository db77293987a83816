/** Shows the token transfers of a transaction. The code is loaded on demand. */
import { toHex } from "@tandem/primitives";
import { Section } from "../parts/fields.js";
import { Paged } from "../parts/page-steps.js";
import { Ready } from "../parts/states.js";
import type { Log } from "../session/answers.js";
import { useQuery, useSession } from "../session/use-session.js";
import { readTokens } from "./read-tokens.js";
import { Transferred } from "./transferred.js";

/** The number of transfers of a page. */
const transfersShown = 25;

/** @param props.logs those of the transfers, in their order. */
export function TransactionTransfers({ logs }: { readonly logs: readonly Log[] }) {
  return (
    <Section title={`Token transfers (${logs.length})`} id="transfers">
      <Paged what="token transfers" items={logs} size={transfersShown}>
        {(shown) => <Transfers logs={shown} />}
      </Paged>
    </Section>
  );
}

function Transfers({ logs }: { readonly logs: readonly Log[] }) {
  const { client } = useSession();
  const [first] = logs;
  const query = useQuery(
    () => readTokens(client, logs),
    [first?.transactionHash?.join(), first?.logIndex],
  );
  return (
    <Ready query={query} what="the tokens">
      {(tokens) => (
        <ul class="rows">
          {logs.map((log) => (
            <li key={log.logIndex}>
              <Transferred log={log} token={tokens.get(toHex(log.address))} />
            </li>
          ))}
        </ul>
      )}
    </Ready>
  );
}
