/** Answers in their turn the requests that Node's parser cannot read, to which Node would write its answer at once. */
import type { Duplex } from "node:stream";
import { refuseStream, type UnreadableCause, unreadableCause } from "@tandem/runtime";
import {
  chunkExtensionsTooLong,
  type HttpAnswer,
  headTooLong,
  malformed,
  tooSlow,
} from "../http-answers.js";
import { endAfterAnswers } from "./request-queue.js";

const answers: Readonly<Record<Exclude<UnreadableCause, "client left">, HttpAnswer>> = {
  malformed: malformed("the request is not well-formed HTTP"),
  "head too long": headTooLong,
  "chunk extensions too long": chunkExtensionsTooLong,
  "too slow": tooSlow,
};

/** Handles the event `clientError` of Node's server. */
export function onUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const cause = unreadableCause(error);
  // A client that ends its side has left, also if answers to its requests are awaited.
  if (cause === "client left") socket.destroy();
  else endAfterAnswers(socket, () => answerUnreadable(socket, answers[cause]));
}

function answerUnreadable(socket: Duplex, answer: HttpAnswer): void {
  // After an answer that closes the connection, nothing more is answered.
  if (socket.writable) refuseStream(socket, answer);
  else socket.destroy();
}
