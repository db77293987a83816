/**
 * Implements the transport over IPC, as geth and anvil have it: JSON-RPC over a Unix domain socket, or over
 * a named pipe of Windows. Who may open the socket's file is a client, without a key.
 */
import { once } from "node:events";
import { chmodSync, lstatSync, unlinkSync } from "node:fs";
import { connect, createServer, type Socket as NetSocket, type Server } from "node:net";
import { isMainThread } from "node:worker_threads";
import { Fault } from "@tandem/primitives";
import { ipcClient } from "../../access/client.js";
import { unfinishedShare } from "../../access/shares.js";
import type { Endpoint, TransportHandler } from "../http/transport.js";
import { Descriptors } from "../sockets/descriptors.js";
import { refuseIpc, serveIpc } from "./ipc-connection.js";

/** Bytes of a path that the system takes; Node 20 shortens a longer one silently. */
const pathBytesMax = process.platform === "darwin" ? 103 : 107;

/** Reading and writing for the owner alone. */
const ownersMode = 0o600;
const othersMask = 0o077;

const isPipe = process.platform === "win32";

/** The reasons for codes of Node's errors, for paths on which no process can listen. */
const wrongPaths: Readonly<Record<string, string>> = {
  EACCES: "its folder does not exist, or this user may not write to it",
  ENOTDIR: "a part of its path is a file, not a folder",
  EROFS: "the disk is read-only",
};

/** The reasons for codes of other errors. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "something else has this name",
  ENOSPC: "the disk is full",
};

const cannotListen = (
  path: string,
  reason: string,
  code: "bad-request" | "unusable-data" = "unusable-data",
): Fault => new Fault({ code, message: `cannot listen on ${path}: ${reason}` });

/** Returns the error for a path on which no process can listen. */
const wrongPath = (path: string, reason: string): Fault =>
  cannotListen(path, reason, "bad-request");

/**
 * Listens on a socket file. One that an ended process has left is replaced.
 * @param path of the file, at most 107 bytes (103 on macOS); on Windows a name such as `\\.\pipe\tandem`.
 * @throws {Fault} `bad-request` if the path cannot be used, and `unusable-data` if another process listens on it or
 * the disk is full.
 */
export async function listenOnIpc(handler: TransportHandler, path: string): Promise<Endpoint> {
  if (!isPipe && Buffer.byteLength(path) > pathBytesMax) {
    throw wrongPath(path, `the path of a socket has at most ${pathBytesMax} bytes`);
  }
  const unfinished = unfinishedShare(handler.limits);
  const descriptors = new Descriptors(handler);
  const { ipcConnectionsMax: max } = handler.limits;
  const streams = new Set<NetSocket>();
  // A client may send its last message, end its side, and read the answer then.
  const server = createServer({ allowHalfOpen: true }, (stream) => {
    streams.add(stream);
    stream.once("close", () => streams.delete(stream));
    const exceeded =
      descriptors.exceededBy(stream) ??
      (streams.size > max ? { limit: "ipc-connections", max, isClients: true } : undefined) ??
      handler.socketsExceeded(ipcClient);
    if (exceeded === undefined) serveIpc(handler, stream, unfinished);
    else refuseIpc(stream, exceeded);
  });
  let failure = await listen(server, path);
  if (failure?.code === "EADDRINUSE" && !isPipe) {
    await removeLeftover(path);
    failure = await listen(server, path);
  }
  if (failure !== undefined) {
    const { code = "", message } = failure;
    const wrong = wrongPaths[code];
    if (wrong !== undefined) throw wrongPath(path, wrong);
    throw cannotListen(path, reasons[code] ?? message);
  }
  return {
    stopAccepting: () => void server.close(),
    async destroy() {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Listens, and returns the error if that is not possible. */
async function listen(server: Server, path: string): Promise<NodeJS.ErrnoException | undefined> {
  const listening = once(server, "listening");
  // The file must not be open to others for the moment between its creation and `chmod`.
  const mask = isMainThread ? process.umask(othersMask) : undefined;
  server.listen(path);
  if (mask !== undefined) process.umask(mask);
  try {
    await listening;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
  if (!isPipe) chmodSync(path, ownersMode);
  return undefined;
}

/**
 * Removes a socket file on which nobody listens.
 * @throws {Fault} `bad-request` if it is no socket, and `unusable-data` if a process listens on it.
 */
async function removeLeftover(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === false) {
    throw wrongPath(path, "there is a file with this name that is no socket");
  }
  if (await hasListener(path)) throw cannotListen(path, "another process listens on it");
  unlinkSync(path);
}

/** Returns whether a connection is accepted, or may be. */
function hasListener(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED"));
  });
}
