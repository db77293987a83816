/** Runs a NATS server for one test. */
import type { ChildProcess } from "node:child_process";

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

export const { findNats, freePort, startNats, startNatsServer } = (await import(script)) as {
  freePort(): Promise<number>;
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
