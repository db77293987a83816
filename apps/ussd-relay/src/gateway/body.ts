/** Reads the body of a post within its limits of size and time. */
import type { IncomingMessage } from "node:http";
import { JoinedChunks } from "@tandem/runtime";
import { relayLimits } from "../limits.js";
import { Refusal } from "./refusal.js";

/** Returns the refusal of a body that is too long (413). */
export const tooLarge = (): Refusal =>
  new Refusal(413, `Too large: at most ${relayLimits.bodyBytesMax} bytes are read.`);

/**
 * Reads a request's body as UTF-8 text.
 * @throws {Refusal} 413 when the body is longer than the limit, 408 when it has not arrived in time,
 * 400 when the connection ends before the body does.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks = new JoinedChunks();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const late = new Refusal(408, "Too slow: the post did not arrive in time.", closing);
      timer = setTimeout(() => reject(late), relayLimits.bodyMs);
      request.on("data", (chunk: Buffer) => {
        if (chunks.length + chunk.length <= relayLimits.bodyBytesMax) chunks.add(chunk);
        else reject(tooLarge());
      });
      request.on("end", () => resolve(chunks.take().toString()));
      request.on("error", () => reject(new Refusal(400, "Bad request: the body is cut off.")));
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Headers of an answer after which the connection is closed. */
export const closing = { connection: "close" } as const;
