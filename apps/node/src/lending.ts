/** Says which requests need no funds, by the node whose errors this one answers. */
import type { ErrorForm } from "@tandem/rpc";
import type { Lending } from "@tandem/state";

/** As measured: Hardhat's network checks no balance outside of transactions, anvil checks that of calls. */
const lending: Readonly<Record<ErrorForm, Lending | undefined>> = {
  standard: undefined,
  hardhat: "calls and estimates",
  anvil: "estimates",
};

/** Returns the requests whose sender needs no funds; undefined for none. */
export const lendingOf = (form: ErrorForm): Lending | undefined => lending[form];
