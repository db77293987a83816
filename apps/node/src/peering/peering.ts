/** Connects a node directly to others, with which it exchanges blocks and transactions. */
import type { Chain } from "@tandem/chain";
import { noteLingering, UsageError } from "@tandem/cli";
import type { NodeKey, PeerNetwork } from "@tandem/peers";
import { type Enode, enodeAt, parseEnode } from "@tandem/peers/enode";
import { Fault } from "@tandem/primitives";
import type { ConnectedPeer, LocalNode, PeersApi } from "@tandem/rpc";
import {
  type Clock,
  hostAndPort,
  type Logger,
  loadOnce,
  messageOf,
  steadyClock,
} from "@tandem/runtime";
import type { ResolvedSettings } from "../config/resolved-settings.js";

export interface PeeringOptions extends Pick<ResolvedSettings, "config" | "spell"> {
  /** The name of this program, for other nodes. */
  readonly client: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The chain of a node, which can be connected unless it forks another one. */
interface ConnectedChain {
  readonly chain: Chain;
  readonly fork: unknown;
}

/** Runs a task with the chain that the node serves, which is not replaced meanwhile. */
type WithChain = <T>(task: (served: ConnectedChain) => Promise<T>) => Promise<T>;

export class Peering implements PeersApi {
  readonly #options: PeeringOptions;
  #withChain: WithChain | undefined;
  #opening: Promise<PeerNetwork> | undefined;
  #network: PeerNetwork | undefined;
  #stopListening = () => {};
  #isStopped = false;

  constructor(options: PeeringOptions) {
    this.#options = options;
  }

  /** Whether the settings connect the node, or a client did. */
  get isUsed(): boolean {
    const { config } = this.#options;
    const isSet = config.peer.length > 0 || config["p2p-port"] !== undefined;
    return isSet || this.#opening !== undefined;
  }

  /**
   * Connects the chain. Resolves when each given peer was reached or not, and this node has caught up with them.
   * Without settings of connections it waits for a client to add one.
   * @param leaving ends the wait.
   * @throws {UsageError} if the port cannot be listened on.
   */
  async join(withChain: WithChain, leaving: AbortSignal | undefined): Promise<void> {
    this.#withChain = withChain;
    if (!this.isUsed) return;
    const opened = withChain(({ chain }) => this.#open(chain));
    const network = await opened.catch((cause) => {
      if (cause instanceof Fault) throw cause;
      const reason = messageOf(cause);
      throw new UsageError(`${this.#options.spell("p2p-port")}: ${reason}`, { cause });
    });
    await network.caughtUp(leaving);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#opening?.catch(() => {});
    this.#stopListening();
    await this.#network?.stop();
  }

  /** The address that other nodes connect to; undefined if this node does not listen. */
  get enode(): string | undefined {
    return this.#network?.enode;
  }

  peerCount(): number {
    return this.#network?.peers().length ?? 0;
  }

  peers(): readonly ConnectedPeer[] {
    const network = this.#network;
    if (network === undefined) return [];
    return network.peers().map((peer) => ({
      publicKey: peer.publicKey,
      enode: enodeAt(peer.publicKey, peer.address),
      client: peer.client,
      capability: peer.capability,
      localAddress: peer.localAddress,
      remoteAddress: peer.address,
      isInbound: !peer.isOutbound,
      isKept: network.isKept(peer.publicKey),
      best: peer.best,
    }));
  }

  async localNode(): Promise<LocalNode> {
    const { publicKey } = await this.#key();
    const listening = this.#network?.listening;
    if (listening === undefined) return { publicKey, listening };
    const address = hostAndPort(listening.host, listening.port);
    return { publicKey, listening: { ...listening, address, enode: enodeAt(publicKey, address) } };
  }

  async addPeer(text: string): Promise<void> {
    const enode = enodeOf(text);
    (await this.#openedForClient()).add(enode);
  }

  async removePeer(text: string): Promise<void> {
    const { id } = enodeOf(text);
    (await this.#openedForClient()).remove(id);
  }

  async #openedForClient(): Promise<PeerNetwork> {
    const { config, spell } = this.#options;
    const source = (["log", "fork-url"] as const).find((name) => config[name] !== undefined);
    if (source !== undefined) {
      throw refused(`this node has its chain from ${spell(source)}, and connects to no others`);
    }
    if (this.#withChain === undefined) throw refused("this node is starting");
    return this.#withChain(({ chain, fork }) => {
      if (fork === undefined) return this.#open(chain);
      throw refused("the chain of this node forks another chain, and it connects to no others");
    });
  }

  /** Opens the network once. A failure is not remembered: its reason, such as a wrong key, can be mended. */
  async #open(chain: Chain): Promise<PeerNetwork> {
    if (this.#isStopped) throw refused("this node stops");
    this.#opening ??= this.#start(chain).catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Returns the key that identifies this node. Most stand alone, and do not load the code of connections. */
  readonly #key = loadOnce(async (): Promise<NodeKey> => {
    const { keptNodeKey } = await import("./node-key-file.js");
    const { config, logger } = this.#options;
    return keptNodeKey(config["data-dir"], logger);
  });

  async #start(chain: Chain): Promise<PeerNetwork> {
    const { config, client, clock, logger } = this.#options;
    const { "p2p-port": port, "p2p-host": host } = config;
    const [{ PeerNetwork }, { peerChainOf }] = await Promise.all([
      import("@tandem/peers"),
      import("./peer-chain.js"),
    ]);
    const network = new PeerNetwork({
      key: await this.#key(),
      listen: port === undefined ? undefined : { host, port },
      peers: config.peer.map(enodeOf),
      peersMax: config["max-peers"],
      chain: peerChainOf({ chain, clock, steadyClock, logger }),
      client,
      logger,
    });
    // The lookup of a name cannot be ended.
    noteLingering();
    this.#network = network;
    const stops = [
      chain.onHeadMoved((event) => network.headMoved(event)),
      chain.onPendingTransaction((transaction) => network.transactionAdded(transaction)),
    ];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
    await network.start();
    return network;
  }
}

/** @throws {Fault} `bad-request` for another form. */
function enodeOf(text: string): Enode {
  const enode = parseEnode(text);
  if (enode !== undefined) return enode;
  throw refused(
    `params[0] (enode): expected enode://IDENTIFIER@HOST:PORT, got ${text.slice(0, 200)}`,
  );
}

const refused = (message: string) => new Fault({ code: "bad-request", message });
