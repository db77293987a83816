/** Listens for other nodes, keeps connections to those that it is given, and passes their messages on. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type HeadMoved, hexDigits, isEqual, type SignedTransaction } from "@tandem/primitives";
import { type Logger, messageOf, networkOf, unlessAborted } from "@tandem/runtime";
import { type Enode, formatEnode } from "./enode.js";
import { Gossip } from "./gossip.js";
import { KeptPeers } from "./kept-peers.js";
import { peerLimits } from "./limits.js";
import { capability } from "./messages/status.js";
import { Peer } from "./peer.js";
import type { PeerChain } from "./peer-chain.js";
import { faultOf, PeerFault } from "./peer-fault.js";
import { PeerLog } from "./peer-log.js";
import { assertPlace, mostFrequent } from "./places.js";
import { ReceivingBudget } from "./receiving-budget.js";
import { Refusals } from "./refusals.js";
import { Connection } from "./rlpx/connection.js";
import type { NodeKey } from "./rlpx/node-key.js";
import { Synchronizer } from "./sync/synchronizer.js";

export interface PeerNetworkOptions {
  readonly key: NodeKey;
  /** The address and port to listen on; undefined to connect to others only. Port 0 selects a free one. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  /** The nodes to which connections are kept. */
  readonly peers: readonly Enode[];
  /** The connections that others may make. */
  readonly peersMax: number;
  /** The name of this program, for people. */
  readonly client: string;
  readonly chain: PeerChain;
  readonly logger: Logger;
}

export class PeerNetwork {
  readonly #options: PeerNetworkOptions;
  /** Nodes that this one connected to do not wait for strangers. */
  readonly #budgets = { inbound: new ReceivingBudget(), outbound: new ReceivingBudget() };
  readonly #peers = new Map<string, Peer>();
  readonly #sockets = new Set<Socket>();
  /** The sockets of nodes that have not proved yet who they are, with the digits of whom this node connected to. */
  readonly #unknown = new Map<Socket, string | undefined>();
  readonly #refusals = new Refusals();
  readonly #log: PeerLog;
  readonly #stopping = new AbortController();
  readonly #kept: KeptPeers;
  readonly #running = new Set<Promise<void>>();
  readonly #synchronizer: Synchronizer;
  readonly #gossip: Gossip;
  #server: Server | undefined;
  #isStopped = false;

