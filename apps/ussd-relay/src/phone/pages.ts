/**
 * Serves `GET /phone`, a keypad phone in the browser, and its data: settings, the transactions of a
 * session, and the node's JSON of one transaction. It is for demonstrations: a client that knows a
 * session's identifier can read its full hashes.
 */
import { ConnectionError } from "@tandem/rpc/client";
import type { Hex } from "viem";
import type { Chain } from "../chain/chain.js";
import type { SessionTransaction } from "../engine/session-transaction.js";
import { type PageAnswer, type Pages, textPage } from "../gateway/pages.js";
import { relayLimits } from "../limits.js";
import { pageHeaders, readAssets } from "./assets.js";
import { askNode } from "./node-answer.js";
import { listTransactions } from "./transactions.js";

export interface PhoneSettings {
  /** Service code, such as `*384#`. */
  readonly serviceCode: string;
  /** The address of the node's explorer for browsers; undefined: transactions are shown as JSON alone. */
  readonly explorerUrl?: string | undefined;
}

export interface PhoneOptions extends PhoneSettings {
  readonly chain: Pick<Chain, "receipts">;
  readonly nodeUrl: string;
  /** Returns the transactions of a session, in the order of their signatures. */
  readonly transactionsOf: (session: string) => Promise<readonly SessionTransaction[]>;
}

const root = "/phone";
const listPath = `${root}/transactions`;

export function phonePages(options: PhoneOptions): Pages {
  const assets = readAssets();
  return {
    owns: (path) => path === root || path.startsWith(`${root}/`),
    async answer(url, headers) {
      const asset = assets.get(url.pathname);
      if (asset !== undefined) return asset(headers["if-none-match"]);
      try {
        return await answerQuestion(options, url);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        return json(502, { problem: "The node does not answer." });
      }
    },
  };
}

async function answerQuestion(options: PhoneOptions, { pathname, searchParams }: URL) {
  const { chain, transactionsOf, serviceCode, explorerUrl, nodeUrl } = options;
  if (pathname === `${root}/settings`) return json(200, { serviceCode, explorerUrl });
  if (pathname === listPath) {
    const session = searchParams.get("session") ?? "";
    if (session === "" || session.length > relayLimits.sessionIdLengthMax) {
      return json(400, { problem: "session is missing or too long" });
    }
    const transactions = await listTransactions(chain, await transactionsOf(session));
    return json(200, { transactions });
  }
  const [, hash] = /^\/phone\/transactions\/(0x[0-9a-f]{64})$/.exec(pathname) ?? [];
  if (hash !== undefined) return json(200, await askNode(nodeUrl, hash as Hex));
  return textPage(404, "Not found.");
}

const json = (status: number, value: unknown): PageAnswer => ({
  status,
  headers: {
    ...pageHeaders,
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  },
  body: JSON.stringify(value),
});
