/** Shows the logs of a contract, page by page, with the names of known events. */
import type { Address } from "@tandem/primitives";
import { Logs } from "../abi/decoded.js";
import { CursorSteps, useCursorPages } from "../parts/cursor-steps.js";
import { Ready } from "../parts/states.js";
import { useQuery, useSession } from "../session/use-session.js";
import { type LogPlace, placeAfter, readLogs } from "./read-logs.js";

export function EventsSection({ address }: { readonly address: Uint8Array }) {
  const { client, head } = useSession();
  const pages = useCursorPages<LogPlace>();
  const { cursor } = pages;
  const query = useQuery(() => {
    const selection = { addresses: [address as Address], topics: [] };
    return readLogs(client, [selection], cursor ?? placeAfter(head.peek()?.number ?? 0));
    // A reorg may change any page.
  }, [cursor, head.value?.hash]);
  return (
    <Ready query={query} what="the events">
      {({ logs, next }) => (
        <>
          <Logs logs={logs} hasPlaces />
          <CursorSteps what="events" pages={pages} next={next} />
        </>
      )}
    </Ready>
  );
}
