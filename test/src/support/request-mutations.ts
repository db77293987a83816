/** Requests no client would send: examples of every method bent in one place or more, and noise. */
import { contract, namesOf } from "@tandem/rpc";
import fc from "fast-check";
import type { Hex } from "./wire.js";

/** A method with parameters it takes. */
interface Example {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the examples' block and transaction are replaced by, so that they are found. */
export interface Known {
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly contract: Hex;
}

const exampleOf = (name: string) =>
  contract.find((method) => method.name === name)?.example.params[0];

/** Examples of every name of every method, about things that are there. */
function examplesFor({ blockHash, transactionHash, contract: address }: Known): Example[] {
  const names: [unknown, Hex][] = [
    [exampleOf("eth_getBlockByHash"), blockHash],
    [exampleOf("eth_getTransactionByHash"), transactionHash],
    [exampleOf("eth_getCode"), address],
  ];
  const replaced = (params: readonly unknown[]): unknown[] =>
    names.reduce<string>(
      (text, [from, to]) => text.replaceAll(String(from), to),
      JSON.stringify(params),
    ) && JSON.parse(names.reduce((text, [from, to]) => text.replaceAll(String(from), to), JSON.stringify(params)));
  return contract.flatMap((method) =>
    namesOf(method).map((name) => ({ method: name, params: replaced(method.example.params) })),
  );
}
