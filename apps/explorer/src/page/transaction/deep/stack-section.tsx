/** Shows the functions of Solidity in which a transaction failed, if the node knows the sources (`--build-info`). */
import { problemText, type StackEntry } from "@tandem/primitives";
import { visible } from "../../../abi/visible.js";
import { Section } from "../../parts/fields.js";
import { AddressLink } from "../../parts/links.js";
import { newestOf } from "../../session/latest-reader.js";
import { useQuery, useSession } from "../../session/use-session.js";

export function StackSection({ hash }: { readonly hash: Uint8Array }) {
  const { client } = useSession();
  const query = useQuery(() => client.tandem_getStackTrace({ hash }), [hash.join()]);
  const found = newestOf(query)?.value;
  if (found === undefined) return null;
  const { stack, omitted, customError, check, problem } = found;
  const [outermost] = stack.slice(-1);
  return (
    <Section title="Where it failed" id="stack">
      {customError !== undefined && (
        <p>
          <code>{customError}</code>
        </p>
      )}
      {check !== undefined && <p>Check of the compiler: {check}.</p>}
      {problem !== undefined && <p class="note">{problemText(stack, problem)}</p>}
      <ol class="stack">
        {stack.slice(0, -1).map((entry, i) => (
          <Entry key={`${i}`} entry={entry} />
        ))}
        {omitted > 0 && <li class="note">{omitted} more</li>}
        {outermost !== undefined && <Entry entry={outermost} />}
      </ol>
    </Section>
  );
}

function Entry({ entry: { address, name, file, line } }: { readonly entry: StackEntry }) {
  return (
    <li>
      <b>{name === undefined ? "source not known" : visible(name)}</b>
      {file !== undefined && (
        <>
          {" "}
          <code>
            {visible(file)}
            {line !== undefined && `:${line}`}
          </code>
        </>
      )}{" "}
      <small>
        <AddressLink value={address} />
      </small>
    </li>
  );
}
