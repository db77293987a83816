/** Owns the chain that a node serves, and replaces it by another one while the node runs. */
import { Fault, toHex } from "@tandem/primitives";
import type { DevApi, Forking, Rpc } from "@tandem/rpc";
import { SerialQueue } from "@tandem/runtime";
import { laterChainId } from "../config/compat.js";
import { ForkRefused, findForkPoint } from "../fork/fork-point.js";
import { RemoteNode } from "../fork/remote-node.js";
import { type DataDirectory, openDataDirectory } from "./data-directory.js";
import {
  type ForkChoice,
  type NodeChain,
  type NodeChainParts,
  openNodeChain,
} from "./open-node-chain.js";

type Restarts = Pick<DevApi, "restart" | "setForkUrl">;

export interface ServedChainOptions extends Omit<NodeChainParts, "restarts"> {
  /** Unix seconds of a new genesis. */
  readonly genesisSeconds: number;
}

export class ServedChain implements Restarts {
  readonly #options: ServedChainOptions;
  /** Runs one replacement at a time. */
  readonly #queue = new SerialQueue();
  /** Closes each replaced chain that still answers requests. */
  readonly #closing = new Set<() => Promise<void>>();
  /** Is aborted when the node stops. */
  readonly #leaving = new AbortController();
  #current: NodeChain | undefined;
  #rpc: Pick<Rpc, "replaceBackend"> | undefined;

  constructor(options: ServedChainOptions) {
    this.#options = options;
  }

  get current(): NodeChain {
    if (this.#current === undefined) throw new Error("the first chain is not open");
    return this.#current;
  }

  /** @throws {ForkRefused} or {Fault} as `openNodeChain` does. */
  async open(dataDirectory: DataDirectory, fork: ForkChoice | undefined): Promise<void> {
    const chainId = this.#options.config["chain-id"];
    this.#current = await this.#openChain(dataDirectory, fork, chainId);
  }

  /** Connects the RPC service, which is answered by the current chain from now on. */
  attach(rpc: Pick<Rpc, "replaceBackend">): void {
    this.#rpc = rpc;
  }

  /** Runs a task with the current chain, which is not replaced meanwhile. */
  withChain<T>(task: (current: NodeChain) => Promise<T>): Promise<T> {
    return this.#queue.run(() => task(this.current));
  }

  restart(forking: Forking | undefined): Promise<void> {
    return this.#queue.run(async () => {
      if (forking === undefined) await this.#endFork();
      else if (isOpen(forking) && !this.#canFork()) await reset(this.current);
      else await this.#fork(forking);
    });
  }

