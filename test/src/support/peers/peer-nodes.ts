/** Starts nodes that connect to each other directly. */
import { eventually } from "../eventually.js";
import { startLocalNode } from "../local-node.js";
import type { RunningNode } from "../node-process.js";
import { call } from "../rpc.js";
import type { Hex } from "../wire.js";

export interface PeerNode extends RunningNode {
  readonly enode: string;
}

/** Starts a node in memory that listens for others on a free port. @param flags in addition. */
export async function startPeer(flags: readonly string[] = []): Promise<PeerNode> {
  const node = await startLocalNode(["--p2p-port", "0", ...flags]);
  const { enode } = await call<{ enode: string }>(node.url, "admin_nodeInfo");
  return { ...node, enode };
}

export interface HeadFacts {
  readonly hash: Hex;
  readonly number: Hex;
  readonly totalDifficulty: Hex;
}

export const headOf = ({ url }: RunningNode): Promise<HeadFacts> =>
  call(url, "eth_getBlockByNumber", ["latest", false]);

/** Resolves when all nodes have the same head. @returns the head. */
export function sameHead(nodes: readonly RunningNode[]): Promise<HeadFacts> {
  return eventually("head that all nodes have", async () => {
    const heads = await Promise.all(nodes.map(headOf));
    const [first] = heads as [HeadFacts, ...HeadFacts[]];
    return heads.every(({ hash }) => hash === first.hash) ? first : undefined;
  });
}

/** Resolves when a node has a number of peers. */
export const hasPeers = ({ url }: RunningNode, count: number): Promise<boolean> =>
  eventually(`${count} peers`, async () => Number(await call(url, "net_peerCount")) === count);

/** Connects a node to another, and resolves when they are connected. */
export async function connect(from: PeerNode, to: PeerNode): Promise<void> {
  await call(from.url, "admin_addPeer", [to.enode]);
  await eventually("connection", () => isConnected(from, to));
}

export async function isConnected(from: PeerNode, to: PeerNode): Promise<boolean> {
  const [{ id }, peers] = await Promise.all([
    call<{ id: string }>(to.url, "admin_nodeInfo"),
    call<{ id: string }[]>(from.url, "admin_peers"),
  ]);
  return peers.some((peer) => peer.id === id);
}

export const mine = async ({ url }: RunningNode, blocks = 1): Promise<void> => {
  for (let mined = 0; mined < blocks; mined++) await call(url, "evm_mine");
};
