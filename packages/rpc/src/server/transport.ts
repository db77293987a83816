/**
 * The interface between the transports and the RPC service. There are two transports:
 * uWebSockets.js where it has a binary for this machine, and Node's own server elsewhere.
 */
import type { Client } from "./clients/client.js";
import type { Share } from "./clients/share.js";
import type { PendingCall } from "./dispatch/pending-call.js";
import type { Http, UpgradeHead } from "./http/http.js";
import { failed, type HttpAnswer } from "./http/http-answers.js";
import type { Limits } from "./limits.js";
import type { Session, Socket } from "./sockets/session.js";

/** The client a WebSocket is opened for, or the HTTP answer that refuses it. */
export type Admission =
  | { readonly client: Client; readonly refusal?: never }
  | { readonly refusal: HttpAnswer };

/** Handles what a transport receives: calls, upgrades and sessions. */
export interface TransportHandler {
  readonly http: Http;
  readonly limits: Limits;
  /** Bytes of large bodies and messages. */
  readonly bodiesBytes: Share;
  /** A call for an HTTP request, to be closed when it was answered or aborted. */
  openCall(client: Client): PendingCall;
  closeCall(call: PendingCall): void;
  /** An answer that had begun could not be written to its end, through no fault of its client. */
  answerFailed(error: unknown): void;
  /** Decides on a WebSocket upgrade. */
  admit(head: UpgradeHead): Admission;
  openSession(socket: Socket, client: Client): Session;
  closeSession(session: Session): void;
}

export interface Listening {
  readonly port: number;
  /** No further connections. */
  stopAccepting(): void;
  /** Cuts what is still open. */
  destroy(): Promise<void>;
}

/** Resolves to undefined when the port cannot be had. */
export type Listen = (
  handler: TransportHandler,
  host: string,
  port: number,
) => Promise<Listening | undefined>;

/** Hands on an answer now or when it is there; one that fails on the way is answered all the same. */
export function deliver(
  answer: HttpAnswer | Promise<HttpAnswer>,
  finish: (answer: HttpAnswer) => void,
): void {
  if (answer instanceof Promise) answer.catch(() => failed).then(finish);
  else finish(answer);
}
