/** Manages the threads that own the sockets of a node, in its main thread. */
import type { Chain } from "@tandem/chain";
import { unusableData } from "@tandem/primitives";
import {
  addressOf,
  type ComputeAnswer,
  type ComputeRequest,
  canSharePort,
  freePort,
  type PageName,
  type PassedText,
  type Rpc,
  type RpcServer,
  type ServiceCounts,
  type Transport,
} from "@tandem/rpc";
import { pause, unlessAborted } from "@tandem/runtime";
import { PortCalls, ThreadLost, Transferred, unlessLost } from "@tandem/runtime/threads";
import type { Sharing } from "@tandem/store";
import type { CallLogOptions } from "../call-log/call-log.js";
import type { Config } from "../config/settings.js";
import { startThread } from "../start-thread.js";
import { againMs, againMsMax, endMsMax, portTriesMax } from "./limits.js";
import { announcing, HeadAnnouncer } from "./shared-head.js";
import { clockOrigin, type SocketKeys } from "./socket-data.js";
import { hashesOf } from "./socket-events.js";
import type { SocketThreadData } from "./socket-thread.js";
import type { ThreadNotice } from "./thread-data.js";
import { readerDataOf, type ThreadSource, takeNotice } from "./thread-source.js";
import { ToldEvents } from "./told-events.js";

/** The start data of all threads. */
type StartData = Omit<SocketThreadData, "kind" | "keys">;

interface SocketThread {
  /** The index of its counts in the use of keys; the main thread has 0. */
  readonly index: number;
  readonly calls: PortCalls;
  readonly ended: Promise<void>;
  isListening: boolean;
}

