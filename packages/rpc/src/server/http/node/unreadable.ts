/** Answers in their turn the requests that Node's parser cannot read, to which Node would write its answer at once. */
import type { Duplex } from "node:stream";
import { chunkExtensionsTooLong, headTooLong, malformed, tooSlow } from "../http-answers.js";
import { refuse } from "./refuse.js";
import { endAfterAnswers } from "./request-queue.js";

const notReadable = malformed("the request is not well-formed HTTP");

/** The answers for the codes of Node's errors; all others are of malformed requests. */
const answers = new Map([
  ["HPE_HEADER_OVERFLOW", headTooLong],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", chunkExtensionsTooLong],
  ["ERR_HTTP_REQUEST_TIMEOUT", tooSlow],
]);

/** The code of the error if a client ends its side within a request. */
const leftWithin = "HPE_INVALID_EOF_STATE";

/** Handles the event `clientError` of Node's server. */
export function onUnreadable({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
  // A client that ends its side has left, also if answers to its requests are awaited.
  if (code === leftWithin) socket.destroy();
  else endAfterAnswers(socket, () => answerUnreadable(socket, code));
}

function answerUnreadable(socket: Duplex, code: string): void {
  // After an answer that closes the connection, nothing more is answered.
  if (socket.writable) refuse(socket, answers.get(code) ?? notReadable);
  else socket.destroy();
}
