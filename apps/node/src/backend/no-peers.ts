/** Answers for a chain that is served without connections to other nodes. */
import { Fault } from "@tandem/primitives";
import type { PeersApi } from "@tandem/rpc";

async function refuse(): Promise<never> {
  throw new Fault({ code: "bad-request", message: "this node connects to no others" });
}

export const noPeers: PeersApi = {
  peerCount: () => 0,
  peers: () => [],
  localNode: refuse,
  addPeer: refuse,
  removePeer: refuse,
};
