/** Shows decoded calls and logs. */
import { toHex } from "@tandem/primitives";
import type { Argument, Decoded } from "../../abi/decode.js";
import { Bounded } from "../parts/bounded.js";
import { AddressLink, HeightLink, Hex, TransactionLink } from "../parts/links.js";
import { Paged } from "../parts/page-steps.js";
import type { Log } from "../session/answers.js";
import { knownItems } from "./kept-abis.js";
import { type Decoder, useDecoder } from "./use-decoder.js";

function Arguments({ args }: { readonly args: readonly Argument[] }) {
  if (args.length === 0) return <p class="note">Without arguments.</p>;
  return (
    <dl class="arguments">
      {args.map(({ name, type, value }, i) => (
        <div key={`${name}-${i}`}>
          <dt>
            {name} <small>{type}</small>
          </dt>
          <dd>
            {type === "address" ? (
              <AddressLink value={value.toLowerCase()} whole />
            ) : (
              <code>
                <Bounded text={value} what={name === "" ? "the argument" : name} />
              </code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function DecodedCall({ decoded }: { readonly decoded: Decoded }) {
  return (
    <div class="decoded">
      <h3>
        <code>{decoded.signature}</code>
      </h3>
      <Arguments args={decoded.args} />
    </div>
  );
}

interface LogsProps {
  readonly logs: readonly Log[];
  /** Shows the transaction and the height of each log, instead of the contract. */
  readonly hasPlaces?: boolean;
}

export function Logs({ logs, hasPlaces = false }: LogsProps) {
  const decoder = useDecoder(logs.length > 0);
  if (logs.length === 0) return <p class="note">None.</p>;
  return (
    <Paged what="logs" items={logs} size={logsShown}>
      {(shown) => <LogList logs={shown} decoder={decoder} hasPlaces={hasPlaces} />}
    </Paged>
  );
}

/** The number of logs of a page. */
const logsShown = 50;

interface LogListProps extends Required<LogsProps> {
  readonly decoder: Decoder | undefined;
}

function LogList({ logs, decoder, hasPlaces }: LogListProps) {
  return (
    <ol class="logs">
      {logs.map((log) => {
        const decoded = decoder?.decodeLog(
          log.topics.map(toHex),
          toHex(log.data),
          knownItems(toHex(log.address)),
        );
        return (
          <li key={`${log.blockNumber}-${log.logIndex}`}>
            <p>
              Log {log.logIndex} of{" "}
              {hasPlaces ? <Place log={log} /> : <AddressLink value={log.address} />}
            </p>
            {decoded === undefined ? <RawLog log={log} /> : <DecodedCall decoded={decoded} />}
          </li>
        );
      })}
    </ol>
  );
}

const Place = ({ log: { transactionHash, blockNumber = 0 } }: { readonly log: Log }) => (
  <>
    block <HeightLink height={blockNumber} />
    {transactionHash !== undefined && (
      <>
        , transaction <TransactionLink value={transactionHash} />
      </>
    )}
  </>
);

function RawLog({ log }: { readonly log: Log }) {
  return (
    <dl class="arguments">
      {log.topics.map((topic, i) => (
        <div key={toHex(topic)}>
          <dt>Topic {i}</dt>
          <dd>
            <Hex value={topic} whole />
          </dd>
        </div>
      ))}
      <div>
        <dt>Data</dt>
        <dd>
          <Hex value={log.data} whole what="the data" />
        </dd>
      </div>
    </dl>
  );
}