  async setForkUrl(url: string): Promise<void> {
    const { fork } = this.current;
    if (fork === undefined) {
      // There is no node to replace, which anvil answers without an error.
      if (this.#options.config.errors === "anvil") return;
      throw refused("params[0] (url): this chain forks none; hardhat_reset with forking forks one");
    }
    const { blockNumber, blockHash } = fork.from;
    const { hash } = await this.#forkPointAt(url, blockNumber, "params[0] (url)");
    if (hash !== toHex(blockHash)) {
      const message = `params[0] (url): the block ${blockNumber} there is ${hash}, and ${toHex(blockHash)} is forked`;
      throw refused(message);
    }
    fork.node.moveTo(url);
  }

  /** Ends what waits for the forked node, and an opening that is under way. */
  leave(): void {
    this.#leaving.abort(new Fault({ code: "execution-failed", message: "this node stops" }));
  }

  /**
   * Stops the chain and closes its database.
   * @param beforeClose is called when all writes have ended.
   */
  async stop(beforeClose: (chain: NodeChain) => Promise<unknown>): Promise<void> {
    // What still waits for the forked node, such as a block, would delay the stop by its time limits.
    this.leave();
    await this.#queue.idle();
    await Promise.all([...this.#closing].map((close) => close()));
    await this.current.chain.stop();
    try {
      await beforeClose(this.current);
    } finally {
      await this.current.close();
    }
  }

  /** Returns whether another block of the forked chain can be forked. */
  #canFork(): boolean {
    const { fork, dataDirectory } = this.current;
    return fork !== undefined && !dataDirectory.isKept;
  }

  async #endFork(): Promise<void> {
    // A data directory keeps one chain, whose start is the forked block.
    if (this.#canFork()) await this.#replace(undefined);
    else await reset(this.current);
  }

  async #fork({ url = this.current.fork?.node.url, blockNumber }: Forking): Promise<void> {
    const place = "params[0] (options.forking)";
    const { sockets, peering, spell } = this.#options;
    if (peering.isUsed) {
      throw refused(`${place}: other nodes are connected, which have this chain`);
    }
    if (sockets !== undefined) {
      throw refused(
        `${place}: threads read the database of this chain: start a node without ${spell("readers")} to fork another one`,
      );
    }
    if (url === undefined) {
      throw refused(`${place}: expected jsonRpcUrl, because this chain forks none`);
    }
    const { number, hash } = await this.#forkPointAt(url, blockNumber, place);
    const { fork, dataDirectory } = this.current;
    const isSame = fork?.node.url === new URL(url).href && hash === toHex(fork.from.blockHash);
    if (isSame) {
      await reset(this.current);
      return;
    }
    if (dataDirectory.isKept) {
      throw refused(
        `${place}: a chain in ${spell("data-dir")} cannot change its fork: start a node without it, or with another one and ${spell("fork-url")}`,
      );
    }
    await this.#replace({ url, number });
  }

  async #replace(fork: ForkChoice | undefined): Promise<void> {
    const former = this.current;
    const isInMemory = former.dataDirectory.path === undefined;
    const chainId = laterChainId(this.#options.config, fork !== undefined);
    const next = await this.#openChain(openDataDirectory(undefined, isInMemory), fork, chainId);
    try {
      // Subscribers are notified that the logs of the previous chain are removed.
      await reset(former);
    } catch (error) {
      await next.chain.stop();
      await next.close();
      throw error;
    }
    this.#current = next;
    const moved = { removed: [], added: [], wentBackTo: next.chain.head() };
    const ended = this.#rpc?.replaceBackend(next.backend, moved) ?? Promise.resolve();
    // Also if the next chain does not start.
    this.#retire(former, ended);
    await next.start();
  }

  /** Closes a chain when its last request has ended. */
  #retire({ chain, close }: NodeChain, ended: Promise<void>): void {
    let closed: Promise<void> | undefined;
    const closeOnce = () => {
      closed ??= chain
        .stop()
        .then(close)
        .finally(() => this.#closing.delete(closeOnce));
      return closed;
    };
    this.#closing.add(closeOnce);
    ended
      .then(closeOnce)
      .catch((error) => this.#options.logger.error({ error }, "a replaced chain was not closed"));
  }

  #openChain(
    dataDirectory: DataDirectory,
    fork: ForkChoice | undefined,
    chainId: number | undefined,
  ): Promise<NodeChain> {
    const { genesisSeconds } = this.#options;
    const parts = { ...this.#options, restarts: this };
    const { signal: leaving } = this.#leaving;
    return openNodeChain(parts, { dataDirectory, fork, leaving, genesisSeconds, chainId });
  }

  /** @throws {Fault} `bad-request` with the name of the parameter. */
  async #forkPointAt(url: string, number: number | undefined, place: string) {
    try {
      return await findForkPoint(new RemoteNode(url, { leaving: this.#leaving.signal }), number);
    } catch (error) {
      if (!(error instanceof ForkRefused)) throw error;
      throw refused(`${place}: ${error.message}`);
    }
  }
}

/**
 * Moves a chain back to its first block. A block that is being made would delay it while it waits for the forked node,
 * and is undone anyway.
 */
function reset({ chain, fork }: NodeChain): Promise<void> {
  const message = "a reset ended what waited for the forked node";
  fork?.node.cancel(new Fault({ code: "execution-failed", message }));
  return chain.controls.reset();
}

/** Returns whether neither a node nor a block is given. */
const isOpen = ({ url, blockNumber }: Forking) => url === undefined && blockNumber === undefined;

const refused = (message: string) => new Fault({ code: "bad-request", message });
