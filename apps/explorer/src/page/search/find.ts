/** Searches the chain for the entered text. */
import { bytesOfHex } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import { links } from "../router.js";
import { readSearch } from "./read-search.js";

export type Found = { readonly link: string } | { readonly why: string };

type Reads = Pick<
  Calls,
  | "eth_getTransactionByHash"
  | "eth_getBlockByHash"
  | "ots_getBlockDetails"
  | "eth_blockNumber"
  | "eth_chainId"
>;

/** Returns the link to the result, or a message that there is none. */
export async function find(client: Reads, text: string): Promise<Found> {
  const wanted = readSearch(text, Number(await client.eth_chainId()));
  if (wanted.kind === "nothing") return { why: wanted.why };
  if (wanted.kind === "address") return { link: links.address(wanted.address) };
  if (wanted.kind === "height") return findHeight(client, wanted.height);
  return findHash(client, wanted.hash);
}

async function findHeight(client: Reads, height: number): Promise<Found> {
  const block = await client.ots_getBlockDetails({ block: { number: height } });
  if (block !== undefined) return { link: links.block(height) };
  const head = await client.eth_blockNumber();
  return { why: `There is no block ${height}: the newest is ${head}.` };
}

async function findHash(client: Reads, text: string): Promise<Found> {
  const hash = bytesOfHex(text) as Uint8Array;
  const [transaction, block] = await Promise.all([
    client.eth_getTransactionByHash({ hash }),
    client.eth_getBlockByHash({ hash, full: false }),
  ]);
  if (transaction !== undefined) return { link: links.transaction(text) };
  if (block !== undefined) return { link: links.block(text) };
  return { why: "No transaction, pending or mined, and no block of the node has this hash." };
}
