/** Shows the balance, the nonce, the code and the checksums of an account. */
import { type Address, delegateOf, toChecksum } from "@tandem/primitives";
import { visible } from "../../abi/visible.js";
import { coins, counted, grouped } from "../format/amounts.js";
import { Copy } from "../parts/copy.js";
import { Field, Fields } from "../parts/fields.js";
import { AddressLink, Hex, TransactionLink } from "../parts/links.js";
import { compiledContracts } from "../session/compiled.js";
import type { Session } from "../session/session.js";

/** Reads the displayed values of an account. */
export async function readAccount({ client }: Session, address: Uint8Array) {
  const [balance, nonce, code, creator, chainId] = await Promise.all([
    client.eth_getBalance({ address }),
    client.eth_getTransactionCount({ address }),
    client.eth_getCode({ address, block: { tag: "latest" } }),
    client.ots_getContractCreator({ address }),
    client.eth_chainId(),
  ]);
  return {
    balance: balance ?? 0n,
    nonce: nonce ?? 0n,
    code: code ?? new Uint8Array(0),
    creator,
    checksummed: {
      eip55: toChecksum(address as Address),
      eip1191: toChecksum(address as Address, Number(chainId)),
      chainId,
    },
  };
}

type Account = Awaited<ReturnType<typeof readAccount>>;

/** Shows which contract it is, as far as the node knows. */
function ContractKind({ address }: { readonly address: string }) {
  const { name, file, implementation } = compiledContracts.value[address] ?? {};
  return (
    <>
      {name === undefined ? "contract" : `contract ${visible(name)}`}
      {file !== undefined && (
        <>
          {" "}
          of <code>{visible(file)}</code>
        </>
      )}
      {implementation !== undefined && (
        <>
          , a proxy that runs the code of <AddressLink value={implementation} />
        </>
      )}
    </>
  );
}

interface AccountFieldsProps {
  /** In lower-case hex. */
  readonly address: string;
  readonly account: Account;
}

export function AccountFields({ address, account }: AccountFieldsProps) {
  const { balance, nonce, code, creator, checksummed } = account;
  const delegate = delegateOf(code);
  return (
    <Fields>
      <Field name="Balance" meaning="After the newest block">
        {coins(balance)}
      </Field>
      <Field name="Nonce" meaning="Transactions sent, or contracts created">
        {grouped(nonce)}
      </Field>
      <Field name="Kind" meaning="Whether it has code">
        {delegate !== undefined && (
          <>
            runs the code of <AddressLink value={delegate} /> (EIP-7702)
          </>
        )}
        {delegate === undefined &&
          (code.length === 0 ? "account without code" : <ContractKind address={address} />)}
      </Field>
      {creator !== undefined && (
        <Field name="Created" meaning="By whom, and in which transaction">
          by <AddressLink value={creator.creator} /> in <TransactionLink value={creator.hash} />
        </Field>
      )}
      <Field name="Checksum" meaning="As Ethereum's tools write it: EIP-55">
        <code>{checksummed.eip55}</code> <Copy text={checksummed.eip55} what="it with EIP-55" />
      </Field>
      <Field
        name="Checksum of the chain"
        meaning={`As Rootstock's wallets write it: EIP-1191, chain ${checksummed.chainId}`}
      >
        <code>{checksummed.eip1191}</code>{" "}
        <Copy text={checksummed.eip1191} what="it with EIP-1191" />
      </Field>
      {code.length > 0 && delegate === undefined && (
        <Field name="Code" meaning={counted(code.length, "byte")}>
          <details>
            <summary>Show the bytes</summary>
            <Hex value={code} whole what="the code" />
          </details>
        </Field>
      )}
    </Fields>
  );
}
