/** Verifies headers that a user enters, as text or as a file. */
import { emptyBytes, type ForkHeights, toHex } from "@tandem/primitives";
import { useMemo, useRef, useState } from "preact/hooks";
import { grouped } from "../format/amounts.js";
import { FileInput } from "../parts/file-input.js";
import { messageOf } from "../parts/states.js";
import { newestOf } from "../session/latest-reader.js";
import { useQuery, useSession } from "../session/use-session.js";
import { checkProof } from "./check-proof.js";
import { mainnetHeader } from "./example-header.js";
import { ProofView } from "./proof-view.js";
import { type ProofSource, readForks, sourcesOfText } from "./source.js";

interface Given {
  readonly sources: readonly ProofSource[];
  readonly fault: string | undefined;
}

function read(text: string, forks: ForkHeights | undefined): Given {
  if (text.trim() === "") return { sources: [], fault: undefined };
  try {
    return { sources: sourcesOfText(text, forks), fault: undefined };
  } catch (error) {
    return { sources: [], fault: messageOf(error) };
  }
}

export function GivenProof() {
  const [{ text, number }, setGiven] = useState({ text: "", number: 0 });
  const area = useRef<HTMLTextAreaElement>(null);
  const { client } = useSession();
  const query = useQuery(() => readForks(client), []);
  const forks = newestOf(query)?.value;
  const { sources, fault } = useMemo(() => read(text, forks), [text, forks]);
  const [chosen, setChosen] = useState(0);
  const take = (given: string): undefined => {
    setChosen(0);
    setGiven((before) => ({ text: given, number: before.number + 1 }));
  };
  const show = (example: string) => {
    if (area.current !== null) area.current.value = example;
    take(example);
  };
  const source = sources[chosen];
  return (
    <>
      <p>
        Give a header or block in RLP as 0x-hex, a block as JSON-RPC returns it, or a file of
        headers, of this chain or of Rootstock's networks. It is verified here; nothing is sent
        anywhere.
      </p>
      <label for="given">Header, block or file</label>
      <textarea
        ref={area}
        id="given"
        rows={4}
        spellcheck={false}
        onInput={(event) => take(event.currentTarget.value)}
      />
      <Examples show={show} />
      <FileInput id="given-file" legend="Or a file" accept=".json,.txt" take={take}>
        <p class="note">Choose it, or drop it here.</p>
      </FileInput>
      {fault !== undefined && (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
      {sources.length > 1 && <Choice sources={sources} chosen={chosen} choose={setChosen} />}
      {source !== undefined && <ProofView key={`${number}-${chosen}`} source={source} />}
    </>
  );
}

/** Offers headers to those who have none. @param props.show is given a block or a file of headers, as text. */
function Examples({ show }: { readonly show: (text: string) => void }) {
  const { client, head } = useSession();
  const [fault, setFault] = useState<string>();
  const showNewest = async () => {
    try {
      show(toHex((await client.debug_getRawBlock({ block: { tag: "latest" } })) ?? emptyBytes));
      setFault(undefined);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <div class="steps">
      <button
        type="button"
        disabled={(head.value?.number ?? 0) === 0}
        onClick={() => void showNewest()}
      >
        The newest block of this chain
      </button>
      <button type="button" onClick={() => show(mainnetHeader)}>
        A block of Rootstock's main network
      </button>
      {fault !== undefined && (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly sources: readonly ProofSource[];
  readonly chosen: number;
  choose(index: number): void;
}

/** Lists the headers of a file, and the number of valid ones. */
function Choice({ sources, chosen, choose }: ChoiceProps) {
  const broken = useMemo(
    () => sources.map((source) => checkProof(source).violations.length > 0),
    [sources],
  );
  const holding = broken.filter((isBroken) => !isBroken).length;
  return (
    <>
      <p id="given-count" role="status">
        {grouped(holding)} of {grouped(sources.length)} proofs hold.
      </p>
      <label for="given-choice">Shown header</label>
      <select
        id="given-choice"
        value={chosen}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {sources.map(({ header }, i) => (
          <option key={header.number} value={i}>
            {broken[i] ? "✗" : "✓"} {header.number}
          </option>
        ))}
      </select>
    </>
  );
}