  constructor(options: PeerNetworkOptions) {
    this.#options = options;
    const { chain, logger } = options;
    this.#log = new PeerLog(logger);
    const peers = () => this.peers();
    this.#synchronizer = new Synchronizer({
      chain,
      logger,
      peers,
      isFetching: (hash) => this.#gossip.isFetching(hash),
      ended: () => this.#gossip.tellHead(),
    });
    this.#kept = new KeptPeers({
      logger,
      stopping: this.#stopping.signal,
      connect: (enode, told) => this.#connect(enode, told),
    });
    this.#gossip = new Gossip({ chain, logger, peers, synchronizer: this.#synchronizer });
  }

  /** Begins to listen and to connect. @throws {Error} of the system if the port cannot be listened on. */
  async start(): Promise<void> {
    const { listen, peers, peersMax } = this.#options;
    if (listen !== undefined) {
      const server = createServer((socket) => this.#accept(socket));
      // Those that are being closed count too.
      server.maxConnections = peersMax + 2 * peerLimits.introductionsMax;
      this.#server = server;
      server.listen(listen.port, listen.host);
      await once(server, "listening");
      server.on("error", (error) => {
        this.#options.logger.error({ error }, "connections of other nodes are not accepted");
      });
    }
    for (const peer of peers) this.add(peer);
  }

  /** The identifier of this node: 64 bytes. */
  get publicKey(): Uint8Array {
    return this.#options.key.publicKey;
  }

  /** The address and port for other nodes; undefined if this one does not listen. */
  get listening(): { readonly host: string; readonly port: number } | undefined {
    const { listen } = this.#options;
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return listen && address ? { host: listen.host, port: address.port } : undefined;
  }

  /** The address that others connect to; undefined if this node does not listen. */
  get enode(): string | undefined {
    return this.listening && formatEnode({ id: this.publicKey, ...this.listening });
  }

  /** Returns the peers that have said that they have the same chain. */
  peers(): readonly Peer[] {
    return [...this.#peers.values()].filter(({ isIntroduced }) => isIntroduced);
  }

  /** Returns whether a connection to a node is kept. */
  isKept(id: Uint8Array): boolean {
    return this.#kept.has(id);
  }

  /** Keeps a connection to a node from now on. @throws {Fault} `limit-exceeded` */
  add(enode: Enode): void {
    this.#kept.add(enode);
  }

  /** Ends the connection to a node, and does not connect to it again. */
  remove(id: Uint8Array): void {
    const fault = new PeerFault("requested", "it was removed");
    const key = hexDigits(id);
    this.#kept.remove(id, fault);
    this.#peers.get(key)?.close(fault);
    for (const [socket, expected] of this.#unknown) if (expected === key) socket.destroy(fault);
  }

  /** Resolves when each given peer has told its head or could not be reached, and none of them is ahead. */
  async caughtUp(signal?: AbortSignal): Promise<void> {
    const ended = this.#kept.tried().then(() => this.#synchronizer.idle());
    await (signal === undefined ? ended : unlessAborted(ended, signal));
  }

  headMoved(event: HeadMoved): void {
    this.#gossip.headMoved(event);
  }

  transactionAdded(transaction: SignedTransaction): void {
    this.#gossip.transactionAdded(transaction);
  }

  /** Closes all connections. Resolves when none is left, and no block is being imported. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const fault = new PeerFault("quitting", "this node stops");
    this.#stopping.abort(fault);
    for (const peer of this.#peers.values()) peer.close(fault);
    for (const socket of this.#unknown.keys()) socket.destroy(fault);
    const closed = this.#server && once(this.#server, "close");
    this.#server?.close();
    const open = [...this.#sockets].map(
      (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
    );
    await this.#synchronizer.stop();
    await Promise.all([closed, ...open, ...this.#running, this.#kept.ended()]);
  }

  #track(task: Promise<void>): void {
    const logged = task.catch((error) => {
      if (!this.#isStopped) this.#options.logger.error({ error }, "a connection failed");
    });
    this.#running.add(logged);
    void logged.finally(() => this.#running.delete(logged));
  }

  #keep(socket: Socket, expected: string | undefined): void {
    this.#sockets.add(socket);
    this.#unknown.set(socket, expected);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#unknown.delete(socket);
    });
    // Its reader has the error; before there is one, nobody waits for the socket.
    socket.on("error", () => {});
  }

  #accept(socket: Socket): void {
    this.#keep(socket, undefined);
    // Honest nodes are quick: the one that is silent for the longest time makes room, of the network that has most.
    const inbound = [...this.#unknown].filter(([, expected]) => expected === undefined);
    if (inbound.length > peerLimits.introductionsMax) {
      const networks = inbound.map(([{ remoteAddress }]) => networkOf(remoteAddress));
      inbound[mostFrequent(networks)]?.[0].destroy();
    }
    this.#track(this.#converse(socket).then(() => {}));
  }

  async #connect({ host, port, id }: Enode, told: () => void): Promise<PeerFault> {
    const key = hexDigits(id);
    if (this.#peers.has(key)) {
      return new PeerFault("alreadyConnected", "it is connected already");
    }
    const socket = connect({ host, port });
    this.#keep(socket, key);
    const late = AbortSignal.timeout(peerLimits.introductionMs);
    try {
      await once(socket, "connect", { signal: late });
    } catch (error) {
      socket.destroy();
      const reason = messageOf(error);
      return new PeerFault("connectionFailed", reason, { cause: error });
    }
    return this.#converse(socket, id, told);
  }

  /**
   * Exchanges messages with a node until the connection ends.
   * @param remoteId the identifier of the node that this one connected to; undefined for one that connected to this one.
   * @param told is called when the other node has told its head.
   * @returns why it ended.
   */
  async #converse(socket: Socket, remoteId?: Uint8Array, told?: () => void): Promise<PeerFault> {
    const isOutbound = remoteId !== undefined;
    let connection: Connection;
    try {
      const options = this.#connectionOptions(isOutbound);
      connection = await Connection.open(socket, options, remoteId);
    } catch (error) {
      const fault = faultOf(error);
      const { remoteAddress } = socket;
      this.#options.logger.debug(
        { remoteAddress },
        `a node did not make itself known: ${fault.message}`,
      );
      return fault;
    }
    this.#unknown.delete(socket);
    const peer = new Peer(connection, isOutbound, told);
    try {
      this.#assertWelcome(peer, connection.remoteId);
      this.#peers.set(peer.id, peer);
      return await this.#serve(peer);
    } catch (error) {
      const fault = faultOf(error);
      this.#log.ended(peer, fault, this.#refusals.note(peer, fault, performance.now()));
      peer.close(fault);
      return fault;
    } finally {
      if (this.#peers.get(peer.id) === peer) this.#peers.delete(peer.id);
    }
  }

  async #serve(peer: Peer): Promise<never> {
    const { chain } = this.#options;
    await peer.introduce(chain, chain.best());
    this.#log.connected(peer);
    const [conversed] = await Promise.all([peer.run(this.#gossip), this.#gossip.greet(peer)]);
    return conversed;
  }

  #assertWelcome({ id, isOutbound, network }: Peer, remoteId: Uint8Array): void {
    if (this.#isStopped) throw new PeerFault("quitting", "this node stops");
    if (isEqual(remoteId, this.#options.key.publicKey)) {
      throw new PeerFault("isSelf", "it is this node itself");
    }
    if (this.#peers.has(id)) throw new PeerFault("alreadyConnected", "it is connected already");
    if (!isOutbound) {
      const inbound = [...this.#peers.values()].filter((peer) => !peer.isOutbound);
      const networks = inbound.map((peer) => peer.network);
      assertPlace(network, networks, this.#options.peersMax);
    }
    this.#refusals.assertWelcome(id, performance.now());
  }

  #connectionOptions(isOutbound: boolean) {
    const { key, client } = this.#options;
    const port = this.listening?.port ?? 0;
    const hello = { client, capabilities: [capability], port, id: key.publicKey };
    const budget = isOutbound ? this.#budgets.outbound : this.#budgets.inbound;
    return { key, budget, hello };
  }
}
