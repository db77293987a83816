/** Distinguishes upgrades to a WebSocket from those to other protocols, which are ignored. */
import type { IncomingMessage } from "node:http";
import { headerOf } from "./request-head.js";

/** The characters of the header Sec-WebSocket-Key (RFC 6455, section 4.1). */
const socketKeyCharacters = 24;

/** Returns whether a request opens a WebSocket, by the native server's criteria. */
export const opensWebSocket = (request: IncomingMessage): boolean =>
  request.method === "GET" &&
  /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headerOf(request, "upgrade")) &&
  headerOf(request, "sec-websocket-key").length === socketKeyCharacters;
