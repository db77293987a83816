/** Declares the controls of a development chain. */
import type {
  Branching,
  Bytes,
  Controls,
  Impersonation,
  StateOverrides,
  StateReader,
} from "@tandem/primitives";

/** The chain to fork. */
export interface Forking {
  /** The URL of its JSON-RPC node. By default it is the node of the current fork. */
  readonly url?: string | undefined;
  /** The height; the newest block by default. */
  readonly blockNumber?: number | undefined;
}

/** Controls a development chain and edits its state. */
export interface DevApi extends Branching {
  /** Controls time, mining and history of a development chain. */
  readonly controls: Controls;
  /**
   * Changes the state after the head without a block.
   * @param change returns the new values of accounts, given the current state.
   * @throws {Fault} `bad-request`
   */
  edit(change: (state: StateReader) => StateOverrides): Promise<void>;
  /** Returns the state after the head in anvil's form, compressed. */
  dumpState(): Promise<Bytes>;
  /**
   * Loads the accounts of such a state, compressed or not.
   * @throws {Fault} `bad-request`
   */
  loadState(dump: Bytes): Promise<void>;
  /**
   * Turns the log of requests, calls, transactions and blocks on or off; warnings and errors are always logged. Resolves
   * once that holds, which is after the lines of what was done before.
   */
  setLoggingEnabled(isEnabled: boolean): Promise<void>;
  /**
   * Begins a new chain with the clock and mining mode of the start: a fork of another chain, or
   * without `forking` a chain that is not a fork. Sockets and subscriptions remain.
   * @throws {Fault} `bad-request` if the other chain cannot be read, or if the data directory keeps
   * another chain.
   */
  restart(forking: Forking | undefined): Promise<void>;
  /**
   * Reads the forked chain from another node from now on.
   * @throws {Fault} `bad-request` if no chain is forked, or if that node does not have its block.
   */
  setForkUrl(url: string): Promise<void>;
  /** The addresses whose transactions are accepted without a signature. */
  readonly impersonated: Impersonation;
}
