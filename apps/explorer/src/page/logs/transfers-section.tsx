/** Shows the token transfers of an account, page by page. The code is loaded on demand. */
import { toHex } from "@tandem/primitives";
import { decodeLog } from "../../abi/decode.js";
import { decimal } from "../format/amounts.js";
import { Bounded } from "../parts/bounded.js";
import { CursorSteps, useCursorPages } from "../parts/cursor-steps.js";
import { AddressLink, HeightLink, TransactionLink } from "../parts/links.js";
import { Ready } from "../parts/states.js";
import type { Log } from "../session/answers.js";
import type { Session } from "../session/session.js";
import { useQuery, useSession } from "../session/use-session.js";
import { type LogPlace, placeAfter, readLogs } from "./read-logs.js";
import { readToken, type Token } from "./read-tokens.js";
import { directionOf, transferSelections } from "./transfers.js";

async function readPage(
  { client, head }: Session,
  address: Uint8Array,
  before: LogPlace | undefined,
) {
  const from = before ?? placeAfter(head.peek()?.number ?? 0);
  const page = await readLogs(client, transferSelections(address), from);
  const contracts = new Map(page.logs.map((log) => [toHex(log.address), log.address]));
  const tokens = [...contracts].map(
    async ([hex, contract]) => [hex, await readToken(client, contract)] as const,
  );
  return { ...page, tokens: new Map(await Promise.all(tokens)) };
}

export function TransfersSection({ address }: { readonly address: Uint8Array }) {
  const session = useSession();
  const pages = useCursorPages<LogPlace>();
  const { cursor } = pages;
  const query = useQuery(
    () => readPage(session, address, cursor),
    // A reorg may change any page.
    [cursor, session.head.value?.hash],
  );
  return (
    <Ready query={query} what="the transfers">
      {({ logs, next, tokens }) => (
        <>
          {logs.length === 0 && (
            <p class="note">{next === undefined ? "There are none." : "None so far back."}</p>
          )}
          <ul class="rows">
            {logs.map((log) => (
              <Transfer
                key={`${log.blockNumber}-${log.logIndex}`}
                log={log}
                address={address}
                token={tokens.get(toHex(log.address))}
              />
            ))}
          </ul>
          <CursorSteps what="transfers" pages={pages} next={next} />
        </>
      )}
    </Ready>
  );
}

const directions = { in: "received", out: "sent", self: "sent to itself" } as const;

interface TransferProps {
  readonly log: Log;
  readonly address: Uint8Array;
  readonly token: Token | undefined;
}

function Transfer({ log, address, token }: TransferProps) {
  const decoded = decodeLog(log.topics.map(toHex), toHex(log.data));
  const arg = (name: string) => decoded?.args.find((one) => one.name === name)?.value;
  const [from, to] = [arg("from"), arg("to")];
  return (
    <li>
      <span class="first">
        <TransactionLink value={log.transactionHash ?? new Uint8Array(0)} />
      </span>
      <HeightLink height={log.blockNumber ?? 0} />
      <span>{directions[directionOf(log, address)]}</span>
      <span>
        <Bounded text={amountOf(arg, token)} what="what was transferred" />
      </span>
      <span class="reason">
        of <AddressLink value={log.address} />
        {token?.symbol !== undefined && ` “${token.symbol}”`}
      </span>
      {from !== undefined && to !== undefined && (
        <span>
          <AddressLink value={from.toLowerCase()} /> → <AddressLink value={to.toLowerCase()} />
        </span>
      )}
    </li>
  );
}

/** Returns what was transferred: an amount, a token by its id, or amounts of tokens. */
function amountOf(arg: (name: string) => string | undefined, token: Token | undefined): string {
  const [tokenId, ids, id, value] = [arg("tokenId"), arg("ids"), arg("id"), arg("value")];
  if (tokenId !== undefined) return `token ${tokenId}`;
  if (ids !== undefined) return `${arg("values")} of tokens ${ids}`;
  if (id !== undefined) return `${value} of token ${id}`;
  if (value === undefined) return "a transfer that cannot be decoded";
  return decimal(BigInt(value), token?.decimals ?? 0);
}
