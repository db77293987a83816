/** Runs a NATS server for one test. */
import type { ChildProcess } from "node:child_process";
import { after, before } from "node:test";
import type { Connected } from "@tandem/replication/nats";
import { silentLogger } from "@tandem/runtime";

const script = new URL("../../../../scripts/nats.mjs", import.meta.url).href;

export interface NatsOptions {
  /** Further lines of its configuration. */
  readonly more?: string;
  /** The maximum bytes of a message. */
  readonly bytesMax?: number;
  /** The maximum bytes of all streams. */
  readonly storeBytesMax?: number;
}

export interface NatsProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Has the running server take other options, and resolves when it has done so. */
  change(options: NatsOptions): Promise<void>;
  /** Kills it by SIGKILL, and starts it again with or without its data. */
  restart(): Promise<void>;
  restartEmpty(): Promise<void>;
  stop(): Promise<void>;
}

/** A server in a shared folder: the caller defines its name, port and configuration. */
export interface NatsServerOptions extends NatsOptions {
  readonly folder: string;
  readonly port: number;
  readonly name: string;
  /** The address to listen on. */
  readonly address?: string;
}

export const { findNats, startNats, startNatsServer } = (await import(script)) as {
  /** Resolves to undefined if it ended before it was ready. */
  startNatsServer(
    options: NatsServerOptions,
  ): Promise<Pick<NatsProcess, "child" | "stop"> | undefined>;
  /** Returns undefined if none is installed. */
  findNats(): string | undefined;
  startNats(options?: NatsOptions): Promise<NatsProcess>;
};

/** The reason to skip a test, as it is printed; false if a server is installed. */
export const natsAbsent = findNats() === undefined && "nats-server is not installed";

/** Returns what the tests of a suite share; neither exists before its first test. */
export interface NatsContext {
  server(): NatsProcess;
  connected(): Connected;
}

/** Starts a server, and connects to it, for all tests of a suite. Must be called inside `describe`. */
export function withNats(): NatsContext {
  let server: NatsProcess | undefined;
  let connected: Connected | undefined;
  before(async () => {
    server = await startNats();
    const { connectNats } = await import("@tandem/replication/nats");
    connected = await connectNats({ url: server.url, name: "test", logger: silentLogger });
  });
  after(async () => {
    await connected?.connection.close();
    await server?.stop();
  });
  return { server: () => server as NatsProcess, connected: () => connected as Connected };
}
