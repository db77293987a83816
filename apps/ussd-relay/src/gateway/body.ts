/** Reads the body of a post within its limits of size and time. */
import type { IncomingMessage } from "node:http";
import { JoinedChunks } from "@tandem/runtime";
import { relayLimits } from "../limits.js";
import { Refusal, tooSlow } from "./refusal.js";

/** Returns the refusal of a body that is too long (413). */
export const tooLarge = (): Refusal =>
  new Refusal(413, `Too large: at most ${relayLimits.bodyBytesMax} bytes are read.`);

const cutOff = () => new Refusal(400, "Bad request: the body is cut off.");

/**
 * Reads a request's body as UTF-8 text.
 * @throws {Refusal} 413 when the body is longer than the limit, 408 when it has not arrived in time,
 * 400 when the connection ends before the body does, and the refusal that the request emits as its error.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks = new JoinedChunks();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(tooSlow), relayLimits.bodyMs);
      request.on("data", (chunk: Buffer) => {
        if (chunks.length + chunk.length <= relayLimits.bodyBytesMax) chunks.add(chunk);
        else reject(tooLarge());
      });
      request.on("end", () => resolve(chunks.take().toString()));
      request.on("error", (error) => reject(error instanceof Refusal ? error : cutOff()));
    });
  } finally {
    clearTimeout(timer);
  }
}
