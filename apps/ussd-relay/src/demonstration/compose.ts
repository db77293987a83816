/** Composes the demonstration mode. */
import { connectChain } from "../chain/chain.js";
import { clocks, type Relay, type RelayOptions, startEngine } from "../compose.js";
import { noMetrics } from "../engine/metrics.js";
import { phonePages } from "../phone/pages.js";
import { levelRecords } from "../records/level-records.js";
import { openLevel } from "../records/open-level.js";
import type { Records } from "../records/records.js";
import { demonstrationConversation, demonstrationSettlement, transactionsOf } from "./posts.js";
import { upgradeRecords } from "./schema-1.js";

/**
 * Starts a relay in demonstration mode. While its node is unreachable it listens, and answers that users should try later.
 * @throws {WrongChain} @throws {NoContract} @throws {UnusableStore} @throws {RpcError}
 */
export async function startDemonstrationRelay(options: RelayOptions): Promise<Relay> {
  const { nodeUrl, contract, chainId, currency, signer, log } = options;
  const chain = connectChain(nodeUrl, contract);
  const records = await openDemonstrationRecords(options.dataDirectory);
  return startEngine(options, {
    chain,
    records,
    target: contract,
    metrics: noMetrics,
    settlement: demonstrationSettlement(chain),
    identity: async () => ({ genesis: await chain.genesis() }),
    converse: (sender) =>
      demonstrationConversation({
        chain,
        chainId,
        sender,
        wallet: signer.address,
        currency,
        log,
      }),
    pages:
      options.phone &&
      phonePages({
        ...options.phone,
        chain,
        nodeUrl,
        transactionsOf: (session) => transactionsOf(records, session),
      }),
  });
}

/** Opens the records and upgrades their schema. @throws {UnusableStore} */
export async function openDemonstrationRecords(directory: string): Promise<Records> {
  const db = await openLevel(directory);
  const records = await levelRecords(db, clocks);
  try {
    await upgradeRecords(db, records, clocks.wall());
    return records;
  } catch (error) {
    // The open records have a timer, which would keep the process alive.
    await records.close();
    throw error;
  }
}
