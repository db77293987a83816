/**
 * Connects a client in the node's own process: it uses the same JSON-RPC and dispatcher, without a
 * socket.
 */

import { type Client, localClient } from "../../access/client.js";
import { RpcError } from "../../contract/errors.js";
import type { Dispatch } from "../dispatch/dispatch.js";
import { errorText } from "../request/envelope.js";
import type { PendingCall } from "../request/pending-call.js";
import { limitExceeded } from "../request/to-rpc-error.js";
import { passedResult, passedText } from "../writer/passed-text.js";
import type { Session } from "./session.js";
import type { Socket } from "./socket-line.js";

/** A notification of `eth_subscribe`: the subscription's id and the event in its wire form. */
export interface Notification {
  readonly subscription: string;
  readonly result: unknown;
}

export interface Connection {
  /**
   * Returns the result in its wire form.
   * @throws {RpcError}
   */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Answers the text of a request that another node forwards.
   * @param clientId names the client of the other node. Its use of resources is limited like that
   * of other clients, and all of these clients together have the calls of one client.
   * @param traceparent the span of the other node in W3C's Trace Context, if it has one.
   */
  answerFor(clientId: string, text: string, traceparent?: string): Promise<string>;
  /** Adds a listener for this connection's notifications. Returns a function that removes it. */
  onNotification(listener: (notification: Notification) => void): () => void;
  close(): void;
}

export interface ConnectionParts {
  readonly dispatch: Dispatch;
  readonly openCall: (client: Client, subscriber?: Session) => PendingCall;
  readonly closeCall: (call: PendingCall) => void;
  /** Returns the error for one more call of a client, or undefined. */
  readonly refusal: (client: Client) => RpcError | undefined;
  /** The maximum number of calls in progress of one client. */
  readonly clientCallsMax: number;
  readonly openSession: (socket: Socket, client: Client) => Session;
  readonly closeSession: (session: Session) => void;
}

export function connect(parts: ConnectionParts): Connection {
  const { dispatch, openCall, closeCall, openSession, closeSession } = parts;
  const listeners = new Set<(notification: Notification) => void>();
  let isOpen = true;
  const close = () => {
    isOpen = false;
    closeSession(session);
  };
  const socket: Socket = {
    send(text) {
      const { params } = JSON.parse(text) as { readonly params: Notification };
      // The caller must have the subscription's id before the first notification arrives.
      setImmediate(() => {
        for (const listener of [...listeners]) listener(params);
      });
      return true;
    },
    // Answers do not use this socket, and no notification is large.
    sendFragment: () => true,
    waitingBytes: () => 0,
    cork: (send) => send(),
    end: close,
    destroy: close,
  };
  const session = openSession(socket, localClient);

  async function answer(client: Client, text: string, traceparent?: string): Promise<string> {
    const call = openCall(client, session);
    call.traceparent = traceparent;
    try {
      const answer = await dispatch(text, call);
      call.answered();
      return answer?.toString() ?? "{}";
    } finally {
      call.release();
      closeCall(call);
    }
  }

  return {
    async request(method, params = []) {
      if (!isOpen) throw new RpcError("internal", "the node was closed");
      const response = await answer(localClient, passedText(method, params));
      return JSON.parse(passedResult(response).text);
    },
    answerFor: limitForwarded(parts, answer),
    onNotification(listener) {
      const mine = (notification: Notification) => listener(notification);
      listeners.add(mine);
      return () => listeners.delete(mine);
    },
    close,
  };
}

type Answer = (client: Client, text: string, traceparent?: string) => Promise<string>;

/** Limits the calls of clients of other nodes: these are not known here, and may be any number. */
function limitForwarded(
  { refusal, clientCallsMax: max }: Pick<ConnectionParts, "refusal" | "clientCallsMax">,
  answer: Answer,
): Connection["answerFor"] {
  let underWay = 0;
  return async (clientId, text, traceparent) => {
    const client = { id: clientId };
    const isFull = underWay >= max;
    const refused = isFull ? limitExceeded({ limit: "forwarded-calls", max }) : refusal(client);
    if (refused !== undefined) return errorText("1", refused);
    underWay++;
    try {
      return await answer(client, text, traceparent);
    } finally {
      underWay--;
    }
  };
}
