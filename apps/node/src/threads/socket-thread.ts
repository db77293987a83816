/**
 * Runs in a thread that owns sockets. It answers reads from the database that the main thread has
 * opened, and passes the rest to the main thread.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { Fault } from "@tandem/primitives";
import { limitsOfThread, type RpcServer, startRpcServer, type Transport } from "@tandem/rpc";
import { SerialQueue } from "@tandem/runtime";
import { PortCalls } from "@tandem/runtime/threads";
import { callLevelOf, requestLevelsOf } from "../call-log/call-log.js";
import type { Config } from "../config/settings.js";
import { rpcOptionsOf, siteOf } from "../rpc-options.js";
import { SocketBackend } from "./socket-backend.js";
import { clockOrigin, type SocketKeys } from "./socket-data.js";
import type { MovedHashes } from "./socket-events.js";
import type { ReaderData, ThreadNotice } from "./thread-data.js";
import { relayedLogger } from "./thread-reader.js";

/** The start data of a thread that owns sockets. */
export interface SocketThreadData {
  readonly kind: "sockets";
  readonly config: Config;
  readonly head: SharedArrayBuffer;
  readonly transport: Transport;
  readonly keys: SocketKeys;
  /** The value of `clockOrigin` in the main thread. */
  readonly clockOrigin: number;
  readonly hasCompute: boolean;
}

/** Serves requests until the main thread ends this one. */
export async function runSocketThread(data: SocketThreadData): Promise<void> {
  if (parentPort === null) throw new Error("a thread with sockets runs in a worker");
  const port: MessagePort = parentPort;
  let server: RpcServer | undefined;
  const running = () => {
    if (server === undefined) throw new Error("the thread does not listen yet");
    return server;
  };
  /** Runs one change of the database at a time: the thread may be told to leave it while it opens it. */
  const changes = new SerialQueue();
  const calls = new PortCalls(port, {
    listen: async (chosen: number) => {
      try {
        server = await listen(data, chosen, calls, backend);
        return undefined;
      } catch (error) {
        // A copy of it in another thread would be no Fault.
        if (error instanceof Fault) return error.message;
        throw error;
      }
    },
    read: (reader: ReaderData) =>
      changes.run(async () => {
        let ended: Promise<void> | undefined;
        try {
          const reading = await backend.reading(reader);
          ended = running().replaceBackend(reading, { removed: [], added: [] });
        } finally {
          backend.publish();
        }
        await ended;
      }),
    leave: () =>
      changes.run(async () => {
        // A thread that does not listen may have opened the database.
        await server?.replaceBackend(backend.passing(), { removed: [], added: [] });
        await backend.close();
      }),
    moved: (moved: MovedHashes) => backend.events.moved(moved),
    pending: (raws) => backend.events.pending(raws),
    syncing: (status) => backend.events.syncing(status),
    counts: () => running().service.counts(),
    keys: (keys: SocketKeys) => running().setApiKeys(keys),
    stop: async () => {
      await server?.close();
      await changes.run(() => backend.close());
      setImmediate(() => port.close());
    },
  });
  const logger = relayedLogger(
    (notice: ThreadNotice) => calls.tell("notice", notice),
    data.config["log-level"] === "debug",
  );
  const backend = new SocketBackend({ calls, logger, ...data }, () => server?.subscriptions() ?? 0);
}

function listen(
  { config, transport, keys, clockOrigin: mainOrigin }: SocketThreadData,
  port: number,
  calls: PortCalls,
  backend: SocketBackend,
): Promise<RpcServer> {
  const { host, readers, "allowed-host": allowedHosts } = config;
  const options = rpcOptionsOf(config);
  const offsetMs = clockOrigin() - mainOrigin;
  return startRpcServer({
    host,
    port,
    transport,
    allowedHosts,
    isPortShared: readers > 1,
    backend: backend.passing(),
    apiKeys: keys,
    site: siteOf(config),
    clock: { now: Date.now },
    // Threads share the buckets of keys, and so the origin of their clocks.
    steadyClock: { now: () => performance.now() + offsetMs },
    ...options,
    limits: { ...limitsOfThread(readers), ...options.limits },
    logger: backend.logger,
    requestLevels: requestLevelsOf(callLevelOf(config)),
    readPage: (name) => calls.call("page", name),
  });
}
