/**
 * The interface between the transports and the RPC service. HTTP and WebSocket have two transports:
 * uWebSockets.js where it has a binary for this machine, and Node's own server elsewhere. IPC has one.
 */
import type { Client } from "../../access/client.js";
import type { ExceededShare, Share } from "../../access/share.js";
import type { Limits } from "../../limits.js";
import type { PendingCall } from "../request/pending-call.js";
import type { Session } from "../sockets/session.js";
import type { CutReason } from "../sockets/session-setting.js";
import type { Socket } from "../sockets/socket-line.js";
import type { WaitingBytes } from "../sockets/waiting-bytes.js";
import type { HeadHeaders } from "./head-position.js";
import type { Http } from "./http.js";
import { failed, type HttpAnswer } from "./http-answers.js";
import type { UpgradeHead } from "./http-head.js";

/** The client of an admitted WebSocket, or the HTTP answer that refuses it. */
export type Admission =
  | { readonly client: Client; readonly refusal?: never }
  | { readonly refusal: HttpAnswer };

/** Handles what a transport receives: calls, upgrades and sessions. */
export interface TransportHandler {
  readonly http: Http;
  readonly limits: Limits;
  /** Limits the bytes of large bodies and messages. */
  readonly bodiesBytes: Share;
  /** Limits the bytes that wait for slow readers. */
  readonly waiting: WaitingBytes;
  /** Returns the headers of every HTTP answer that name the head. */
  headHeaders(): HeadHeaders;
  /** Opens a call for an HTTP request; it must be closed when the request is answered or aborted. */
  openCall(client: Client): PendingCall;
  closeCall(call: PendingCall): void;
  /** Called when a connection is cut. */
  cut(why: CutReason): void;
  /** Called when connections begin to be refused, since few file descriptors are free. */
  descriptorsScarce(): void;
  /** Called when an answer could not be written completely because of an internal error. */
  answerFailed(error: unknown): void;
  /** Decides on a WebSocket upgrade. */
  admit(head: UpgradeHead): Admission;
  /** Returns the limit that another socket of a client would exceed, or undefined. */
  socketsExceeded(client: Client): ExceededShare | undefined;
  openSession(socket: Socket, client: Client): Session;
  closeSession(session: Session): void;
}

/** A place that clients can connect to. */
export interface Endpoint {
  /** Refuses further connections. */
  stopAccepting(): void;
  /** Closes all open connections. */
  destroy(): Promise<void>;
}

export interface Listening extends Endpoint {
  readonly port: number;
}

export interface ListenPlace {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Whether other threads of this process may listen on the same port. */
  readonly isShared: boolean;
}

/** Resolves to undefined if the port is not available. */
export type Listen = (
  handler: TransportHandler,
  place: ListenPlace,
) => Promise<Listening | undefined>;

/** Delivers an answer now or when it resolves; a rejected answer is delivered as an error. */
export function deliver(
  answer: HttpAnswer | Promise<HttpAnswer>,
  finish: (answer: HttpAnswer) => void,
): void {
  if (answer instanceof Promise) answer.catch(() => failed).then(finish);
  else finish(answer);
}