export class SocketThreads {
  /** The threads close the database before it is opened again on a full disk. */
  readonly sharing: Sharing = {
    release: () => this.#leave(),
    resume: () => {
      this.#read().catch((error) =>
        this.#calls.logger.error({ error }, "a thread with sockets did not open the database"),
      );
    },
  };
  readonly #config: Config;
  readonly #calls: CallLogOptions;
  readonly #announcer = new HeadAnnouncer();
  readonly #events = new ToldEvents((name, value) => {
    for (const { calls } of this.#threads) calls.tell(name, value);
  });
  #threads: readonly SocketThread[] = [];
  #rpc: Rpc | undefined;
  #source: ThreadSource | undefined;
  #announce: () => void = () => {};
  #stopListening: (() => void)[] = [];
  readonly #closing = new AbortController();
  /** The port on which the threads listen; 0 until the first one does. */
  #port = 0;

  constructor(config: Config, calls: CallLogOptions) {
    this.#config = config;
    this.#calls = calls;
  }

  /** Returns the counts of the threads that listen. */
  readonly counts = async (): Promise<readonly ServiceCounts[]> => {
    const listening = this.#threads.filter(({ isListening }) => isListening);
    const asked = listening.map((one) => one.calls.call<ServiceCounts>("counts").catch(unlessLost));
    return (await Promise.all(asked)).filter((each) => each !== undefined);
  };

  /**
   * Announces the head of a chain to the threads, which pass all requests to the main thread until
   * they read the database.
   */
  follow(chain: Chain): void {
    this.#announce = announcing(chain, (head) => this.#announcer.announce(head));
    this.#announce();
    this.#stopListening = [
      chain.onHeadMoved((moved) => {
        this.#announce();
        this.#events.tell("moved", hashesOf(moved));
      }),
      chain.onEdited(() => this.#announce()),
      chain.onSyncing((status) => this.#events.tell("syncing", status)),
      chain.onPendingTransaction(({ raw, sender }) => this.#events.pended({ raw, sender })),
    ];
  }

  /** Has the threads read the database of the chain that they follow. */
  async read(source: ThreadSource): Promise<void> {
    this.#source = source;
    await this.#read();
  }

  async #read(): Promise<void> {
    const source = this.#source;
    if (source === undefined) return;
    await Promise.all(this.#threads.map((thread) => this.#readIn(thread, source)));
  }

  #readIn({ calls }: SocketThread, source: ThreadSource): Promise<void> {
    return calls.call("read", readerDataOf(source, this.#announcer.buffer));
  }

  /** Has the threads close the database. Returns whether all have, since one that has ended has closed it. */
  async #leave(): Promise<boolean> {
    try {
      await Promise.all(this.#threads.map(({ calls }) => calls.call("leave").catch(unlessLost)));
      return true;
    } catch (error) {
      this.#calls.logger.error({ error }, "a thread with sockets did not close the database");
      return false;
    }
  }

  /**
   * Starts the threads, which listen on one port.
   * @param rpc answers what they pass on.
   * @throws {Fault} `unusable-data` if the address or its port is not available.
   */
  async listen(rpc: Rpc, transport: Transport): Promise<RpcServer> {
    this.#rpc = rpc;
    const { host, readers } = this.#config;
    if (readers > 1 && !canSharePort(transport)) {
      const message =
        "--readers: with Node's own server, more than one thread needs Node 22.12 or newer";
      throw unusableData(message);
    }
    const data = {
      config: this.#config,
      head: this.#announcer.buffer,
      transport,
      clockOrigin: clockOrigin(),
      hasCompute: this.#config.threads !== 0,
    };
    this.#threads = Array.from({ length: readers }, (_, i) => this.#start(data, i + 1));
    try {
      for (const thread of this.#threads) await this.#open(thread);
    } catch (error) {
      await this.#close();
      throw error;
    }
    return {
      ...rpc,
      ...addressOf(host, this.#port),
      transport,
      setApiKeys: (changed) => {
        rpc.setApiKeys(changed);
        for (const { calls, index } of this.#threads)
          void calls.call("keys", this.#keysOf(index)).catch(() => {});
      },
      close: async () => {
        // Both give the answers in progress the same time: the main thread has those that were passed.
        await Promise.all([this.#close(), rpc.close()]);
      },
    };
  }

  /** Starts a thread, and another one when it ends by itself. */
  #start(data: StartData, index: number): SocketThread {
    const workerData: SocketThreadData = { ...data, kind: "sockets", keys: this.#keysOf(index) };
    const worker = startThread(workerData, "sockets");
    const calls = new PortCalls(worker, {
      answer: (passed: PassedText, signal) => this.#answer(passed, signal),
      compute: (request: ComputeRequest, signal) => this.#compute(request, signal),
      events: () => this.#events.tellPending(),
      page: (name: PageName) => this.#rpc?.service.readPage(name),
      notice: (notice: ThreadNotice) =>
        takeNotice(notice, { calls: this.#calls, store: this.#source?.store }),
    });
    let failure: unknown;
    worker.on("error", (error) => {
      failure = error;
    });
    const thread: SocketThread = {
      index,
      calls,
      isListening: false,
      ended: new Promise((resolve) => {
        worker.on("exit", (code) => {
          const error = failure ?? new ThreadLost(`the thread ended with the code ${code}`);
          calls.end(new ThreadLost("the thread ended"));
          for (const client of this.#rpc?.service.keyClients ?? []) client.forgetSocketsOf(index);
          resolve();
          if (this.#closing.signal.aborted || !thread.isListening) return;
          this.#replace(thread, data, error).catch((failure) =>
            this.#calls.logger.error({ error: failure }, "a thread with sockets was not replaced"),
          );
        });
      }),
    };
    return thread;
  }

  /** Starts a thread in the place of one that has ended, and again until it listens: no other has its sockets. */
  async #replace(ended: SocketThread, data: StartData, error: unknown): Promise<void> {
    const { logger } = this.#calls;
    const { signal } = this.#closing;
    logger.error({ error }, "a thread with sockets ended: another one is started");
    let former = ended;
    for (let pauseMs = againMs; !signal.aborted; pauseMs = Math.min(againMsMax, 2 * pauseMs)) {
      const thread = this.#start(data, former.index);
      this.#threads = this.#threads.map((one) => (one === former ? thread : one));
      former = thread;
      try {
        return await this.#open(thread);
      } catch (failure) {
        if (signal.aborted) return;
        logger.error({ error: failure }, "a thread with sockets was not opened");
        // One that listens passes on all requests, and another one is started when it ends.
        if (thread.isListening) return;
      }
      await this.#end(thread);
      await pause(pauseMs, signal).catch(() => {});
    }
  }

  /** Has a new thread listen, and read the database if there is one to read. */
  async #open(thread: SocketThread): Promise<void> {
    await this.#listenIn(thread);
    thread.isListening = true;
    // They may have changed since the thread was started.
    const keys = this.#keysOf(thread.index);
    if (keys.length > 0) await thread.calls.call("keys", keys);
    if (this.#source !== undefined) await this.#readIn(thread, this.#source);
  }

  /** Has a thread listen on the port of the others, or on a free one if it is the first. */
  async #listenIn({ calls }: SocketThread): Promise<void> {
    const { host, port: wanted } = this.#config;
    for (let tries = 1; ; tries++) {
      const port = this.#port || (await freePort(host, wanted));
      const message = await calls.call<string | undefined>("listen", port);
      if (message === undefined) {
        this.#port = port;
        return;
      }
      // Another process may have taken a port that the system chose, before this thread did.
      const isChosen = this.#port === 0 && wanted === 0;
      if (!isChosen || tries === portTriesMax) throw unusableData(message);
    }
  }

  #keysOf(thread: number): SocketKeys {
    const clients = this.#rpc?.service.keyClients ?? [];
    return Array.from(clients, (client) => client.sharedWith(thread));
  }

  async #answer(passed: PassedText, signal: AbortSignal): Promise<unknown> {
    const answer = await this.#rpc?.service.answerPassed(passed, signal);
    // No other thread may show an older head than this answer.
    this.#announce();
    return answer instanceof Uint8Array
      ? new Transferred(answer, answer.buffer as ArrayBuffer)
      : answer;
  }

  async #compute(request: ComputeRequest, signal: AbortSignal): Promise<unknown> {
    const none: ComputeAnswer = { kind: "writer" };
    const answer = (await this.#source?.compute?.run(request, signal)) ?? none;
    if (answer.kind !== "bytes") return answer;
    return new Transferred(answer, answer.bytes.buffer as ArrayBuffer);
  }

  /** Closes the sockets after the answers in progress, and ends the threads. */
  async #close(): Promise<void> {
    this.#closing.abort();
    for (const stop of this.#stopListening) stop();
    await Promise.all(this.#threads.map((thread) => this.#end(thread)));
  }

  async #end({ calls, ended }: SocketThread): Promise<void> {
    const stopping = calls.call("stop").catch(unlessLost);
    const late = AbortSignal.timeout(endMsMax);
    try {
      await unlessAborted(
        stopping.then(() => ended),
        late,
      );
    } catch (error) {
      if (!late.aborted) throw error;
      this.#calls.logger.error({}, "a thread with sockets has not ended");
    }
  }
}
