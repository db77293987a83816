/** Shows the state changes of a transaction. */
import { AddressLink } from "../../parts/links.js";
import { Paged } from "../../parts/page-steps.js";
import { Ready } from "../../parts/states.js";
import { Table } from "../../parts/table.js";
import { useQuery, useSession } from "../../session/use-session.js";
import { type Change, changesOf, type Difference } from "./changes.js";

export function ChangesSection({ hash }: { readonly hash: Uint8Array }) {
  const { client } = useSession();
  const query = useQuery(async () => {
    const options = { kind: "prestate", diffMode: true } as const;
    const difference = await client.debug_traceTransaction({ hash, options });
    return changesOf(difference as unknown as Difference);
  }, [hash.join()]);
  return (
    <Ready query={query} what="the changes">
      {(changes) => (
        <Paged what="changes" items={changes} size={changesShown}>
          {(shown) => <ChangeTable changes={shown} />}
        </Paged>
      )}
    </Ready>
  );
}

/** The number of changes of a page. */
const changesShown = 100;

function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <Table headings={["Account", "What", "Before", "After"]}>
      {changes.map(({ address, what, before, after }) => (
        <tr key={`${address} ${what}`}>
          <td>
            <AddressLink value={address} />
          </td>
          <td class="breaking">
            <code>{what}</code>
          </td>
          <td class="breaking">{before}</td>
          <td class="breaking">{after}</td>
        </tr>
      ))}
    </Table>
  );
}
