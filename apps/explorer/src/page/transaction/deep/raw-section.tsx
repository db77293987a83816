/** Shows the signed bytes of a transaction, and commands that repeat it. */
import { isEqual, keccak256, toHex } from "@tandem/primitives";
import { Bounded } from "../../parts/bounded.js";
import { Copy } from "../../parts/copy.js";
import { LongText } from "../../parts/long-text.js";
import { Ready } from "../../parts/states.js";
import type { Transaction } from "../../session/answers.js";
import { useQuery, useSession } from "../../session/use-session.js";
import { commandsFor } from "./copy-as.js";

export function RawSection({ hash }: { readonly hash: Uint8Array }) {
  const { client } = useSession();
  const query = useQuery(() => client.eth_getRawTransactionByHash({ hash }), [hash.join()]);
  return (
    <Ready query={query} what="the bytes">
      {(raw) => {
        if (raw === undefined) return <p class="note">The node has no bytes of it.</p>;
        const isHash = isEqual(keccak256(raw), hash);
        return (
          <>
            <p class={isHash ? "good" : "bad"}>
              {isHash
                ? "✓ Keccak-256 of these bytes is the hash."
                : "✗ These bytes have another hash."}{" "}
              <Copy text={toHex(raw)} what="the signed bytes" />
            </p>
            <code>
              <Bounded text={toHex(raw)} what="the signed bytes" isCopied />
            </code>
          </>
        );
      }}
    </Ready>
  );
}

export function CopySection({ transaction }: { readonly transaction: Transaction }) {
  return (
    <>
      <p class="note">Each repeats the transaction as a call, on the state before its block.</p>
      {commandsFor(transaction, window.location.origin).map(({ tool, text }) => (
        <div key={tool}>
          <h3>
            {tool} <Copy text={text} what={`the ${tool} command`} />
          </h3>
          <LongText text={text} what={`the ${tool} command`} />
        </div>
      ))}
    </>
  );
}
