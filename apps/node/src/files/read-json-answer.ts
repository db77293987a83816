/** Reads HTTP answers of other nodes. */
import { isJsonObject, type JsonObject } from "@tandem/primitives";

/**
 * Returns the JSON object in the body of an answer, or undefined if it has none.
 * @param count is called with the bytes of each chunk, and throws if they are too many.
 * @throws what `count` throws, and the error of the connection if it breaks.
 */
export async function readJsonAnswer(
  { body }: Response,
  count: (bytes: number) => void,
): Promise<JsonObject | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) {
    count(chunk.length);
    chunks.push(chunk);
  }
  try {
    const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return isJsonObject(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
