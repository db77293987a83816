/** A NATS server of a test's own. */
import type { ChildProcess } from "node:child_process";

const script = new URL("../../../../scripts/nats.mjs", import.meta.url).href;

export interface NatsOptions {
  /** Further lines of its configuration. */
  readonly more?: string;
  /** The bytes of a message that it takes. */
  readonly bytesMax?: number;
}

export interface NatsProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Ends it by SIGKILL, and starts it again with what it stored, or without. */
  restart(): Promise<void>;
  restartEmpty(): Promise<void>;
  stop(): Promise<void>;
}

/** A server in a folder that others may know: its name, port and configuration are the caller's. */
export interface NatsServerOptions extends NatsOptions {
  readonly folder: string;
  readonly port: number;
  readonly name: string;
  /** The address to listen on. */
  readonly address?: string;
}

export const { findNats, freePort, startNats, startNatsServer } = (await import(script)) as {
  freePort(): Promise<number>;
  /** Resolves to undefined when it ended before it was ready. */
  startNatsServer(
    options: NatsServerOptions,
  ): Promise<Pick<NatsProcess, "child" | "stop"> | undefined>;
  /** Undefined where none is installed. */
  findNats(): string | undefined;
  startNats(options?: NatsOptions): Promise<NatsProcess>;
};

/** Why a test is left out, as it is printed; false where there is a server. */
export const natsAbsent = findNats() === undefined && "nats-server is not installed";
