/** Divides the connections that others may make among their networks, so that no stranger has all of them. */
import { networkOf } from "@tandem/runtime";
import { peerLimits } from "./limits.js";
import { PeerFault } from "./peer-fault.js";

const loopbackIPv6 = networkOf("::1");

/** The nodes of this machine have one owner. */
const isLoopback = (network: string) => network === loopbackIPv6 || network.startsWith("127.");

/**
 * Asserts that another node may connect to this one.
 * @param network of the other node.
 * @param others the networks of the nodes that have connected to this one.
 * @param max the number of nodes that may.
 * @throws {PeerFault} `tooManyPeers`
 */
export function assertPlace(network: string, others: readonly string[], max: number): void {
  if (others.length >= max) throw new PeerFault("tooManyPeers", "too many nodes are connected");
  if (isLoopback(network)) return;
  const count = others.filter((other) => other === network).length;
  if (count >= Math.ceil(max * peerLimits.networkShareMax)) {
    throw new PeerFault("tooManyPeers", `too many nodes of ${network} are connected`);
  }
}

/** Returns the index of the first one of the network that occurs most often. */
export function mostFrequent(networks: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return networks.findIndex((network) => counts.get(network) === most);
}
