/** Declares the direct connections of a node with others. */
import type { BlockHash, Bytes } from "@tandem/primitives";

/** A connected node. */
export interface ConnectedPeer {
  /** The public key: 64 bytes. */
  readonly publicKey: Bytes;
  /** Its identifier and address: `enode://IDENTIFIER@HOST:PORT`. */
  readonly enode: string;
  /** The name and version of its program. */
  readonly client: string;
  /** The protocol that it speaks. */
  readonly capability: { readonly name: string; readonly version: number };
  readonly localAddress: string;
  readonly remoteAddress: string;
  /** Whether it connected to this node. */
  readonly isInbound: boolean;
  /** Whether this node keeps a connection to it. */
  readonly isKept: boolean;
  /** Its head, as it last told. */
  readonly best:
    | { readonly hash: BlockHash; readonly number: number; readonly totalDifficulty: bigint }
    | undefined;
}

/** This node, as others connect to it. */
export interface LocalNode {
  /** The public key: 64 bytes. */
  readonly publicKey: Bytes;
  /** The address and port; undefined if the node does not listen. */
  readonly listening:
    | {
        readonly host: string;
        readonly port: number;
        /** Host and port. */
        readonly address: string;
        readonly enode: string;
      }
    | undefined;
}

export interface PeersApi {
  peerCount(): number;
  peers(): readonly ConnectedPeer[];
  localNode(): Promise<LocalNode>;
  /**
   * Keeps a connection to a node from now on.
   * @throws {Fault} `bad-request` if the chain comes from a log or is a fork, and for a text that is no enode.
   */
  addPeer(enode: string): Promise<void>;
  /** Ends the connection to a node, which may connect again. @throws {Fault} `bad-request` as `addPeer` does. */
  removePeer(enode: string): Promise<void>;
}
