/** Shows the token transfers of an account, page by page. The code is loaded on demand. */
import { toHex } from "@tandem/primitives";
import { decimal } from "../format/amounts.js";
import { CursorSteps, useCursorPages } from "../parts/cursor-steps.js";
import { HeightLink, TransactionLink } from "../parts/links.js";
import { Ready } from "../parts/states.js";
import type { Log } from "../session/answers.js";
import type { Session } from "../session/session.js";
import { useQuery, useSession } from "../session/use-session.js";
import { type LogPlace, placeAfter, readLogs } from "./read-logs.js";
import { readBalances, readTokens, type Token } from "./read-tokens.js";
import { TokenName, Transferred } from "./transferred.js";
import { directionOf, transferSelections } from "./transfers.js";

async function readPage(
  { client, head }: Session,
  address: Uint8Array,
  before: LogPlace | undefined,
) {
  const from = before ?? placeAfter(head.peek()?.number ?? 0);
  const page = await readLogs(client, transferSelections(address), from);
  const [tokens, balances] = await Promise.all([
    readTokens(client, page.logs),
    readBalances(client, page.logs, address),
  ]);
  return { ...page, tokens, balances };
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
      {({ logs, next, tokens, balances }) => (
        <>
          <Balances tokens={tokens} balances={balances} />
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

interface BalancesProps {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly balances: ReadonlyMap<string, bigint | undefined>;
}

function Balances({ tokens, balances }: BalancesProps) {
  const known = [...balances].flatMap(([contract, balance]) =>
    balance === undefined ? [] : [{ contract, balance, token: tokens.get(contract) }],
  );
  if (known.length === 0) return null;
  return (
    <>
      <p class="note">What it has now of the tokens on this page:</p>
      <dl class="arguments">
        {known.map(({ contract, balance, token }) => (
          <div key={contract}>
            <dt>
              <TokenName contract={contract} token={token} />
            </dt>
            <dd>{decimal(balance, token?.decimals ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const directions = {
  in: "received",
  out: "sent",
  self: "sent to itself",
  own: "between others",
} as const;

interface TransferProps {
  readonly log: Log;
  readonly address: Uint8Array;
  readonly token: Token | undefined;
}

function Transfer({ log, address, token }: TransferProps) {
  return (
    <li>
      <span class="first">
        <TransactionLink value={log.transactionHash ?? new Uint8Array(0)} />
      </span>
      <HeightLink height={log.blockNumber ?? 0} />
      <span>{directions[directionOf(log, address)]}</span>
      <Transferred log={log} token={token} />
    </li>
  );
}
