/** Implements the methods that contract/dev/admin.ts declares. */
import { hexDigits, keccak256 } from "@tandem/primitives";
import type { ChainApi } from "../../backend/chain-api.js";
import type { NodeApi } from "../../backend/node-api.js";
import type { ConnectedPeer, PeersApi } from "../../backend/peers-api.js";
import type * as contract from "../../contract/dev/admin.js";
import type { Handler } from "../handler.js";

/** Returns the identifier that geth shows for a public key. */
const idOf = (publicKey: Uint8Array) => hexDigits(keccak256(publicKey));

export const addPeer: Handler<typeof contract.addPeer> = async (node, { enode }) => {
  await node.addPeer(enode);
  return true;
};

export const removePeer: Handler<typeof contract.removePeer> = async (node, { enode }) => {
  await node.removePeer(enode);
  return true;
};

export const adminNodeInfo: Handler<typeof contract.adminNodeInfo> = async (
  node: NodeApi & ChainApi & PeersApi,
) => {
  const { publicKey, listening } = await node.localNode();
  const [head, genesis] = [await node.block({ tag: "latest" }), await node.block({ number: 0 })];
  if (head?.hash === undefined || genesis?.hash === undefined) {
    throw new Error("the head or genesis is missing");
  }
  return {
    id: idOf(publicKey),
    name: node.clientVersion,
    enode: listening?.enode,
    ip: listening?.host,
    listenAddr: listening?.address,
    ports: { discovery: 0, listener: listening?.port ?? 0 },
    protocols: {
      rsk: {
        network: node.chainId,
        difficulty: head.totalDifficulty ?? 0n,
        genesis: genesis.hash,
        head: head.hash,
      },
    },
  };
};

const shownPeer = ({ publicKey, client, capability, best, ...peer }: ConnectedPeer) => ({
  id: idOf(publicKey),
  name: client,
  enode: peer.enode,
  caps: [`${capability.name}/${capability.version}`],
  network: {
    localAddress: peer.localAddress,
    remoteAddress: peer.remoteAddress,
    inbound: peer.isInbound,
    trusted: false,
    static: peer.isKept,
  },
  protocols: {
    rsk: { version: capability.version, difficulty: best?.totalDifficulty, head: best?.hash },
  },
});

export const peers: Handler<typeof contract.peers> = (node) => node.peers().map(shownPeer);
