/** Shows the fields of a transaction and of its receipt, each with its meaning. */
import { coins, counted, grouped, gwei, percent, utc } from "../format/amounts.js";
import { Created } from "../parts/created.js";
import { Field, Fields } from "../parts/fields.js";
import { AddressLink, BlockHashLink, HeightLink } from "../parts/links.js";
import type { Receipt, Transaction } from "../session/answers.js";
import type { Mined, ShownTransaction } from "./read-transaction.js";

const typeNames: Readonly<Record<number, string>> = {
  0: "legacy",
  1: "with an access list (EIP-2930)",
  2: "with a priority fee (EIP-1559)",
  4: "sets code of accounts (EIP-7702)",
};

export function TransactionFields({ shown }: { readonly shown: ShownTransaction }) {
  const { transaction, mined } = shown;
  const { type, accessList = [] } = transaction;
  const slots = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  return (
    <Fields>
      {mined !== undefined && <PlaceFields mined={mined} />}
      <Field name="From" meaning="Who signed it">
        <AddressLink value={transaction.from} whole />
      </Field>
      <ToField transaction={transaction} receipt={mined?.receipt} />
      <Field name="Value" meaning="Coins that it transfers">
        {coins(transaction.value)}
      </Field>
      <Field name="Nonce" meaning="Transactions of the sender before">
        {grouped(transaction.nonce)}
      </Field>
      <Field name="Type" meaning="EIP-2718">
        {type} {typeNames[type] !== undefined && `– ${typeNames[type]}`}
      </Field>
      {accessList.length > 0 && (
        <Field name="Access list" meaning="Announced for a lower price: EIP-2930">
          {counted(accessList.length, "account")}, {counted(slots, "storage slot")}
        </Field>
      )}
      {mined === undefined ? (
        <PriceFields transaction={transaction} />
      ) : (
        <FeeFields transaction={transaction} mined={mined} />
      )}
    </Fields>
  );
}

function ToField({
  transaction,
  receipt,
}: {
  readonly transaction: Transaction;
  readonly receipt: Receipt | undefined;
}) {
  if (transaction.to !== undefined) {
    return (
      <Field name="To" meaning="Who is paid or called">
        <AddressLink value={transaction.to} whole />
      </Field>
    );
  }
  return (
    <Field name="To" meaning="None: a contract creation">
      <Created receipt={receipt} whole />
    </Field>
  );
}

function PlaceFields({ mined: { receipt, timestamp } }: { readonly mined: Mined }) {
  return (
    <>
      <Field name="Block number" meaning="And the position in the block">
        <HeightLink height={receipt.blockNumber} />, position {receipt.transactionIndex}
      </Field>
      <Field name="Block hash">
        <BlockHashLink value={receipt.blockHash} whole />
      </Field>
      <Field name="Time" meaning="Of the block">
        {utc(timestamp)}
      </Field>
    </>
  );
}

function PriceFields({ transaction }: { readonly transaction: Transaction }) {
  const { gas, gasPrice, maxPriorityFeePerGas } = transaction;
  return (
    <>
      <Field name="Gas limit" meaning="The most that it may use">
        {grouped(gas)}
      </Field>
      <Field name="Gas price" meaning="The most that it pays for a unit">
        {gwei(gasPrice)}
      </Field>
      {maxPriorityFeePerGas !== undefined && (
        <Field name="Priority fee" meaning="The most above the minimum gas price">
          {gwei(maxPriorityFeePerGas)}
        </Field>
      )}
    </>
  );
}

interface FeeProps {
  readonly transaction: Transaction;
  readonly mined: Mined;
}

function FeeFields({ transaction, mined: { receipt, basePrice } }: FeeProps) {
  const { gasUsed, effectiveGasPrice } = receipt;
  return (
    <>
      <Field name="Fee" meaning="Gas used times gas price, paid to the miner">
        {coins(gasUsed * effectiveGasPrice)}
      </Field>
      <Field name="Gas used" meaning="Of its gas limit">
        {grouped(gasUsed)} of {grouped(transaction.gas)} ({percent(gasUsed, transaction.gas)})
      </Field>
      <Field name="Gas price" meaning="The block's minimum gas price and what is above it">
        {gwei(effectiveGasPrice)}
        {basePrice !== undefined &&
          ` = ${gwei(basePrice)} + ${gwei(effectiveGasPrice - basePrice)}`}
      </Field>
      {transaction.maxFeePerGas !== undefined && (
        <Field name="Price caps" meaning="What the sender would pay at most">
          {gwei(transaction.maxFeePerGas)}, of which {gwei(transaction.maxPriorityFeePerGas ?? 0n)}{" "}
          above the minimum
        </Field>
      )}
    </>
  );
}
