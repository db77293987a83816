/** Speaks the protocol without any of its rules, for tests of what a hostile node can do. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { encodeRlp } from "@tandem/primitives";
import { capability, encodeStatus, statusCode } from "../messages/status.js";
import type { PeerChain } from "../peer-chain.js";
import { baseCode, capabilityOffset, encodeFrame } from "../rlpx/base-protocol.js";
import { FrameCipher, frameMacBytes, headerBytes, paddedLength } from "../rlpx/frame-cipher.js";
import {
  contribute,
  openAck,
  packetBytes,
  prefixBytes,
  sealAuth,
  secretsOf,
} from "../rlpx/handshake.js";
import { encodeHello } from "../rlpx/hello.js";
import { createNodeKey } from "../rlpx/node-key.js";

/** Connects a socket whose errors are ignored, and which stays half open. */
export async function rawSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Resolves when a socket was closed by the other side, in any way. */
export async function closed(socket: Socket): Promise<void> {
  socket.resume();
  if (socket.readableEnded || socket.destroyed) return;
  await new Promise<void>((resolve) => {
    socket.once("end", resolve).once("close", () => resolve());
  });
}

export class RawPeer {
  readonly socket: Socket;
  readonly key: ReturnType<typeof createNodeKey>;
  readonly #cipher: FrameCipher;

  private constructor(socket: Socket, key: RawPeer["key"], cipher: FrameCipher) {
    this.socket = socket;
    this.key = key;
    this.#cipher = cipher;
  }

  /** Connects, and makes the handshake. */
  static async connect(
    port: number,
    remoteId: Uint8Array,
    key = createNodeKey(),
  ): Promise<RawPeer> {
    const socket = await rawSocket(port);
    const own = contribute();
    const auth = sealAuth(key, own, remoteId);
    socket.write(auth);
    const prefix = await read(socket, prefixBytes);
    const ack = Buffer.concat([prefix, await read(socket, packetBytes(prefix))]);
    const secrets = secretsOf({ ...own, ...openAck(ack, key), isInitiator: true, auth, ack });
    return new RawPeer(socket, key, await FrameCipher.create(secrets));
  }

  /** Connects, and says what an honest node of the chain says. @throws if it is not welcome. */
  static async join(port: number, remoteId: Uint8Array, chain: PeerChain, key = createNodeKey()) {
    const peer = await RawPeer.connect(port, remoteId, key);
    peer.hello();
    peer.status(chain);
    await peer.read();
    const { code } = await peer.read();
    if (code === capabilityOffset + statusCode) return peer;
    peer.socket.destroy();
    throw new Error("the node disconnected");
  }

  sealed(code: number, payload: Uint8Array): Buffer {
    return this.#cipher.seal(encodeFrame({ code, payload }));
  }

  send(code: number, payload: Uint8Array = encodeRlp([])): void {
    this.socket.write(this.sealed(code, payload));
  }

  hello(id = this.key.publicKey): void {
    const hello = { client: "Raw/1", capabilities: [capability], port: 0, id };
    this.send(baseCode.hello, encodeHello(hello));
  }

  status(chain: PeerChain): void {
    const { version } = capability;
    const { networkId, genesisHash } = chain;
    const { hash: bestHash, totalDifficulty } = chain.best();
    const status = { version, networkId, genesisHash, bestHash, totalDifficulty };
    this.send(capabilityOffset + statusCode, encodeStatus(status));
  }

  /** Reads a message. */
  async read(): Promise<{ readonly code: number; readonly payload: Uint8Array }> {
    const length = this.#cipher.openHeader(await read(this.socket, headerBytes));
    const opened = this.#cipher.openPart(await read(this.socket, paddedLength(length)));
    this.#cipher.endFrame(await read(this.socket, frameMacBytes));
    const code = opened[0] === 0x80 ? 0 : (opened[0] as number);
    return { code, payload: opened.subarray(1, length) };
  }
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(length);
    if (bytes?.length === length) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Error("the node closed the connection");
    await new Promise<void>((resolve) => {
      const wake = () => {
        for (const event of ["readable", "end", "close"]) socket.off(event, wake);
        resolve();
      };
      for (const event of ["readable", "end", "close"]) socket.on(event, wake);
    });
  }
}
