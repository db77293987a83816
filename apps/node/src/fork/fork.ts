/**
 * Forks another chain: this chain continues from one of its blocks. The first block of this chain
 * replaces that block, with its number, hash, parent and time. The state before it is read
 * remotely.
 */
import {
  type ChainSpec,
  fromHex,
  type GenesisAccount,
  gethMinimumGasLimit,
  minimumGasLimitFrom,
} from "@tandem/primitives";
import type { ForkedFrom } from "@tandem/rpc";
import type { RemoteState } from "@tandem/state";
import { type Reader, type Store, table } from "@tandem/store";
import { chainIdIn, type ForkPoint, ForkRefused, findForkPoint } from "./fork-point.js";
import { forkLimits } from "./limits.js";
import { RemoteNode, type RemoteNodeOptions } from "./remote-node.js";
import { createRemoteState } from "./remote-state.js";

export interface Fork {
  readonly node: RemoteNode;
  readonly remote: RemoteState;
  readonly from: ForkedFrom;
  /** Returns the chain that continues from the fork: development accounts have a balance there too. */
  spec(base: ChainSpec): Promise<ChainSpec>;
}

/**
 * @param number of the block; undefined for the newest, or the one in the database.
 * @throws {ForkRefused} if there is no such block, or if the database forks another.
 */
export async function openFork(
  url: string,
  number: number | undefined,
  store: Store,
  options: RemoteNodeOptions,
): Promise<Fork> {
  const node = new RemoteNode(url, options);
  const point = await pointOf(node, number, store, options);
  const remote = createRemoteState(node, store, point);
  return {
    node,
    remote,
    from: {
      get url() {
        return node.address;
      },
      chainId: point.chainId,
      blockNumber: point.number,
      blockHash: fromHex(point.hash),
      retryMs: forkLimits.retryMs,
    },
    async spec(base) {
      const accounts = await Promise.all(
        base.genesis.accounts.map((account) => withNonce(remote, account)),
      );
      return specFrom(base, point, accounts);
    },
  };
}

function specFrom(
  base: ChainSpec,
  point: ForkPoint,
  accounts: readonly GenesisAccount[],
): ChainSpec {
  // The search for hidden branches needs blocks with tags, and there are none before the fork.
  const { wasabi: _, ...forks } = base.forks;
  const { chainId, timestamp, number } = point;
  const gasLimit = firstGasLimit(base.genesis.gasLimit, point);
  const forkedFrom = { number, hash: fromHex(point.hash), parentHash: fromHex(point.parentHash) };
  const genesis = {
    ...base.genesis,
    coinbase: point.miner === undefined ? base.genesis.coinbase : fromHex(point.miner),
    timestamp,
    gasLimit,
    minimumGasPrice: firstPrice(base.genesis.minimumGasPrice, point),
    accounts,
    forkedFrom,
  };
  const minimumGasLimit = minimumGasLimitFrom(gasLimit, base.minimumGasLimit);
  return { ...base, name: `fork-${chainId}`, chainId, minimumGasLimit, forks, genesis };
}

/**
 * Returns the gas limit of the first block. Some networks state zero, and no block of this chain could follow one below
 * the lowest limit.
 */
function firstGasLimit(own: bigint, { gasLimit }: ForkPoint): bigint {
  const forked = BigInt(gasLimit);
  return forked < gethMinimumGasLimit ? own : forked;
}

/**
 * Returns the minimum gas price of the first block. Clients price their first transactions by the
 * forked block, so a higher price than its base fee would refuse them.
 */
function firstPrice(own: bigint, { baseFeePerGas }: ForkPoint): bigint {
  const forked = baseFeePerGas === undefined ? own : BigInt(baseFeePerGas);
  return forked < own ? forked : own;
}

/** Returns the rules of a database that forks another chain; undefined if it forks none. */
export function forkedSpecOf(base: ChainSpec, store: Reader): ChainSpec | undefined {
  const kept = store.get(table.forkPoint, "only");
  return kept === undefined ? undefined : specFrom(base, JSON.parse(kept), base.genesis.accounts);
}

/**
 * Refuses a database that forks another chain where no node of that chain is given.
 * @throws {ForkRefused}
 */
export function assertForksNone(store: Reader): void {
  const kept = store.get(table.forkPoint, "only");
  if (kept === undefined) return;
  const { chainId, number, hash, address }: ForkPoint = JSON.parse(kept);
  const from = address === undefined ? "" : `, made from ${address}`;
  const message =
    `the data directory is a fork of chain ${chainId} at block ${number} (${hash})${from}: ` +
    "give the address of a node of that chain, or choose another data directory";
  throw new ForkRefused("url", message);
}

/** Returns the account with its nonce at the fork: its key is public and used on public chains. */
async function withNonce(remote: RemoteState, account: GenesisAccount): Promise<GenesisAccount> {
  await remote.load(account.address);
  return { ...account, nonce: remote.account(account.address)?.nonce ?? 0n };
}

/**
 * Asks the node of a stored fork once for its chain id. A fork goes on without its node, so one that does not answer
 * is no obstacle.
 * @throws {ForkRefused} if it is a node of another chain.
 */
async function assertSameChain(
  { url, address }: RemoteNode,
  point: ForkPoint,
  options: RemoteNodeOptions,
): Promise<void> {
  const limits = { ...forkLimits, requestMs: forkLimits.checkMs, triesMax: 1 };
  const chainId = await new RemoteNode(url, { ...options, limits })
    .call("eth_chainId", [])
    .then((answer) => chainIdIn(answer, { address }))
    .catch(() => options.leaving?.throwIfAborted());
  if (chainId === undefined || chainId === point.chainId) return;
  const message = `the data directory forks chain ${point.chainId}, and ${address} is a node of chain ${chainId}`;
  throw new ForkRefused("url", message);
}

async function pointOf(
  node: RemoteNode,
  number: number | undefined,
  store: Store,
  options: RemoteNodeOptions,
): Promise<ForkPoint> {
  const kept = store.get(table.forkPoint, "only");
  const point: ForkPoint =
    kept === undefined ? await findForkPoint(node, number) : JSON.parse(kept);
  if (kept !== undefined) await assertSameChain(node, point, options);
  if (number !== undefined && number !== point.number) {
    throw new ForkRefused(
      "block",
      `the data directory forks block ${point.number}, not ${number}: choose another one`,
    );
  }
  if (kept === undefined) {
    const batch = store.batch();
    batch.put(table.forkPoint, "only", JSON.stringify(point));
    await batch.commit();
  }
  return point;
}
