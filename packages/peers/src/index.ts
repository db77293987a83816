export { type Enode, formatEnode, parseEnode } from "./enode.js";
export { peerLimits } from "./limits.js";
export type { Best } from "./messages/message.js";
export { type ChainIdentity, capability } from "./messages/status.js";
export type { HeaderLink, PeerChain, PendingTransaction, Reception } from "./peer-chain.js";
export { PeerFault } from "./peer-fault.js";
export { PeerNetwork, type PeerNetworkOptions } from "./peer-network.js";
export { createNodeKey, type NodeKey, nodeKeyOf } from "./rlpx/node-key.js";
