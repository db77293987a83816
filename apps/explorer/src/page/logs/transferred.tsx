/** Shows what a log of a token transfer says: how much, of which token, from whom and to whom. */
import { toHex } from "@tandem/primitives";
import { decodeLog } from "../../abi/decode.js";
import { decimal } from "../format/amounts.js";
import { Bounded } from "../parts/bounded.js";
import { AddressLink } from "../parts/links.js";
import type { Log } from "../session/answers.js";
import type { Token } from "./read-tokens.js";

interface TransferredProps {
  readonly log: Log;
  /** Undefined if nothing is known of the contract. */
  readonly token: Token | undefined;
}

export function Transferred({ log, token }: TransferredProps) {
  const decoded = decodeLog(log.topics.map(toHex), toHex(log.data));
  const arg = (name: string) => decoded?.args.find((one) => one.name === name)?.value;
  const [from, to] = [arg("from"), arg("to")];
  return (
    <>
      <span>
        <Bounded text={amountOf(arg, token)} what="what was transferred" />
      </span>
      <span class="reason">
        of <TokenName contract={toHex(log.address)} token={token} />
      </span>
      {from !== undefined && to !== undefined && (
        <span>
          <AddressLink value={from.toLowerCase()} /> → <AddressLink value={to.toLowerCase()} />
        </span>
      )}
    </>
  );
}

interface TokenNameProps extends Pick<TransferredProps, "token"> {
  /** The address in lower-case hex. */
  readonly contract: string;
}

/** Shows a token by the address of its contract and its symbol. */
export const TokenName = ({ contract, token }: TokenNameProps) => (
  <>
    <AddressLink value={contract} />
    {token?.symbol !== undefined && ` “${token.symbol}”`}
  </>
);

/** Returns what was transferred: an amount, a token by its id, or amounts of tokens. */
function amountOf(arg: (name: string) => string | undefined, token: Token | undefined): string {
  const [tokenId, ids, id, value] = [arg("tokenId"), arg("ids"), arg("id"), arg("value")];
  if (tokenId !== undefined) return `token ${tokenId}`;
  if (ids !== undefined) return `${arg("values")} of tokens ${ids}`;
  if (id !== undefined) return `${value} of token ${id}`;
  if (value === undefined) return "a transfer that cannot be decoded";
  return decimal(BigInt(value), token?.decimals ?? 0);
}
