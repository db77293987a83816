/**
 * Limits what a connection of `ws` holds of a message that is not complete. The library limits one
 * message only, and a fragment of one byte takes over a hundred bytes of memory.
 */
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Client } from "../../../access/client.js";
import type { Share } from "../../../access/share.js";
import { ShareHolder } from "../../../access/share-holder.js";

/** The measured memory of a fragment besides its bytes. */
const fragmentBytes = 128;

/** The fields of the library that say what it holds; it has no public ones. */
interface Receiver {
  readonly _bufferedBytes: number;
  readonly _messageLength: number;
  readonly _fragments: readonly unknown[];
}

const receiverOf = (connection: WebSocket): Receiver =>
  (connection as unknown as { readonly _receiver: Receiver })._receiver;

/**
 * Ends a connection that holds more than its client may, or all together.
 * @param stream of the connection, whose data the library has seen before.
 * @returns a function to call when a message is complete.
 */
export function limitUnfinished(
  connection: WebSocket,
  stream: Duplex,
  share: Share,
  client: Client,
): () => void {
  const receiver = receiverOf(connection);
  const unfinished = new ShareHolder(share, client);
  const finish = () => unfinished.release();
  stream.on("data", () => {
    const { _bufferedBytes, _messageLength, _fragments } = receiver;
    const held = _bufferedBytes + _messageLength + _fragments.length * fragmentBytes;
    if (unfinished.hold(held) !== undefined) connection.terminate();
  });
  connection.on("close", finish);
  return finish;
}
