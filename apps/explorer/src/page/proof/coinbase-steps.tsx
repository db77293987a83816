/** Shows the steps in Bitcoin's coinbase: the tag in its bytes, and its id from the midstate. */

import { toDisplay } from "@tandem/bitcoin";
import { type CoinbaseParts, type ProofParts, tagHashBytes, tagPrefix } from "@tandem/consensus";
import { Hex } from "../parts/links.js";
import { type BytePart, ByteSpans } from "./byte-spans.js";
import { commitmentParts } from "./header-steps.js";

/** Returns the parts of the tail: the bytes before the tag, the tag, the commitment, and the rest. */
function tailParts(coinbase: CoinbaseParts, parts: ProofParts): readonly BytePart[] {
  const { tail, tagOffset } = coinbase;
  if (tagOffset === undefined) return [{ name: "Bytes without a tag", bytes: tail }];
  const hashAt = tagOffset + tagPrefix.length;
  const end = hashAt + tagHashBytes;
  const found = tail.subarray(hashAt, end);
  const committed = commitmentParts(parts);
  let at = hashAt;
  const pieces = committed.map((part) => {
    const bytes = tail.subarray(at, at + part.bytes.length);
    at += part.bytes.length;
    return { ...part, bytes };
  });
  const isOurs = parts.hashForMergedMining !== undefined;
  return [
    { name: "Before the tag", bytes: tail.subarray(0, tagOffset) },
    { name: "Tag", bytes: tail.subarray(tagOffset, hashAt), tone: 0, value: "RSKBLOCK:" },
    ...(isOurs ? pieces : [{ name: "Another hash", bytes: found, tone: 5 }]),
    { name: "After the tag", bytes: tail.subarray(end) },
  ];
}

export function TagStep({ parts }: { readonly parts: ProofParts }) {
  const { coinbase } = parts;
  if (coinbase === undefined) return <p>There is no coinbase that can be read.</p>;
  const { midstate, tail, length, tagOffset } = coinbase;
  return (
    <>
      <p>
        The coinbase transaction has {length} bytes. The header keeps the last {tail.length} of them
        {tagOffset !== undefined && `; the tag begins at byte ${midstate.count + tagOffset}`}.
      </p>
      <ByteSpans parts={tailParts(coinbase, parts)} label="End of the coinbase transaction" />
    </>
  );
}

export function MidstateStep({ parts }: { readonly parts: ProofParts }) {
  const { coinbase } = parts;
  if (coinbase === undefined) return <p>There is no midstate that can be read.</p>;
  const { midstate, id } = coinbase;
  return (
    <>
      <p>
        SHA-256 of the first {midstate.count} bytes stopped at the state{" "}
        <Hex value={midstate.state} whole />. It goes on over the bytes above; SHA-256 of the result
        is the id of the transaction:
      </p>
      <p>
        <Hex value={toDisplay(id)} whole />
      </p>
    </>
  );
}
