/** Draws the calls of a transaction as a flame graph, and lists them. */
import { toHex } from "@tandem/primitives";
import { useMemo, useState } from "preact/hooks";
import { knownItems } from "../../abi/kept-abis.js";
import { type Decoder, useDecoder } from "../../abi/use-decoder.js";
import { coins, grouped, percent } from "../../format/amounts.js";
import { AddressLink, Hex } from "../../parts/links.js";
import { Ready } from "../../parts/states.js";
import { compiledContracts, useCompiled } from "../../session/compiled.js";
import { useQuery, useSession } from "../../session/use-session.js";
import { type Call, type Flame, type FlameBar, flameOf } from "./flame.js";

export function TraceSection({ hash }: { readonly hash: Uint8Array }) {
  const { client } = useSession();
  const query = useQuery(async () => {
    const options = { kind: "calls", onlyTopCall: false, withLog: false } as const;
    const trace = await client.debug_traceTransaction({ hash, options });
    return flameOf(trace as unknown as Call);
  }, [hash.join()]);
  return (
    <Ready query={query} what="the trace">
      {(flame) => <FlameView flame={flame} />}
    </Ready>
  );
}

const barHeight = 26;

function FlameView({ flame }: { readonly flame: Flame }) {
  const [chosen, setChosen] = useState(0);
  const decoder = useDecoder(true);
  const { bars, omitted, depths } = flame;
  const bar = bars[chosen];
  useCompiled(bars.map(({ call }) => call.to));
  const names = useMemo(
    () => bars.map(({ call }) => nameOf(call, decoder)),
    [bars, decoder, compiledContracts.value],
  );
  return (
    <>
      <p class="note">The width of a call is its gas. Choose one to see what it did.</p>
      <div class="flame" style={{ height: `${depths * barHeight}px` }}>
        {bars.map((one, i) => (
          <Bar
            key={i}
            bar={one}
            isChosen={i === chosen}
            name={names[i] ?? one.call.type}
            choose={() => setChosen(i)}
          />
        ))}
      </div>
      {omitted > 0 && <p class="note">{grouped(omitted)} more calls are not drawn.</p>}
      {bar !== undefined && (
        <CallFacts call={bar.call} top={bars[0]?.call ?? bar.call} decoder={decoder} />
      )}
    </>
  );
}

const selectorBytes = 4;

/** Returns the kind of a call, and the function that it calls. */
function nameOf({ type, to, input }: Call, decoder: Decoder | undefined): string {
  if (type.startsWith("CREATE") || input.length < selectorBytes) return type;
  const decoded = decoder?.decodeInput(toHex(input), knownItems(to && toHex(to)));
  return `${type} ${decoded?.name ?? toHex(input.subarray(0, selectorBytes))}`;
}

interface BarProps {
  readonly bar: FlameBar;
  readonly name: string;
  readonly isChosen: boolean;
  choose(): void;
}

function Bar({ bar, name, isChosen, choose }: BarProps) {
  const { call, depth, start, width } = bar;
  const place = {
    left: `${start * 100}%`,
    width: `${width * 100}%`,
    top: `${depth * barHeight}px`,
  };
  return (
    <button
      type="button"
      class={`bar ${call.error === undefined ? "" : "failed"}`}
      style={place}
      aria-pressed={isChosen}
      aria-label={`${name}, depth ${depth}, ${call.gasUsed} gas${call.error === undefined ? "" : `, ${call.error}`}`}
      onClick={choose}
    >
      {name}
    </button>
  );
}

interface CallFactsProps {
  readonly call: Call;
  readonly top: Call;
  readonly decoder: Decoder | undefined;
}

function CallFacts({ call, top, decoder }: CallFactsProps) {
  const { type, from, to, value, gasUsed, input, output, error } = call;
  const decoded = type.startsWith("CREATE")
    ? undefined
    : decoder?.decodeInput(toHex(input), knownItems(to && toHex(to)));
  return (
    <dl class="arguments call-facts">
      <Row name="Kind">{type}</Row>
      <Row name="From">
        <AddressLink value={from} whole />
      </Row>
      <Row name="To">{to === undefined ? "–" : <AddressLink value={to} whole />}</Row>
      <Row name="Value">{value === undefined ? "–" : coins(value)}</Row>
      <Row name="Gas used">
        {grouped(gasUsed)} ({percent(gasUsed, top.gasUsed)} of all)
      </Row>
      {decoded !== undefined && <Row name="Function">{decoded.signature}</Row>}
      <Row name="Input">
        <Hex value={input} whole what="the input" />
      </Row>
      <Row name="Output">
        <Hex value={output ?? new Uint8Array(0)} whole what="the output" />
      </Row>
      {error !== undefined && (
        <Row name="Error">
          <span class="bad">{error}</span>
        </Row>
      )}
    </dl>
  );
}

interface RowProps {
  readonly name: string;
  readonly children: preact.ComponentChildren;
}

function Row({ name, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
